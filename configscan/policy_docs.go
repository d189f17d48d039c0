package configscan

// policyDocs says what each key of the policy takes and means, by its place. A test holds
// it against the tables of keys.
var policyDocs = map[string]PolicyKey{
	"version":        {Takes: TakesVersion, Doc: "The version of this format. It has to be there."},
	"gate":           {Takes: TakesMapping, Doc: "What is too much. A figure greater than its gate is an error, or a warning where it rests on guesses."},
	"entries":        {Takes: TakesTexts, Doc: "Where work arrives, in the place of what is found: routes of ingresses and gateways, else what nobody calls."},
	"include":        {Takes: TakesTexts, Doc: "Patterns of the files to read, as deploy/**. All are read without it."},
	"exclude":        {Takes: TakesTexts, Doc: "Patterns of files not to read."},
	"fanOut":         {Takes: TakesMapping, Doc: "Numbers of items that the files do not say."},
	"services":       {Takes: TakesEntries, Doc: "What cannot be found of a service by itself, by its name."},
	"calls":          {Takes: TakesListing, Doc: "Calls that no file shows: of mobile apps, other languages, other repositories. The keys of a layer can stand at the call where it has one only."},
	"clients":        {Takes: TakesLibrary, Doc: "In-house client libraries."},
	"mesh":           {Takes: TakesMesh, Doc: "The service meshes in use, istio and linkerd, or off for one or for all."},
	"owner":          {Takes: TakesMapping, Doc: "Which layer keeps its retries in the advice of a finding."},
	"rates":          {Takes: TakesMapping, Doc: "The load at an entry, which decides what a retry budget lets through."},
	"severity":       {Takes: TakesRules, Doc: "Another severity for a rule."},
	"attemptHeaders": {Takes: TakesTexts, Doc: "Names of headers or metadata in which a caller says that it has tried before. A service that looks at one and then does not try again is credited."},
	"ignore":         {Takes: TakesListing, Doc: "Findings that are accepted. One that accepts nothing is a finding itself."},

	"gate.amplification":         {Takes: TakesLimit, Doc: "The greatest factor by which retries may multiply the calls of a node; 10 without it."},
	"gate.multiplier":            {Takes: TakesLimit, Doc: "The same with fan-out; off without it."},
	"gate.retryLayers":           {Takes: TakesLimit, Doc: "The most layers on one path that retry the same failure; off without it. It is a whole number."},
	"gate.window":                {Takes: TakesDuration, Doc: "Only attempts that start within this time of the first are judged; 60s without it."},
	"gate.entries":               {Takes: TakesEntries, Doc: "Other gates for a kind of entry: request, message, schedule or reconcile."},
	"gate.concurrency":           {Takes: TakesLimit, Doc: "The most calls of a node at work at once; off without it."},
	"gate.increase":              {Takes: TakesLimit, Doc: "The growth that diff and a baseline do not let through, where what becomes of it is above 4; 2 without it."},
	"gate.basis":                 {Takes: TakesWord, Words: bases, Doc: "What is judged: what retry budgets leave over time (sustained), or what one request can become (worst). It is sustained without it."},
	"gate.entries.amplification": {Takes: TakesLimit, Doc: "The gate for nodes below entries of this kind."},
	"gate.entries.multiplier":    {Takes: TakesLimit, Doc: "The gate for nodes below entries of this kind."},

	"fanOut.assume": {Takes: TakesWhole, Doc: "A number for every number of items that is not known."},
	"fanOut.sites":  {Takes: TakesNumbers, Doc: "A number for the loops of a function, as order.(*Service).Price, or for one of them, as order.(*Service).Price#1; 0 is one that does not run."},

	"services.hosts":    {Takes: TakesTexts, Doc: "Host names under which the service is called."},
	"services.latency":  {Takes: TakesDuration, Doc: "How long one call takes, for simulate."},
	"services.replicas": {Takes: TakesWhole, Doc: "How many processes it runs in: what each of them can have at work at once counts so often."},
	"services.capacity": {Takes: TakesWhole, Doc: "How many calls each replica works on at once: the rest waits. The figure of concurrency is not above it, and simulate runs with it."},
	"services.answers":  {Takes: TakesAnswers, Doc: "What the service makes of a failure of what it calls: it passes it on (passes), answers in a way that only a layer retries which retries every failure (terminal), or answers with other classes."},

	"calls.from":          {Takes: TakesText, Doc: "The service that calls. It has to be there."},
	"calls.to":            {Takes: TakesText, Doc: "The service that is called. It has to be there."},
	"calls.protocol":      {Takes: TakesWord, Words: protocols, Doc: "How it is called."},
	"calls.layers":        {Takes: TakesListing, Doc: "The layers that repeat the call, the outermost first."},
	"calls.fanOut":        {Takes: TakesFanOut, Doc: "How many such calls one execution makes when nothing fails."},
	"calls.deadline":      {Takes: TakesWord, Words: []string{"propagated", "dropped"}, Doc: "Whether the end of the caller reaches the callee."},
	"calls.idempotent":    {Takes: TakesBoolean, Doc: "Whether the call can be made twice without harm."},
	"calls.attempts":      {Takes: TakesAttempts, Doc: "All tries, the first one included."},
	"calls.retryOn":       {Takes: TakesClasses, Doc: "The failures that are tried again; every failure without it."},
	"calls.perTryTimeout": {Takes: TakesDuration, Doc: "How long one try may take."},
	"calls.timeout":       {Takes: TakesDuration, Doc: "How long all tries together may take."},
	"calls.backoff":       {Takes: TakesBackoff, Doc: "The pauses between tries. A duration is the same pause each time."},
	"calls.bound":         {Takes: TakesWord, Words: boundKinds, Doc: "How the number of attempts is known; configured without it."},
	"calls.budget":        {Takes: TakesMapping, Doc: "What limits the retries of many calls together."},

	"layers.name": {Takes: TakesText, Doc: "The name of the layer in reports."},
	"layers.kind": {Takes: TakesWord, Words: layerKinds, Doc: "What the layer is; declared without it."},

	"backoff.base":       {Takes: TakesDuration, Doc: "The first pause. It has to be there."},
	"backoff.max":        {Takes: TakesDuration, Doc: "The longest pause."},
	"backoff.multiplier": {Takes: TakesNumber, Doc: "By what a pause is longer than the one before: 1 or more."},
	"backoff.spread":     {Takes: TakesShare, Doc: "The share of a pause that is drawn at random."},
	"backoff.jitter":     {Takes: TakesBoolean, Doc: "Whether pauses are drawn at random."},

	"budget.kind":          {Takes: TakesWord, Words: budgetKinds, Doc: "How the budget is filled; request-ratio without it, or request-floor where there is minPerSecond."},
	"budget.ratio":         {Takes: TakesShare, Doc: "Retries for each request, or for each success."},
	"budget.minPerSecond":  {Takes: TakesNumber, Doc: "Retries per second that are let through in any case."},
	"budget.minConcurrent": {Takes: TakesNumber, Doc: "Retries at once that are let through in any case."},
	"budget.tokens":        {Takes: TakesNumber, Doc: "The size of the bucket."},
	"budget.cost":          {Takes: TakesNumber, Doc: "What one retry takes out of the bucket."},

	"mesh.version": {Takes: TakesText, Doc: "The version of the mesh, as \"1.27\": defaults change with it."},

	"owner.connect":     {Takes: TakesWord, Words: []string{"edge", "leaf"}, Doc: "leaf: the layer nearest to what fails may go on trying to connect, which is no load, where its other retries go. edge: it makes one attempt of those too."},
	"owner.application": {Takes: TakesWord, Words: []string{"edge", "leaf"}, Doc: "edge: the layer nearest to the user keeps its retries. leaf: the one nearest to what fails."},

	"rates.base":             {Takes: TakesLimit, Doc: "Requests per second at an entry, for simulate."},
	"rates.failure":          {Takes: TakesShare, Doc: "The share of calls that fail on a healthy day."},
	"rates.inFlightPerProxy": {Takes: TakesNumber, Doc: "Requests that one proxy works on at once."},
	"rates.rps":              {Takes: TakesNumber, Doc: "Requests per second that one client makes."},
	"rates.latencyFirst":     {Takes: TakesDuration, Doc: "How long a first try takes."},
	"rates.latencyRetry":     {Takes: TakesDuration, Doc: "How long a further try takes."},

	"ignore.rule":   {Takes: TakesText, Doc: "The rule, as AMP004. It has to be there."},
	"ignore.path":   {Takes: TakesText, Doc: "A pattern of the files whose findings are accepted, as deploy/**."},
	"ignore.reason": {Takes: TakesText, Doc: "Why. An item without one is a finding."},
	"ignore.until":  {Takes: TakesDate, Doc: "The last day on which it holds."},
}
