import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { languages, readCatalog } from '#server/platform/language/catalogs.ts'
import { notShown } from './notShown.ts'

/*
 * Finds texts that readers would see in English whatever their language is: texts outside the functions of
 * contract/kit/translate.ts, texts that a catalog of languages/ does not have, and translations that lack a placeholder.
 *
 *   npm run messages -- [folders]
 */

/** What readers see. The command line stays in English. */
const folders = [
  'contract',
  'web',
  'server/members/accounts',
  'server/members/people',
  'server/legislation/updates',
  'server/operations/administration/branding',
  'server/operations/administration/weekly',
  'server/operations/moderation',
  'server/participation/alerts',
  'server/participation/messages',
  'server/participation/notifications',
  'server/platform/branding',
  'server/platform/http/pages',
  'server/platform/mail',
  'server/publishing/accessibility',
  'server/publishing/calendars',
  'server/publishing/embed',
  'server/publishing/feeds',
  'server/publishing/sharing',
  'server/publishing/transparency',
]

/** Files whose texts are English for every reader, with the reason. */
const inEnglish = [
  // The text of the catalogs themselves.
  /^contract\/kit\/translate\.ts$/,
  // Words by which languages are recognized.
  /^contract\/kit\/detectLanguage(?:\.test)?\.ts$/,
  // Commands of the operator, and usernames that nobody may take.
  /\/operator(?:\/|\.ts$)|\/reserved\.ts$/,
  // The letter that begins a message to an office, and what its email adds. Offices read English.
  /\/contactTemplate\.ts$|^server\/participation\/messages\/contact\.ts$/,
  // Summaries of updates are stored in English. `summaryInWords` translates them, and its own texts are in the catalogs.
  /^server\/legislation\/updates\/(?:changes|imported|record)\.ts$/,
  // Names of devices and of programs that read feeds are stored in English, and translated where they are shown.
  /\/signIn\/device\.ts$|\/feeds\/readerKind\.ts$/,
  // Reports that Hurd makes itself are stored in English. `reportText` translates them.
  /^server\/operations\/moderation\/(?:flagging|returningMembers)\.ts$/,
  // For programs: terms of schema.org, rules for crawlers, names of fonts, the conformance report of accessibility.
  /\/structuredData\.ts$|\/robots\.ts$|\/(?:pictureFonts|conformanceReport)\.ts$/,
  // What is said to mail servers and to the log.
  /^server\/platform\/mail\/deliver\w*\.ts$/,
]

const root = fileURLToPath(new URL('../..', import.meta.url))

type Node = { type: string; start: number; end: number; [field: string]: unknown }
type Text = { file: string; line: number; text: string }

export type Messages = {
  /** The texts that are translated. */
  used: Text[]
  /** Texts that are shown without a translation. */
  outside: Text[]
}

/** Reads the texts of one file. `code` is TypeScript. */
export function readMessages(file: string, code: string): Messages {
  const messages: Messages = { used: [], outside: [] }
  const isTsx = file.endsWith('x')
  visit(parseAst(code, { lang: isTsx ? 'tsx' : 'ts' }), [])
  return messages

  function add(list: Text[], node: Node, text: string) {
    list.push({ file, line: code.slice(0, node.start).split('\n').length, text })
  }

  function visit(node: unknown, above: readonly Node[]) {
    if (Array.isArray(node)) for (const item of node) visit(item, above)
    if (!isNode(node)) return
    const [parent] = above
    if (node.type === 'ImportDeclaration' || isTypeOnly(node) || (parent && isNeverShown(parent, node))) {
      return
    }
    const text = textOf(node)
    if (text !== null && parent && isTranslated(parent, node)) {
      if (isLiteral(node)) add(messages.used, node, text)
      return
    }
    if (text !== null && isShown(node, text, parent)) add(messages.outside, node, text.trim())
    for (const child of Object.values(node)) visit(child, [node, ...above])
  }
}

/** The text of a node: a literal, the text of an element, or the fixed parts of a template. */
function textOf(node: Node): string | null {
  if (isLiteral(node)) return String(node['value'])
  if (node.type === 'JSXText') return String(node['value']).replaceAll(/\s+/g, ' ')
  if (node.type !== 'TemplateLiteral') return null
  const parts = listOf(node['quasis']).map(({ value }) => (isRecord(value) ? String(value['cooked']) : ''))
  return parts.join('◇')
}

/** True for the text of `t`, `msg` and `plural`, and for that of `<T text="…" />`. */
function isTranslated(parent: Node, node: Node): boolean {
  if (parent.type === 'JSXAttribute') return nameOf(parent['name']) === 'text'
  if (parent.type === 'JSXExpressionContainer') return false
  if (parent.type !== 'CallExpression') return false
  const name = nameOf(parent['callee'])
  const passed = listOf(parent['arguments'])
  return ((name === 't' || name === 'msg') && passed[0] === node) || (name === 'plural' && passed[1] === node)
}

const symbols =
  /^(?:Escape|Enter|Tab|Home|End|Arrow\w+|Page(?:Up|Down)|Backspace|Delete|GET|POST|PUT|DELETE|HEAD|UTC|Hurd|[A-Z]\w+Error|Bearer .*)$/

/** True if a reader sees this text. Names of classes, keys of the keyboard and parts of paths are not words. */
function isShown(node: Node, text: string, parent: Node | undefined): boolean {
  if (node.type === 'JSXText' || isNamingAttribute(parent)) return /[A-Za-z]{2}/.test(text)
  if (notShown.has(text)) return false
  if (parent?.type === 'TaggedTemplateExpression') return isHtml(parent) && hasWords(text)
  if (node.type === 'TemplateLiteral') return isSentence(text)
  // The file and the title of a test, as the report on accessibility names its evidence.
  if (/^[\w./-]+\.(?:spec|test)\.ts: /.test(text)) return false
  if (symbols.test(text) || /^[a-z]+[A-Z]|^[A-Z]\w*[-/_]|^M\d|[{};]|^https?:/.test(text)) return false
  return /^["“‘(]?[A-Z][^A-Z]*[a-z]/.test(text) || /[a-z]{2,},? [a-z]{2,},? [a-z]{2,}/.test(text)
}

/** True for attributes whose value a reader sees or hears, however short it is. */
function isNamingAttribute(parent: Node | undefined): boolean {
  return (
    parent?.type === 'JSXAttribute' &&
    /^(?:aria-(?:label|description|valuetext|roledescription)|title|alt|placeholder|label|legend|heading)$/.test(
      nameOf(parent['name']),
    )
  )
}

function isSentence(text: string): boolean {
  if (/\/|^\.|[{}#=?<>]|[:-]◇|◇-|◇px|\n|--/.test(text) || !/\s/.test(text)) return false
  return /^["“‘(]?[A-Z◇]/.test(text)
    ? /(?:^|[\s◇(“])[A-Za-z’']{2,}(?:[\s◇,.:;?!)”…]|$)/.test(text)
    : /[a-z]{2,} [a-z]{2,} [a-z]{2,}/.test(text)
}

function isHtml({ tag }: Node): boolean {
  return nameOf(tag) === 'html'
}

/** True if a template of HTML has words between its tags. Code is the same in every language. */
function hasWords(markup: string): boolean {
  return /[A-Za-z]{2}/.test(
    markup
      .replaceAll(/<(?:style|script|code)[^]*?<\/(?:style|script|code)>/g, '')
      .replaceAll(/<!--[^]*?-->/g, '')
      // A part of a tag that is written only for some readers.
      .replace(/^\s*(?:aria-current|data-theme)="[^"]*"$/, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/^[^<]*>|<[^>]*$/g, ' ')
      .replaceAll(/&\w+;/g, ' '),
  )
}

/** Arguments of these functions are names of things of the browser, or go to the log. */
const technical =
  /^(?:querySelector(?:All)?|getElementById|addEventListener|removeEventListener|classNames|getItem|setItem|matchMedia|[sg]etAttribute|includes|startsWith|endsWith|replace(?:All)?|split|test|endpoint|closest|createElement|send|emit|warn|info|debug|get|set|has|add|join)$/

const nameAttributes =
  /^(?:className|id|to|href|type|variant|size|key|role|htmlFor|src|rel|target|autoComplete|inputMode|lang|method)$/

function isNeverShown(parent: Node, node: Node): boolean {
  switch (parent.type) {
    case 'CallExpression':
    case 'NewExpression': {
      if (listOf(parent['arguments']).every((argument) => argument !== node)) return false
      const callee = parent['callee']
      if (isNode(callee) && isNode(callee['object']) && nameOf(callee['object']) === 'console') return true
      const name = nameOf(callee)
      if (parent.type === 'NewExpression') return name === 'Error' || name === 'Intl'
      return technical.test(name) && textOf(node) !== null
    }
    case 'Property':
      return parent['key'] === node && parent['computed'] !== true
    case 'MemberExpression':
      return parent['property'] === node
    case 'BinaryExpression':
      return /==|^in$/.test(String(parent['operator']))
    case 'SwitchCase':
      return parent['test'] === node
    case 'JSXAttribute':
      return nameAttributes.test(nameOf(parent['name']))
    case 'ThrowStatement':
    case 'ExpressionStatement':
      return isLiteral(node)
    case 'TaggedTemplateExpression':
      return node.type === 'TemplateLiteral' && !isHtml(parent) && listOf(node['expressions']).length === 0
    default:
      return false
  }
}

function isTypeOnly({ type }: Node): boolean {
  return type.startsWith('TS') && !/^TS(?:As|NonNull|Satisfies)/.test(type)
}

function isLiteral(node: Node): boolean {
  return node.type === 'Literal' && typeof node['value'] === 'string'
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  return typeof node['name'] === 'string' ? node['name'] : nameOf(node['property'])
}

function listOf(nodes: unknown): Node[] {
  return Array.isArray(nodes) ? nodes.filter(isNode) : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isNode(value: unknown): value is Node {
  return isRecord(value) && 'type' in value && 'start' in value && 'end' in value
}

/** Compares the texts with a catalog. Every line says what is wrong. */
export function compareWithCatalog(
  texts: ReadonlySet<string>,
  catalog: ReadonlyMap<string, string>,
): string[] {
  const missing = [...texts].filter((text) => !catalog.has(text)).map((text) => `not translated: ${text}`)
  const unused = [...catalog.keys()].filter((text) => !texts.has(text)).map((text) => `not used: ${text}`)
  const unlike = [...catalog].flatMap(([text, translation]) =>
    placeholders(text) === placeholders(translation) ? [] : [`other placeholders: ${text}`],
  )
  return [...missing, ...unused, ...unlike]
}

/** The placeholders and elements of all forms of a text. */
function placeholders(text: string): string {
  return [...new Set(text.match(/\{\w+\}|<\/?\w+>/g))].toSorted().join(' ')
}

/** Reads the texts of all files below these paths. */
function readAllMessages(paths: readonly string[]): Messages {
  const all: Messages = { used: [], outside: [] }
  for (const path of paths) {
    for (const name of readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })) {
      const file = `${path}/${name}`
      const isSource = /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)
      if (!isSource || inEnglish.some((pattern) => pattern.test(file))) continue
      const { used, outside } = readMessages(file, readFileSync(join(root, file), 'utf8'))
      all.used.push(...used)
      all.outside.push(...outside)
    }
  }
  return all
}

/** Returns the texts of these folders, and a line for each text that some reader sees in English. Without folders, reads all. */
export function findProblems(chosen: readonly string[] = []): { texts: Set<string>; problems: string[] } {
  const { used, outside } = readAllMessages(chosen.length > 0 ? chosen : folders)
  const texts = new Set(used.map(({ text }) => text))
  const problems = outside.map(({ file, line, text }) => `${file}:${line} outside the catalogs: ${text}`)
  for (const { code } of languages.slice(1)) {
    const lines = compareWithCatalog(texts, readCatalog(code))
    // A part of the folders does not use all texts of a catalog.
    const concerned = chosen.length > 0 ? lines.filter((line) => !line.startsWith('not used')) : lines
    problems.push(...concerned.map((line) => `languages/${code} ${line}`))
  }
  return { texts, problems }
}

if (import.meta.main) {
  const { texts, problems } = findProblems(process.argv.slice(2))
  for (const problem of problems) console.log(problem)
  console.log(`${texts.size} texts, ${problems.length} problems`)
  if (problems.length > 0) process.exitCode = 1
}
