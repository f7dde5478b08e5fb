import { parseAst, type Plugin } from 'vite'
import { languages, readCatalog } from '#server/platform/language/catalogs.ts'
import { pageTexts } from '#web/pageTexts.ts'

type Node = { type: string; start: number; end: number; [field: string]: unknown }
type Edit = { start: number; end: number; text: () => string }

/** The functions of contract/kit/translate.ts that take a text of the catalogs. */
const functions = new Set(['t', 'msg', 'plural'])

/** The language for which the pages are built. `npm run build` builds them once for each (scripts/pages.ts). */
export const pageLanguage = process.env['LANGUAGE'] ?? 'en'

/**
 * Writes the translations of a language into the code of the pages. A text without values becomes a literal, so a page in
 * English is as small as if it knew no other language.
 */
export function translations(language = pageLanguage): Plugin {
  const translate = translatorTo(language)
  return {
    name: 'translations',
    enforce: 'pre',
    config: () => ({
      define: {
        builtLanguage: JSON.stringify(language),
        builtLanguages: JSON.stringify(languages),
      },
    }),
    transform: {
      filter: { id: /\/(?:web|contract)\/.*\.tsx?$/, code: /translate\.ts'|\/T\.tsx'/ },
      handler(code, id) {
        if (id.includes('/kit/translate.ts')) {
          return null
        }
        const program = parseAst(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' })
        return { code: rewrite(code, program, translate), map: null }
      },
    },
  }
}

function translatorTo(language: string): (text: string) => string {
  const catalog = readCatalog(language)
  return (text) => catalog.get(text) ?? text.replace(/^\[[^\]]*\](?=.)/, '')
}

/** Puts everything but the assets of a language into the folder of the language, with the texts of its pages. English has none. */
export function languageFolder(language = pageLanguage): Plugin {
  const translate = translatorTo(language)
  return {
    name: 'language-folder',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      if (language === 'en') {
        return
      }
      for (const [name, file] of Object.entries(bundle)) {
        if (name.startsWith('assets/') || file.type !== 'asset') {
          continue
        }
        const { source } = file
        delete bundle[name]
        const text = pageTexts
          .reduce((page, english) => page.replace(english, () => translate(english)), String(source))
          .replace('<html lang="en">', `<html lang="${language}">`)
        this.emitFile({
          type: 'asset',
          fileName: `${language}/${name}`,
          source: name.endsWith('.html') ? text : source,
        })
      }
    },
  }
}

/** Returns the code of a node in which every text is translated. */
function rewrite(code: string, node: unknown, translate: (text: string) => string): string {
  const range = isNode(node) ? node : { start: 0, end: code.length }
  const edits: Edit[] = []
  collect(node)
  let text = ''
  let position = range.start
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(position, edit.start) + edit.text()
    position = edit.end
  }
  return text + code.slice(position, range.end)

  function collect(inner: unknown) {
    if (Array.isArray(inner)) {
      for (const item of inner) collect(item)
    }
    if (!isNode(inner)) {
      return
    }
    const edit = editOf(inner)
    if (edit) {
      edits.push({ start: inner.start, end: inner.end, text: edit })
    } else {
      for (const child of Object.values(inner)) collect(child)
    }
  }

  function editOf(inner: Node): (() => string) | null {
    if (inner.type === 'JSXElement') {
      return null
    }
    if (inner.type === 'JSXAttribute') {
      return attributeEdit(inner)
    }
    const call = callOf(inner)
    if (!call) {
      return null
    }
    const { name, text, values } = call
    if (name === 'plural') {
      return () => pluralCall(inner, translate(text))
    }
    const translated = translate(text)
    if (values === null) {
      return () => JSON.stringify(translated)
    }
    const properties = simpleProperties(values)
    return () =>
      properties
        ? templateOf(
            translated,
            new Map(properties.map(([key, value]) => [key, rewrite(code, value, translate)])),
          )
        : `${name}(${JSON.stringify(translated)}, ${rewrite(code, values, translate)})`
  }

  function pluralCall(call: Node, forms: string): string {
    const [count, , values] = listOf(call['arguments'])
    const rest = values ? `, ${rewrite(code, values, translate)}` : ''
    return `plural(${rewrite(code, count, translate)}, ${JSON.stringify(forms)}${rest})`
  }

  /** The text of `<T text="…" />`. Attributes with this name and a literal occur only there. */
  function attributeEdit({ name, value }: Node): (() => string) | null {
    if (!isNode(name) || name['name'] !== 'text' || !isNode(value) || value.type !== 'Literal') {
      return null
    }
    return () => `text={${JSON.stringify(translate(String(value['value'])))}}`
  }
}

/** A call of one of the functions with a literal text, or null. */
function callOf(node: Node): { name: string; text: string; values: Node | null } | null {
  const callee = node['callee']
  if (node.type !== 'CallExpression' || !isNode(callee) || callee.type !== 'Identifier') {
    return null
  }
  const name = String(callee['name'])
  if (!functions.has(name)) {
    return null
  }
  const passed = listOf(node['arguments'])
  const [text, values] = name === 'plural' ? [passed[1], passed[2]] : passed
  if (text?.type !== 'Literal' || typeof text['value'] !== 'string') {
    return null
  }
  return { name, text: text['value'], values: values ?? null }
}

/** The names and values of an object literal without spreads and computed names. */
function simpleProperties(values: Node): [string, Node][] | null {
  if (values.type !== 'ObjectExpression') {
    return null
  }
  const properties = listOf(values['properties']).map(
    ({ type, computed, key, value }): [string, Node] | null =>
      type === 'Property' && !computed && isNode(key) && typeof key['name'] === 'string' && isNode(value)
        ? [key['name'], value]
        : null,
  )
  const simple = properties.filter((property) => property !== null)
  return simple.length === properties.length ? simple : null
}

function templateOf(text: string, values: ReadonlyMap<string, string>): string {
  const parts = text.split(/\{(\w+)\}/).map((part, index) => {
    const value = index % 2 === 1 ? values.get(part) : undefined
    return value === undefined ? escaped(index % 2 === 1 ? `{${part}}` : part) : `\${${value}}`
  })
  return `\`${parts.join('')}\``
}

function escaped(text: string): string {
  return text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&')
}

function listOf(nodes: unknown): Node[] {
  return Array.isArray(nodes) ? nodes.filter(isNode) : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value
}
