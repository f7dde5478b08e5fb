/** The properties that decide whether words are shown and whether they are marked as struck or new. */
const properties = [
  'display',
  'visibility',
  'mso-hide',
  'text-decoration',
  'text-transform',
  'font-weight',
] as const
type Property = (typeof properties)[number]

/** The values that a style sheet and the element's own `style` set, in lower case. */
export type Declarations = Partial<Record<Property, string>>

/** An open element with what selectors can match. */
export type StyledElement = { tag: string; id: string; classes: readonly string[]; style: string }

export type StyleSheet = {
  /** Returns what applies to the last of the open elements, outermost first. */
  declared: (open: readonly StyledElement[]) => Declarations
  /** Returns true if any rule concerns the class. */
  names: (className: string) => boolean
}

type Declaration = { property: Property; value: string; isImportant: boolean }
type Compound = { tag: string; id: string; classes: string[]; isChild: boolean }
type Rule = { compounds: Compound[]; weight: number; declarations: Declaration[] }

/** More than any sum of ids, classes and tags of one selector so that an element's own style wins. */
const ownStyle = 1_000_000

/** Reads the style sheets of a page. Selectors of other kinds than tags, classes, ids and ancestors are left out. */
export function readStyleSheet(page: string): StyleSheet {
  const css = [...page.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style/gi)]
    .map(([, text]) => text ?? '')
    .join('\n')
  const rules = rulesIn(css)
  const byLast = new Map<string, Rule[]>()
  for (const rule of rules) {
    const last = rule.compounds.at(-1)
    const key = last?.classes[0] ? `.${last.classes[0]}` : last?.id ? `#${last.id}` : last?.tag || '*'
    byLast.set(key, [...(byLast.get(key) ?? []), rule])
  }
  const classNames = new Set(rules.flatMap(({ compounds }) => compounds.at(-1)?.classes ?? []))
  return {
    names: (className) => classNames.has(className),
    declared: (open) => {
      const element = open.at(-1)
      if (!element) return {}
      const keys = ['*', element.tag, `#${element.id}`, ...element.classes.map((name) => `.${name}`)]
      const matching = keys
        .flatMap((key) => byLast.get(key) ?? [])
        .filter(({ compounds }) => matches(compounds, open))
      return cascade([
        ...matching,
        { weight: ownStyle, declarations: declarationsIn(element.style), compounds: [] },
      ])
    },
  }
}

function rulesIn(css: string): Rule[] {
  const plain = css
    .replace(/\/\*[\s\S]*?\*\/|<!--|-->/g, ' ')
    // What applies only to one medium, such as a narrow screen, says nothing about the words of the bill.
    .replace(/@media(?![^{]*\b(?:all|screen)\b)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/gi, ' ')
  return [...plain.matchAll(/([^{}@;]+)\{([^{}]*)\}/g)].flatMap(([, selectors = '', body = '']) => {
    const declarations = declarationsIn(body)
    if (declarations.length === 0 && !selectors.includes('.')) return []
    return selectors.split(',').flatMap((selector): Rule[] => {
      const compounds = compoundsOf(selector.trim())
      return compounds ? [{ compounds, weight: weightOf(compounds), declarations }] : []
    })
  })
}

/** Returns the parts of a selector, such as "div.bill > span.x". Null if it has a part of another kind. */
function compoundsOf(selector: string): Compound[] | null {
  const words = selector.replace(/\s*>\s*/g, ' >').split(/\s+/)
  const compounds = words.map((word): Compound | null => {
    const match = /^(>?)(\*|[a-z][a-z0-9-]*)?((?:[.#][\w-]+)*)$/i.exec(word)
    if (!match || word === '' || word === '>') return null
    const [, child = '', tag = '', names = ''] = match
    const parts = names.match(/[.#][\w-]+/g) ?? []
    return {
      tag: tag === '*' ? '' : tag.toLowerCase(),
      id: parts.find((part) => part.startsWith('#'))?.slice(1) ?? '',
      classes: parts.filter((part) => part.startsWith('.')).map((part) => part.slice(1)),
      isChild: child === '>',
    }
  })
  return compounds.every((compound) => compound !== null) ? compounds : null
}

function weightOf(compounds: readonly Compound[]): number {
  return compounds.reduce(
    (sum, { tag, id, classes }) => sum + (id ? 10_000 : 0) + classes.length * 100 + (tag ? 1 : 0),
    0,
  )
}

function declarationsIn(body: string): Declaration[] {
  return body.split(';').flatMap((written): Declaration[] => {
    const [, name = '', text = ''] = /^\s*([\w-]+)\s*:\s*([^]*?)\s*$/.exec(written) ?? []
    const propertyName =
      name.toLowerCase() === 'text-decoration-line' ? 'text-decoration' : name.toLowerCase()
    const property = properties.find((known) => known === propertyName)
    if (!property) return []
    const value = text.toLowerCase()
    return [
      { property, value: value.replace(/\s*!important$/, ''), isImportant: value.endsWith('!important') },
    ]
  })
}

function matches(compounds: readonly Compound[], open: readonly StyledElement[]): boolean {
  const last = compounds.at(-1)
  const element = open.at(-1)
  if (!last || !element || !matchesOne(last, element)) return false
  const rest = compounds.slice(0, -1)
  if (rest.length === 0) return true
  if (last.isChild) return matches(rest, open.slice(0, -1))
  return open.some((_ancestor, index) => index > 0 && matches(rest, open.slice(0, index)))
}

function matchesOne({ tag, id, classes }: Compound, element: StyledElement): boolean {
  return (
    (tag === '' || tag === element.tag) &&
    (id === '' || id === element.id) &&
    classes.every((name) => element.classes.includes(name))
  )
}

/** Returns the value that wins for each property: important before others, then by weight, then the later rule. */
function cascade(rules: readonly Rule[]): Declarations {
  const winners: Declarations = {}
  const ranks: Partial<Record<Property, number>> = {}
  for (const { weight, declarations } of rules.toSorted((a, b) => a.weight - b.weight)) {
    for (const { property, value, isImportant } of declarations) {
      const rank = weight + (isImportant ? 10 * ownStyle : 0)
      if (rank < (ranks[property] ?? 0)) continue
      ranks[property] = rank
      winners[property] = value
    }
  }
  return winners
}
