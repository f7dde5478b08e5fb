import { Parser } from 'htmlparser2'
import { raisedInHtml } from './text/raisedText.ts'

/*
 * The normal form of every text that comes from a source (docs/data.md, "Characters"). Each reader's fields pass through
 * here by way of externalJson.ts, xmlTree.ts and csv.ts so that a text is decoded once, where it enters.
 */

/** Matches a text that is already in normal form: printable ASCII without the two characters that need a closer look. */
const plain = /^[\t\n\r -%'-_a-~]*$/

/** The letters of Windows-1252 that Latin-1 has as control characters, from U+0080 on. A blank has no letter. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

const ligatures: Readonly<Record<string, string>> = {
  '\ufb00': 'ff',
  '\ufb01': 'fi',
  '\ufb02': 'fl',
  '\ufb03': 'ffi',
  '\ufb04': 'ffl',
  '\ufb05': 'st',
  '\ufb06': 'st',
}

// Control and format characters, soft hyphens, zero-width spaces, marks of the writing direction, tags and noncharacters.
const invisible =
  // oxlint-disable-next-line no-control-regex -- removes control characters
  /[\u034f\u0000-\u0008\u000e-\u001f\u007f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gu
// The joiners have a meaning inside words of some scripts and inside emoji, but not beside ASCII.
const strayJoiner = /(?<=^|[\t -~])[\u200c\u200d]+|[\u200c\u200d]+(?=$|[\t -~])/g

// Inside a word, these stand for the ʻokina, and the second list for an apostrophe.
const okinaInside = /[`\u2018\u201b\u02bd\u02bf](?<=\p{L}\p{M}*.)(?=\p{L})/gu
const apostropheInside = /[\u00b4\u02b9\u02bc\uff07](?<=\p{L}\p{M}*.)(?=\p{L})/gu
// A Hawaiian word of two syllables or more, which begins with a quotation mark in place of the ʻokina.
const okinaBefore =
  /[`\u2018](?<![\p{L}\p{N}].)(?=[aeiouāēīōū][aeiouāēīōūʻ]*(?:[hklmnpw][aeiouāēīōūʻ]+)+(?!\p{L}))/giu

/**
 * Returns a text in normal form: NFC, without control characters and zero-width spaces, with ordinary blanks and hyphens,
 * and with one letter for the ʻokina. UTF-8 that was read as Windows-1252 is repaired. Quotation marks and dashes that
 * people read stay as the source wrote them. A text in normal form is returned unchanged.
 */
export function normalizeCharacters(text: string): string {
  if (plain.test(text)) return text
  const wellFormed = text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, '')
  const clean = repairMojibake(wellFormed)
    .replace(/[\u0080-\u009f]/g, fromWindows1252)
    // oxlint-disable-next-line no-control-regex -- page breaks and vertical tabs separate lines
    .replace(/[\u000b\u000c\u2028\u2029]/g, '\n')
    .replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164\uffa0]/g, ' ')
    .replace(invisible, '')
    .replace(strayJoiner, '')
    .replace(/[\ufb00-\ufb06]/g, (letter) => ligatures[letter] ?? letter)
    .replace(/[\u2010\u2011\ufe63\uff0d]/g, '-')
    .replaceAll('\u2012', '–')
    .replaceAll('\u2015', '—')
    .normalize('NFC')
    .replace(apostropheInside, '’')
    .replace(okinaInside, 'ʻ')
  return /[`\u2018]/.test(clean) && !/[\u2019']/.test(clean) ? clean.replace(okinaBefore, 'ʻ') : clean
}

/** Returns a text with one space in place of each run of white space. A single space is skipped, because most are. */
export function withSingleSpaces(text: string): string {
  return text.replace(/ \s+|[^\S ]\s*/g, ' ')
}

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi

/**
 * Returns a text whose HTML entities are decoded, even if the source encoded them twice. Only entities with a semicolon
 * count, so "AT&T" and "R&D" stay.
 */
export function decodeEntities(text: string): string {
  let decoded = text
  // No source is known to encode more often than this, and the limit bounds the work.
  for (let round = 0; round < 3 && decoded.includes('&'); round += 1) {
    const next = decoded.replace(entity, decodeEntity)
    if (next === decoded) break
    decoded = next
  }
  return decoded
}

/** Matches the tags of HTML inside a line. No title, name or action contains one as its own text. */
export const inlineTags =
  /<\/?(?:a|abbr|b|big|cite|code|del|em|font|i|ins|mark|nobr|o:p|s|small|span|strike|strong|sub|sup|u|wbr)(?:\s[^<>]*)?\/?>/i
/** Matches the tags that begin or end a line, a paragraph or a cell. */
const blockTags =
  /<\/?(?:blockquote|br|center|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|table|tbody|td|th|thead|tr|ul)(?:\s[^<>]*)?\/?>/gi

/** Returns a text without the tags of HTML inside a line. Raised and lowered letters stay so, as characters. */
export function withoutInlineTags(text: string): string {
  if (!text.includes('<')) return text
  const lines = text.replace(/<!\[CDATA\[|\]\]>/g, '').replace(blockTags, ' ')
  return inlineTags.test(lines) ? raisedInHtml(lines).replace(new RegExp(inlineTags, 'gi'), '') : lines
}

const knownEntities = new Map<string, string>()

function decodeEntity(written: string): string {
  const character = knownEntities.get(written)
  if (character !== undefined) return character
  let decoded = ''
  const parser = new Parser({
    ontext(text) {
      decoded += text
    },
  })
  parser.end(written)
  // The parser also reads the beginning of an unknown name as an entity: "&ampersand;" would become "&ersand;".
  const isUnknown = decoded.endsWith(';') && decoded !== ';'
  // A number that is no character has nothing to show.
  const result = isUnknown ? written : decoded === '\ufffd' ? '' : decoded
  if (knownEntities.size < 5000) knownEntities.set(written, result)
  return result
}

/** Returns the letter of Windows-1252 for a control character that Latin-1 has in its place. */
export function fromWindows1252(control: string): string {
  return (windows1252[control.charCodeAt(0) - 0x80] ?? '').trim()
}

// A capital letter with an accent has a letter of Windows-1252 behind the Ã: "Ã“scar". A word may also end in Ã before a quotation mark.
const mojibake = /[ÂÃ][\u0080-\u00bf]|Ã[€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ](?=\p{L})|â€|ï»¿/u

/** Repairs UTF-8 that was wrongly decoded as Windows-1252 ("Â§ 4" for "§ 4"). Other text is unchanged. */
function repairMojibake(text: string): string {
  if (!mojibake.test(text)) return text
  return text.replace(/[\u0080-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{2,}/g, (run) => {
    try {
      return strictUtf8.decode(Uint8Array.from(run, windows1252Byte))
    } catch {
      return run
    }
  })
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

function windows1252Byte(character: string): number {
  const index = character === ' ' ? -1 : windows1252.indexOf(character)
  return index >= 0 ? 0x80 + index : character.charCodeAt(0)
}
