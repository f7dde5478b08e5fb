import { Parser } from 'htmlparser2'
import { removedTags } from '#contract/bills/versions.ts'
import { readStyleSheet, type Declarations, type StyledElement, type StyleSheet } from './styleSheet.ts'

/** How words are shown. */
type Look = {
  isHidden: boolean
  isInvisible: boolean
  isStruck: boolean
  isUnderlined: boolean
  isUppercase: boolean
  isBold: boolean
  /** The weight of the surrounding text. Words are bold only if they differ from it. */
  hasBoldText: boolean
  /** A tag of the page marks the words already. */
  hasTag: boolean
}
/**
 * `before` is the text of the same paragraph before these words. `isRemoved` is true for the words of a title, style sheet or
 * script, which are no words of the bill.
 */
type Words = { text: string; look: Look; before: string; isRemoved: boolean }
type Token = Words | { tag: string; isHidden: boolean }

const plainLook: Look = {
  isHidden: false,
  isInvisible: false,
  isStruck: false,
  isUnderlined: false,
  isUppercase: false,
  isBold: false,
  hasBoldText: false,
  hasTag: false,
}
const removed: ReadonlySet<string> = new Set(removedTags)
const struckTags = new Set(['s', 'strike', 'del'])
const newTags = new Set(['u', 'ins'])
const inlineTags = new Set(['span', 'font', 'b', 'strong', 'i', 'em', 'a', 'big', 'small', 'code', 'tt'])
/** The classes of two legislatures, for a page that was stored without its style sheet. */
const draftingClasses: Readonly<Record<string, 'struck' | 'new'>> = {
  o: 'struck',
  formattedstrike: 'struck',
  up: 'new',
  formattednew: 'new',
}
const enacting = /\benact(?:ed)?\b/i
/** A text that is too long for a heading. */
const sentence = /(?:\S+\s+){8,}\S*[.;:]/
/** The start of a section, after which an underlined text is the heading of the section. */
const sectionLabel = /^\s*(?:sec(?:tion|\.)|\d+-\d)(?:[^a-z]|&nbsp;)*$/i

/**
 * Removes what a page hides, and writes the words that it shows as struck or new in `<s>` and `<u>`. What it shows is
 * read from its style sheets and the styles of its elements so that the names of classes do not matter.
 */
export function markPage(page: string): string {
  if (!/style|class\s*=|hidden/i.test(page)) return page
  const tokens = tokensOf(page, readStyleSheet(page))
  const visibleTokens = tokens.filter((token) => ('look' in token ? !isUnseen(token.look) : !token.isHidden))
  // A page that a script reveals is hidden as a whole.
  const isAllHidden = !visibleTokens.some(
    (token) => 'look' in token && !token.isRemoved && /[a-z]/i.test(token.text),
  )
  return writeMarks(isAllHidden ? tokens : visibleTokens)
}

function isUnseen({ isHidden, isInvisible }: Look): boolean {
  return isHidden || isInvisible
}

function tokensOf(page: string, sheet: StyleSheet): Token[] {
  const tokens: Token[] = []
  const open: StyledElement[] = []
  const looks: Look[] = [plainLook]
  const areTagsDropped: boolean[] = []
  let before = ''
  const source = () => page.slice(parser.startIndex, parser.endIndex + 1)
  const parser: Parser = new Parser(
    {
      onopentag(tag, attributes, isImplied) {
        const classes = (attributes['class'] ?? '').split(/\s+/).filter(Boolean)
        open.push({ tag, id: attributes['id'] ?? '', classes, style: attributes['style'] ?? '' })
        const declared = sheet.declared(open)
        const look = lookOf(tag, declared, looks.at(-1) ?? plainLook, 'hidden' in attributes)
        looks.push(withDraftingClasses(look, classes, declared, sheet))
        // A tag whose decoration the page turns off marks nothing.
        const isOff = declared['text-decoration'] === 'none' && (struckTags.has(tag) || newTags.has(tag))
        areTagsDropped.push(isOff)
        if (!inlineTags.has(tag) && !look.hasTag) before = ''
        if (!isImplied && !isOff) tokens.push({ tag: source(), isHidden: look.isHidden })
      },
      ontext() {
        const text = source()
        const look = looks.at(-1) ?? plainLook
        tokens.push({ text, look, before, isRemoved: open.some((element) => removed.has(element.tag)) })
        if (!isUnseen(look)) before += text
      },
      onclosetag(tag, isImplied) {
        open.pop()
        const isHidden = looks.pop()?.isHidden ?? false
        const isDropped = areTagsDropped.pop()
        if (!isImplied && !isDropped) tokens.push({ tag: `</${tag}>`, isHidden })
      },
    },
    { decodeEntities: false },
  )
  parser.end(page)
  return tokens
}

/** Returns the look of an element's own words. Decoration reaches every word inside, and weight is inherited. */
function lookOf(tag: string, declared: Declarations, outer: Look, hasHiddenAttribute: boolean): Look {
  const { display, visibility } = declared
  const decoration = declared['text-decoration']
  const isInline = inlineTags.has(tag)
  const weight = declared['font-weight']
  const declaresBold = weight === undefined ? null : /^(bold|bolder|[6-9]00)$/.test(weight)
  const isStruckTag = struckTags.has(tag) && decoration !== 'none'
  const isNewTag = newTags.has(tag) && decoration !== 'none'
  const transform = declared['text-transform']
  return {
    isHidden:
      outer.isHidden || declared['mso-hide'] === 'all' || (display ? display === 'none' : hasHiddenAttribute),
    isInvisible: visibility ? visibility === 'hidden' || visibility === 'collapse' : outer.isInvisible,
    isStruck: outer.isStruck || isStruckTag || Boolean(decoration?.includes('line-through')),
    // Links are underlined because they are links.
    isUnderlined:
      outer.isUnderlined || isNewTag || (tag !== 'a' && Boolean(decoration?.includes('underline'))),
    isUppercase: transform === undefined ? outer.isUppercase : isInline && transform === 'uppercase',
    isBold: isInline && declaresBold !== null ? declaresBold && !outer.hasBoldText : outer.isBold,
    hasBoldText: !isInline && declaresBold !== null ? declaresBold : outer.hasBoldText,
    hasTag: outer.hasTag || isStruckTag || isNewTag,
  }
}

function withDraftingClasses(
  look: Look,
  classes: readonly string[],
  declared: Declarations,
  sheet: StyleSheet,
): Look {
  const decoration = declared['text-decoration']
  if (decoration !== undefined && decoration !== 'none') return look
  // A class that the page's own sheet styles means what the sheet shows. Bold alone does not say whether words are struck or
  // new, so the name of the class decides.
  const decisiveClasses = classes.filter((name) => look.isBold || !sheet.names(name))
  const meanings = new Set(decisiveClasses.map((name) => draftingClasses[name.toLowerCase()]))
  if (meanings.has('struck')) return { ...look, isStruck: true }
  return meanings.has('new') ? { ...look, isUnderlined: true } : look
}

/**
 * Returns the words that the page shows as new. A legislature prints them in capitals (and underlines only headings),
 * underlines them, or prints them in bold. Capitals mean this if the page also has struck words, or in the middle of a
 * sentence; before the enacting clause, they are the title of the bill. Bold means this only right beside struck words.
 */
function newWordsIn(words: readonly Words[]): ReadonlySet<Words> {
  const start = words.findIndex(({ text }) => enacting.test(text)) + 1
  const law = words.slice(start)
  const tagged = words.filter(({ look }) => look.hasTag && look.isUnderlined)
  const capitals = law.filter(({ look }) => look.isUppercase)
  const hasStruck = law.some(({ look }) => look.isStruck)
  const isInSentence = ({ text, look, before }: Words, index: number) =>
    look.isUppercase &&
    (sentence.test(text) || (/[a-z,]\s*$/.test(before) && /^\s*[a-z,]/.test(law[index + 1]?.text ?? '')))
  const isPrintedInCapitals = (hasStruck && capitals.length > 0) || law.some(isInSentence)
  if (isPrintedInCapitals) return new Set([...capitals, ...tagged])
  const underlined = words.filter(({ look, before }) => look.isUnderlined && !sectionLabel.test(before))
  if (underlined.length > 0) return new Set([...underlined, ...tagged])
  const isBoldBesideStruck = ({ look }: Words, index: number) =>
    look.isBold && [law[index - 1], law[index + 1]].some((neighbor) => neighbor?.look.isStruck)
  return new Set(law.some(isBoldBesideStruck) ? law.filter(({ look }) => look.isBold) : [])
}

function writeMarks(tokens: readonly Token[]): string {
  const added = newWordsIn(
    tokens.flatMap((token) => ('look' in token && /\S/.test(token.text) ? [token] : [])),
  )
  return tokens
    .map((token) => {
      if ('tag' in token) return token.tag
      const { text, look } = token
      if (look.hasTag || !/\S/.test(text)) return text
      if (look.isStruck) return `<s>${text}</s>`
      return added.has(token) ? `<u>${text}</u>` : text
    })
    .join('')
}
