// Opens pages in Chromium and reports what it sees, one JSON object for the job
// that it reads from standard input: {pages: [{file, scheme, steps}], mermaid:
// [text]}. What is right is for the caller to say.
import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const job = JSON.parse(readFileSync(0, "utf8"));

const profile = mkdtempSync(join(tmpdir(), "ampcheck-browser-"));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  headless: true,
  bypassCSP: false,
  viewport: { width: 1600, height: 1000 },
  args: [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
  ],
});

// Each step returns what it saw.
const steps = {
  count: (page, { selector }) => page.locator(selector).count(),
  texts: (page, { selector }) => page.locator(selector).allTextContents(),
  attribute: (page, { selector, name }) => page.locator(selector).first().getAttribute(name),
  click: (page, { selector }) => page.locator(selector).first().click({ force: true }),
  press: (page, { keys }) => keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve()),
  focus: (page, { selector }) => page.locator(selector).first().focus(),
  top: (page) => page.evaluate(() => scrollTo(0, 0)),
  focused: (page) => page.evaluate(() => document.activeElement.getAttribute("aria-label") || document.activeElement.id),
  select: (page, { selector, value }) => page.locator(selector).selectOption(value),
  fill: (page, { selector, value }) => page.locator(selector).fill(value),
  visible: (page, { selector }) => page.locator(selector).filter({ visible: true }).allTextContents(),
  background: (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor),
  screenshot: async (page, { file, full }) => void (await page.screenshot({ path: file, fullPage: full })),
  print: async (page) => {
    await page.emulateMedia({ media: "print" });
    const seen = await page.locator("section.detail").filter({ visible: true }).count();
    await page.emulateMedia({ media: "screen" });
    return seen;
  },
  // axe runs in a world of its own: the policy of the page does not let it in.
  axe: async (page) => {
    const session = await context.newCDPSession(page);
    const { frameTree } = await session.send("Page.getFrameTree");
    const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
    const run = async (expression) => {
      const { result, exceptionDetails } = await session.send("Runtime.evaluate", { expression, contextId: executionContextId, awaitPromise: true, returnByValue: true });
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return result.value;
    };
    await run(axe + ";0");
    return run(`axe.run().then((r) => r.violations.map((v) => ({ id: v.id, impact: v.impact, nodes: v.nodes.map((n) => n.html).slice(0, 3) })))`);
  },
};

const report = { pages: [], mermaid: [] };
for (const { file, scheme, steps: todo } of job.pages || []) {
  const page = await context.newPage();
  const seen = { console: [], requests: [], results: [] };
  page.on("console", (m) => seen.console.push(`${m.type()}: ${m.text()}`));
  page.on("pageerror", (e) => seen.console.push(`exception: ${e.message}`));
  const url = pathToFileURL(file).href;
  page.on("request", (r) => r.url() !== url && seen.requests.push(r.url()));
  await page.emulateMedia({ colorScheme: scheme || "light" });
  await page.goto(url);
  for (const step of todo) seen.results.push((await steps[step.do](page, step)) ?? null);
  await page.close();
  report.pages.push(seen);
}

if (job.mermaid) {
  const page = await context.newPage();
  await page.goto("about:blank");
  await page.addScriptTag({ content: readFileSync(require.resolve("mermaid/dist/mermaid.min.js"), "utf8") });
  for (const text of job.mermaid) {
    report.mermaid.push(
      await page.evaluate(async (chart) => {
        try {
          mermaid.initialize({ startOnLoad: false, securityLevel: "strict" });
          const { svg } = await mermaid.render("chart", chart);
          const doc = new DOMParser().parseFromString(svg, "text/html");
          return { labels: [...doc.querySelectorAll(".nodeLabel")].map((n) => n.textContent), scripts: doc.querySelectorAll("script").length };
        } catch (e) {
          return { error: String(e.message || e) };
        }
      }, text),
    );
  }
}
await context.close();
rmSync(profile, { recursive: true, force: true });
process.stdout.write(JSON.stringify(report));
