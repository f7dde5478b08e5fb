import { keepsNegation } from './negation.ts'
import { placeholdersOf, protectParts, restoreParts, type ProtectedText } from './protectedParts.ts'
import type { Translate } from './translator.ts'

/** A part of a translated text. What could not be translated safely stays as it was written. */
export type TranslatedPart = { text: string; is_translated: boolean }

/** Sentences are separated by blank lines for the program, so it cannot join them. */
const separator = '\n\n'
const sentenceEnd = /(?<=[.!?…]["”»)\]]*)\s+(?=\S)|\n+/gu
const abbreviation =
  /(?:^|\s)(?:\p{L}\.|Mr|Mrs|Ms|Dr|Sr|Sra|Srta|Rep|Sen|Gov|St|No|Núm|vs|etc|Jr|Ud|Uds|EE|UU)\.?$/u

/**
 * Translates a text sentence by sentence. Names, numbers, codes and quotations stay as they are. A sentence whose translation
 * lost or repeated one of them, or a negation, stays in its language.
 */
export async function translateSentences(
  translate: Translate,
  text: string,
  { from, to, names }: { from: string; to: string; names: readonly string[] },
): Promise<TranslatedPart[]> {
  const protectedText = protectParts(text, names)
  const pieces = splitSentences(protectedText.text)
  const sentences = pieces.filter(({ isSentence }) => isSentence).map(({ text: sentence }) => sentence)
  if (sentences.length === 0) return [{ text, is_translated: false }]
  const translations = await translateAll(translate, sentences, from, to)
  let position = 0
  const parts = pieces.map(({ text: piece, isSentence }) => {
    if (!isSentence) return { text: restoreParts(piece, protectedText.parts), is_translated: null }
    const translation = translations[position++] ?? null
    return partOf(protectedText, piece, translation, { from, to })
  })
  return joinParts(parts)
}

type Languages = { from: string; to: string }

function partOf(
  { parts }: ProtectedText,
  sentence: string,
  translation: string | null,
  { from, to }: Languages,
): TranslatedPart {
  const isSafe =
    translation !== null &&
    hasSameParts(sentence, translation) &&
    keepsNegation(sentence, from, translation, to)
  return { text: restoreParts(isSafe ? translation : sentence, parts), is_translated: isSafe }
}

function hasSameParts(sentence: string, translation: string): boolean {
  const [before, after] = [placeholdersOf(sentence), placeholdersOf(translation)]
  return before.toSorted().join(' ') === after.toSorted().join(' ')
}

/** Translates all sentences at once. If their number changed, it is not known which is which, and all stay as they are. */
async function translateAll(
  translate: Translate,
  sentences: readonly string[],
  from: string,
  to: string,
): Promise<(string | null)[]> {
  const lines = (await translate(sentences.join(separator), from, to))
    .split(/\n\s*\n/)
    .map((line) => line.trim())
  while (lines.at(-1) === '') lines.pop()
  return lines.length === sentences.length ? lines.map((line) => line || null) : sentences.map(() => null)
}

type Piece = { text: string; isSentence: boolean }

/** Splits a text into sentences and the blanks between them. What has no words is no sentence. */
export function splitSentences(text: string): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  const add = (piece: string) => {
    if (piece === '') return
    const sentence = piece.trim()
    const start = piece.length - piece.trimStart().length
    const [before, after] = [piece.slice(0, start), piece.slice(start + sentence.length)]
    const hasWords = /\p{L}/u.test(sentence.replaceAll(/Qx[a-p]+q/g, ''))
    if (before) pieces.push({ text: before, isSentence: false })
    if (sentence) pieces.push({ text: sentence, isSentence: hasWords })
    if (after) pieces.push({ text: after, isSentence: false })
  }
  for (const { index, 0: blank } of text.matchAll(sentenceEnd)) {
    if (!blank.includes('\n') && abbreviation.test(text.slice(start, index))) continue
    add(text.slice(start, index))
    pieces.push({ text: blank, isSentence: false })
    start = index + blank.length
  }
  add(text.slice(start))
  return pieces
}

/**
 * Joins neighboring parts of the same kind. Blanks and protected parts alone (null) belong to the sentence before them, or to the
 * first sentence.
 */
function joinParts(parts: readonly { text: string; is_translated: boolean | null }[]): TranslatedPart[] {
  const joined: TranslatedPart[] = []
  let is_translated = parts.find((part) => part.is_translated !== null)?.is_translated ?? false
  for (const part of parts) {
    is_translated = part.is_translated ?? is_translated
    const last = joined.at(-1)
    if (last?.is_translated === is_translated) last.text += part.text
    else joined.push({ text: part.text, is_translated })
  }
  return joined
}
