/**
 * The way in which plain text shows raised and lowered letters, everywhere in Hurd: by Unicode's own characters if each
 * letter has one ("10²⁵", "H₂O"), and else as "x^(ab)" and "x_(ab)". The endings of ordinal numbers ("1st") stay as they
 * are.
 */
const raised = characters('0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ')
const lowered = characters('0123456789+-−=()aehklmnopstx', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕₖₗₘₙₒₚₛₜₓ')

/** Returns the plain text of raised letters. `before` is the text before them. */
export function raisedText(text: string, before: string): string {
  if (/\d$/.test(before.slice(-1)) && /^(?:st|nd|rd|th)$/i.test(text)) return text
  return plainText(text, raised) ?? (text === '' ? '' : `^(${text})`)
}

/** Returns the plain text of lowered letters. */
export function loweredText(text: string): string {
  return plainText(text, lowered) ?? (text === '' ? '' : `_(${text})`)
}

/** Writes the raised and lowered letters of HTML as plain text. */
export function raisedInHtml(html: string): string {
  return html.replace(
    /<(sup|sub)\b[^>]*>([\s\S]*?)<\/\1\s*>/gi,
    (_tag, name: string, inside: string, offset: number, whole: string) => {
      const text = inside.replace(/<[^>]*>/g, '').trim()
      return name.toLowerCase() === 'sub' ? loweredText(text) : raisedText(text, whole.slice(0, offset))
    },
  )
}

function characters(plain: string, other: string): ReadonlyMap<string, string> {
  const letters = Array.from(other)
  return new Map(Array.from(plain, (character, index) => [character, letters[index] ?? '']))
}

function plainText(text: string, alphabet: ReadonlyMap<string, string>): string | null {
  const letters = Array.from(text, (letter) => alphabet.get(letter) ?? null)
  return text !== '' && letters.every((letter) => letter !== null) ? letters.join('') : null
}
