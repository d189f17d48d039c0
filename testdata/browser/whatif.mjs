// Computes what the html report shows for other attempts, without a browser: for
// each {data, attempts} of the list on standard input the calls of every node,
// as texts.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const whatIf = createRequire(import.meta.url)("../../report/page/whatif.js");
const list = JSON.parse(readFileSync(0, "utf8"));
const shown = list.map(({ data, attempts }) =>
  whatIf.figures(whatIf.system(data), attempts.map(BigInt)).map((f) => (f ? { calls: f.calls === null ? "unbounded" : String(f.calls), exact: f.exact } : null)),
);
process.stdout.write(JSON.stringify(shown));
