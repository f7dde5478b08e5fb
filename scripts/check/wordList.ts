/** A word that reads as translated or that has a standard name in the field, and what to write in its place. */
export type WordRule = { word: RegExp; suggestion: string }

/**
 * The glossary of CONTRIBUTING.md. Identifiers are split at capitals and underscores and lowered before they are
 * matched, so `heldStance` is read as "held stance".
 */
export const banned: WordRule[] = [
  { word: /\bheld\b/, suggestion: 'existing, current, stored' },
  { word: /\b(un)?told\b/, suggestion: 'notified, delivered, reported, said' },
  { word: /\btell(s|ing)?\b/, suggestion: 'notify, report, show' },
  { word: /\bcamps?\b/, suggestion: 'side' },
  { word: /\bstance news\b/, suggestion: 'stance fan-out' },
  { word: /\b(un)?settle[sd]?\b|\bsettling\b/, suggestion: 'save residence, clear residence, finish' },
  { word: /\bdeeds?\b/, suggestion: 'action, write' },
  { word: /\blook(ed)? first\b/, suggestion: 'preload' },
  { word: /\bbegin again\b/, suggestion: 'retry on conflict' },
  { word: /\bboth in order\b/, suggestion: 'pipeline' },
  { word: /\bin vain\b/, suggestion: 'failed' },
  { word: /\bput off\b/, suggestion: 'failed, will retry; postponed' },
  { word: /\bupkeep\b/, suggestion: 'maintenance' },
  { word: /\blets? go of\b/, suggestion: 'delete, release' },
  { word: /\bmend(s|ed|ing)?\b/, suggestion: 'fix, repair, patch' },
  { word: /\bdear(er|est)?\b/, suggestion: 'expensive' },
  { word: /\bhas had enough\b/, suggestion: 'is rate limited' },
  { word: /\bforgive attempt\b/, suggestion: 'refund attempt' },
  { word: /\bunreached\b/, suggestion: 'unreachable' },
  { word: /\bgood until\b/, suggestion: 'expires at' },
  { word: /\bwordings?\b/, suggestion: 'messages, templates, text' },
  { word: /\bdeparted\b/, suggestion: 'former members' },
  { word: /\b(rested|resting|at rest)\b/, suggestion: 'deactivated' },
  { word: /\bforeign\b(?! keys?\b)/, suggestion: 'external, source' },
  { word: /\bfigures?\b/, suggestion: 'derived value, measurement, count' },
  { word: /\btrials\b/, suggestion: 'fault-injection tests' },
  { word: /\b(rooms|stairs|corners)\b/, suggestion: 'layers, dependency rule, modules' },
  { word: /\bfront door\b|\bdoors\b/, suggestion: 'entry point, HTTP API' },
  { word: /\bthe cast\b/, suggestion: 'demo members' },
  { word: /\banew\b|\bonce more\b/, suggestion: 'again, re-' },
  { word: /\bnobody s\b/, suggestion: 'orphaned; of no member' },
  { word: /\bthereby\b|\bas it were\b|\bso many\b/, suggestion: 'plain words' },
  { word: /\b(neighbour|behaviour|colour|favour|honour|labour)/, suggestion: 'American spelling' },
  {
    word: /\b(normalis|summaris|recognis|organis|serialis|initialis|minimis|maximis)/,
    suggestion: 'American spelling',
  },
  { word: /\bcentre\b/, suggestion: 'center' },
  { word: /\bcancell(ed|ing)\b/, suggestion: 'canceled, canceling' },
  { word: /\bcheaply\b/, suggestion: 'at low cost' },
  { word: /\blane\b/, suggestion: 'concurrency' },
  { word: /\br\d{2,3}\b/, suggestion: 'what was decided, because the reader has no list of rulings' },
  { word: /\bis flag\b/, suggestion: 'is automatic, report' },
  { word: /\bnews of\b/, suggestion: 'notifications of, updates about' },
  { word: /\bask (replica|batch|due)\b/, suggestion: 'query, request, notify' },
  { word: /\btaken back\b/, suggestion: 'retracted, removed' },
  { word: /\btake (out|first)\b/, suggestion: 'remove, claim' },
  { word: /\bby agreement\b/, suggestion: 'by score' },
  { word: /\bletters to representatives\b/, suggestion: 'messages to representatives' },
  { word: /\bcaller address\b/, suggestion: 'caller ip' },
  { word: /\bwhomever\b|\bwhom\b/, suggestion: 'who, a named subject' },
]

/** Patterns of one line as it is written, for what depends on punctuation. */
export const bannedPhrases: WordRule[] = [
  { word: /, so that\b/, suggestion: '"so that" without the comma for a purpose, ", so" for a result' },
  { word: /\[(?:address)?,? ?(?:setAddress)?\] = useSearchParams/, suggestion: 'searchParams' },
  {
    word: /\baddress: URL(?:SearchParams)?\b|\bnew URL\(address\b|\s(?:href|path|uri|url)=\{address\}|\baddress=\{(?:href|path|uri|url)/,
    suggestion: 'href, path, searchParams, url; an address is where somebody lives or gets mail',
  },
  {
    word: /(?:^\s*(?:\/\/|\*|\/\*\*?|--)|\s\/\/)\s.*?(?:\b(?:bill|entry|feed|logo|page|permanent|screen|secret|site)(?:s?'s?)? address(?:es)?\b|\baddress(?:es)? of (?:(?:a|an|another|its|the|this) )?(?:bill|entry|feed|logo|page|screen|site)s?\b)/,
    suggestion: 'path, URL',
  },
  { word: /\bSays whether\b|^\s*(?:\/\*\*|\*|\/\/|--) Whether\b/, suggestion: 'True if' },
  {
    word: /(?:\/\*\*|^\s*\*|--|\/\/) The most (?:bills|bytes|callers|cases|characters|codes|comments|follows|groups|items|keys|lines|members|milliseconds|reports|requests|words)\b/,
    suggestion: 'The maximum number of',
  },
  {
    word: /\b(?:const|let|function|type|class) \[?(?:known|found|shared|own|given|kept|taken|asked|located|held|Known|Found|Kept|Shown|Own|Given|Taken|Chosen|Written|Sent)\b/,
    suggestion: 'a noun that says what the value is',
  },
  {
    word: /\b(?:class|interface|type) (?!(?:Feed|Need|Seed|Speed)\b)[A-Z][a-z]+ed\b/,
    suggestion: 'a noun with what happened to it, such as SavedDraft',
  },
  {
    word: /\b(?:const|let) \[?answers?\b|\banswers?\.(?:status|body|headers|json|text|ok)\b|\bout answer\b|\banswerOf\b|\b[Ll]os[te] ?[Aa]nswers?\b/,
    suggestion: 'response; an answer is what a person gives',
  },
  {
    word: /(?:^\s*(?:\/\/|\*|\/\*\*?|--)|\s\/\/)\s[^"“`]*\b(?:\w+n't|\w+'(?:re|ve|ll))\b/,
    suggestion: 'no contractions in comments',
  },
  {
    word: /\bcase_of_|\bkept ?(?:Pages?|Tables?|Reports?|Rows?)\b/,
    suggestion: 'own_case; cached, retained',
  },
]

/** Real uses of a banned word, each in the files where it is right. */
export const allowed: { file: RegExp; word: RegExp; reason: string }[] = [
  {
    file: /shared\.ts$/,
    word: /^class Shared$/,
    reason: 'the cache of what all viewers share',
  },
  {
    file: /^db\/tables\//,
    word: /address/,
    reason: 'comments of the first migration, which stays as it was applied',
  },
  { file: /^scripts\/check\/wordList\.ts$/, word: /.*/, reason: 'the list itself' },
  { file: /^scripts\/check\/words(\.test)?\.ts$/, word: /.*/, reason: 'examples of the check' },
  {
    file: /signIn\/CodeHelp\.tsx$|sharing\/codeHelp\.ts$/,
    word: /^told$/,
    reason: 'the answer to "How do I get a code?" on the sign-in page',
  },
  {
    file: /contact|officeEmail|import\.test|keyboard-walk/,
    word: /^dear$/,
    reason: 'the salutation of a message',
  },
  {
    file: /\.(test|spec)\.ts$|^server\/testing\/setups\/calls\/canaries\.ts$/,
    word: /^lane$/,
    reason: 'names of streets and counties',
  },
  {
    file: /^web\/bills\/versions\/versionWords(\.test)?\.tsx?$/,
    word: /^tell$/,
    reason: 'the sentence "Hurd doesn’t have its text, so we can’t tell you what changed."',
  },
  {
    file: /^web\/discussions\/chance|^e2e\/echo-chance/,
    word: /^tell$/,
    reason: 'the sentence about chance: "We can’t tell whether people here favor their own side"',
  },
  {
    file: /^server\/participation\/notifications\/(messages|billChanges\.test)/,
    word: /^told$/,
    reason: 'the notification "We told you HR 1 changed. That was a mistake."',
  },
  { file: /^server\/sources\/status/, word: /^held$/, reason: 'a word of legislatures: "hearing held"' },
  {
    file: /^(docs\/data\.md|server\/sources\/bills\/topicWords\.ts|contract\/topics\.ts)$/,
    word: /^foreign$/,
    reason: 'foreign trade',
  },
  { file: /^e2e\/bill-contact\.spec\.ts$/, word: /^tell$/, reason: 'the draft of a message' },
  { file: /^web\/alerts\/FollowBillButton\.tsx$/, word: /^tell$/, reason: '“We tell you when it moves.”' },
  {
    file: /^server\/platform\/storage\/sharp\.ts$/,
    word: /^foreign$/,
    reason: 'operations of libvips: VipsForeignLoad',
  },
  { file: /^db\/tables\/20_people\.sql$/, word: /^foreign$/, reason: 'a foreign key' },
  { file: /^e2e\/hostileHtml\.ts$/, word: /^foreign$/, reason: 'the SVG element foreignObject' },
  {
    file: /^(e2e\/support\/screenshots|web\/groups\/memberCounts|server\/platform\/http\/route\/write|server\/platform\/postgres\/(db|replica\/replaySync|connections\.test))\.ts$/,
    word: /^settled$/,
    reason: 'Promise.allSettled',
  },
  { file: /^CONTRIBUTING\.md$/, word: /.*/, reason: 'the glossary for people' },
  {
    file: /\.(test|spec)\.ts$/,
    word: /^(const|let|function|interface|type|class) \[?\w+$/,
    reason: 'short-lived values of a test, which is read as one story',
  },
  {
    file: /^(server\/operations\/moderation\/appeals\/decideAppeal|web\/(accounts\/location\/LocationResult|moderation\/cases\/Appeals))\.tsx?$/,
    word: /^const \[?answers?$/,
    reason: 'what a person answers',
  },
  {
    file: /^server\/participation\/(discussions\/comments|stances\/stance)\.test\.ts$/,
    word: /^Lost Answer$/,
    reason: 'the title of a bill',
  },
  { file: /^contract\/topics\.ts$/, word: /foreign/, reason: 'the name of a policy area' },
  {
    file: /^(?:server\/legislation\/places\/(?:gazetteer\/gazetteer|geocoder\.test)|contract\/storedTexts)\.ts$/,
    word: /tell/,
    reason: '“don’t tell us” in a message',
  },
  { file: /\/picture\w*(?:\.test)?\.ts$/, word: /colour/, reason: 'toColourspace of sharp' },
  {
    file: /^server\/members\/accounts\/operator\.test\.ts$/,
    word: /colour/,
    reason: 'an option that does not exist',
  },
  {
    file: /^web\/representatives\/contact\/(contactTemplate|templateShare)/,
    word: /\b(dear|tell)\b/,
    reason: 'the salutation and the text of the template of a message',
  },
  {
    file: /^(contract\/(hearings|alerts)\.ts|db\/tables\/(43|72)_|server\/(legislation\/hearings|sources\/events|publishing\/calendars|legislation\/bills\/parts)\/)/,
    word: /^cancelled$/,
    reason: 'the status of an event as Open Civic Data and iCalendar spell it',
  },
  {
    file: /^(web\/accounts\/settings\/AccountClosureDialog\.tsx|e2e\/lifecycle\.spec\.ts)$/,
    word: /^cancelled$/,
    reason: 'a text that ACC-LIFECYCLE-13 fixes',
  },
  { file: /^web\/(places\/DistrictMap\.tsx|base\.css)$/, word: /\bfigure\b/, reason: 'the HTML element' },
]
