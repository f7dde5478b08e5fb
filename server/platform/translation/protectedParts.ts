/**
 * Finds the parts of a text that a translation must not change, and replaces them with words that no program translates. The
 * words are put back after the translation.
 */

/** Words that begin a sentence with a capital letter and are no part of a name there. Elsewhere they are: Las Cruces, The Dalles. */
const firstWords = new Set(
  `The This That These Those They We You He She It If But And So My Our Your His Her Their There Here When Where Why What Who How
  Which While Because Although Please Yes No Not Nobody Nothing Never None Neither Every Each All Some Many Most Any Both As At In
  On For From To With Without By After Before Since Until During Under Over Between About Is Are Was Were Do Does Did Has Have Had
  Can Could Should Would Will May Must Let Ask Read Vote Support Oppose Stop Keep Thank Thanks Also Even Only Just Now Then Today
  Tomorrow Last Next First People Members Families Residents Voters Parents Teachers Neighbors Everyone Someone Hi Hello
  El La Los Las Lo Un Una Unos Unas Este Esta Estos Estas Ese Esa Eso Esto Tú Usted Ustedes Él Ella Ellos Ellas Nosotros Nos Me Se
  Mi Mis Su Sus Nuestro Nuestra Nuestros Nuestras Si Sí Pero Y O Porque Aunque Cuando Donde Como Qué Quién Cómo Cuándo Dónde Por
  Para Con Sin De Del Al A En Sobre Desde Hasta Entre Según Durante Es Son Era Fue Hay Ni Nunca Nadie Nada Ningún Ninguna Ninguno
  Tampoco Todos Todas Todo Toda Cada Muchos Muchas Algunos Algunas Hoy Mañana Ayer Ya Ahora Entonces También Solo Tanto Gracias
  Apoyo Opongo Voten Lea Lean Diga Debemos Deben Debe Puede Pueden Quiero Queremos Creo Necesitamos Tenemos Tiene Tienen Gente
  Familias Vecinos Padres Maestros Votantes Residentes Hola Estimado Estimada`.split(/\s+/),
)

/** Words that English writes with a capital letter although they have a translation. */
const commonWords = new Set(
  `I I'm I've I'd I'll I’m I’ve I’d I’ll Yo Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April June
  July August September October November December English Spanish American Americans Congress Senate House Committee Governor
  President Mayor Senator Representative Council County City State Federal Republican Republicans Democrat Democrats Democratic
  Bill Law Election Day Congreso Senado Cámara Comité Gobernador Gobernadora Presidente Alcalde Alcaldesa Senador Senadora
  Representante Concejo Condado Ciudad Estado Ley Proyecto`.split(/\s+/),
)

const name = String.raw`(?:(?:St|Mt|Ft|Dr|Mr|Mrs|Ms|Sr|Sra|Srta|Rep|Sen|Gov|Prof|Rev)\.|\p{Lu}[\p{L}\p{M}'’-]+)`

/** What is never translated, from the longest to the shortest. */
const patterns: readonly RegExp[] = [
  // Quotations, because they are words of a bill or of somebody else.
  /“[^”\n]{1,500}”|«[^»\n]{1,500}»|"[^"\n]{1,500}"/gu,
  // URLs, email addresses and mentions.
  /https?:\/\/[^\s)]+[^\s).,;:!?]|www\.[^\s)]+[^\s).,;:!?]|[\w.+-]+@[\w-]+\.[\w.-]*\w|[@#][\p{L}\p{N}_][\p{L}\p{N}_.-]*[\p{L}\p{N}_]|[@#][\p{L}\p{N}]/gu,
  // Codes of bills and laws, such as HB 1234, H.R. 1, S.J.Res. 5, LL 97, Prop 12, § 4(a).
  /(?<![\p{L}\p{N}])(?:(?:\p{Lu}\.\s?){1,3}(?:(?:J|Con|Res)\.\s?)*\d[\d-]*|\p{Lu}{1,5}(?:\s?[-–]\s?|\s?)\d[\d-]*[A-Z]?|(?:Prop(?:osition)?|Int|Res|Ord|Sec|Art)\.?\s?\d[\d-]*|§+\s?\d[\w.()-]*)(?![\p{L}\p{N}])/gu,
  // Dates with the name of a month.
  /(?<!\p{L})(?:Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)|Apr(?:il|\.)|May|June?|July?|Aug(?:ust|\.)?|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?(?!\p{L}|\d)/gu,
  /(?<!\p{L}|\d)\d{1,2}[.º]?\s+de\s+(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre)(?:\s+(?:de|del)\s+\d{4})?(?!\p{L}|\d)/giu,
  // Amounts, percentages, times, dates and numbers with their signs.
  /(?<![\p{L}\p{N}])[-+−]?(?:US)?[$€£]?\s?\d+(?:[.,:/-]\d+)*(?:\s?(?:%|‰|°[CF]?|¢))?(?:st|nd|rd|th|º|ª|k|K|M|B)?(?![\p{L}\p{N}])/gu,
  // Pictures.
  /(?:\p{Extended_Pictographic}|\p{Regional_Indicator})(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f)*/gu,
  // What looks like the words that replace protected parts.
  /Qx[a-p]+q/gu,
]

/** Several words with a capital letter, joined by particles, or one. */
const names = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:\p{Lu}\.[ ]+)*${name}(?:[ ]+(?:(?:de|del|de la|de los|van|von|of)[ ]+)?(?:${name}|\p{Lu}\.(?=[ ]+\p{Lu})))*`,
  'gu',
)
const startsSentence = /(?:[.!?…:]["”»)\]]?\s+|\n\s*|[¿¡"“«(]\s*)$/u

export type ProtectedText = {
  /** The text with words in place of the protected parts. */
  text: string
  /** The protected parts by their words. */
  parts: ReadonlyMap<string, string>
}

/** The word of a protected part. It looks like a name in no language, so programs leave it as it is. */
const placeholder = /Qx[a-p]+q/g

function wordOf(index: number): string {
  const letters = Array.from(index.toString(16), (digit) =>
    String.fromCodePoint(97 + Number.parseInt(digit, 16)),
  )
  return `Qx${letters.join('')}q`
}

/** `known` are names of people that the text mentions, such as the sponsors of its bill. */
export function protectParts(text: string, known: readonly string[] = []): ProtectedText {
  const parts = new Map<string, string>()
  const ranges: { start: number; end: number }[] = []
  const protect = (start: number, end: number) => {
    if (start < end && ranges.every((other) => end <= other.start || start >= other.end)) {
      ranges.push({ start, end })
    }
  }
  for (const pattern of patterns) {
    for (const { index, 0: part } of text.matchAll(pattern)) {
      const blank = part.length - part.trimStart().length
      protect(index + blank, index + part.trimEnd().length)
    }
  }
  for (const person of known) {
    for (let at = text.indexOf(person); at >= 0; at = text.indexOf(person, at + 1)) {
      protect(at, at + person.length)
    }
  }
  for (const { index, 0: part } of text.matchAll(names)) {
    const [start, end] = nameIn(text, index, part)
    protect(start, end)
  }
  let plain = ''
  let position = 0
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const word = wordOf(parts.size)
    parts.set(word, text.slice(start, end))
    plain += text.slice(position, start) + word
    position = end
  }
  return { text: plain + text.slice(position), parts }
}

/** True for a word that is no part of a name at its beginning or end. */
function isNoName({ word }: { word: string }): boolean {
  return commonWords.has(word) || /^\p{Ll}/u.test(word)
}

/**
 * Returns where the name begins and ends in these capitalized words. Words that are no names are left out at both ends, and so is
 * a single word at the beginning of a sentence, where every word has a capital letter.
 */
function nameIn(text: string, index: number, part: string): [start: number, end: number] {
  const words = [...part.matchAll(/\S+/g)].map((match) => ({
    start: index + match.index,
    end: index + match.index + match[0].length,
    word: match[0],
  }))
  const before = text.slice(Math.max(0, index - 20), index)
  const isFirst = before.trim() === '' || startsSentence.test(before)
  if (isFirst && words[0] && firstWords.has(words[0].word)) words.shift()
  while (words[0] && isNoName(words[0])) words.shift()
  while (words.at(-1) && isNoName(words.at(-1)!)) words.pop()
  const [first] = words
  if (!first || (isFirst && first.start === index && words.length === 1)) return [0, 0]
  return [first.start, words.at(-1)!.end]
}

/** Returns the protected parts of a sentence, as their words in order. */
export function placeholdersOf(sentence: string): string[] {
  return sentence.match(placeholder) ?? []
}

/** Puts the protected parts back. */
export function restoreParts(sentence: string, parts: ReadonlyMap<string, string>): string {
  return sentence.replace(placeholder, (word) => parts.get(word) ?? word)
}
