/**
 * Every character that people write for an apostrophe or for the Hawaiian ʻokina: typewriter and printed apostrophes, grave
 * and acute accents that stand alone, modifier letters and primes.
 */
const apostrophes =
  /['`\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07]/gu

/** Letters that Unicode does not decompose into a plain letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}
const otherLetters = /[æðđħıłøœßþ]/g

/**
 * Returns a text in lower case without accents and without apostrophes of any form, so that "Kaʻahu", "Ka'ahu", "Ka’ahu" and
 * "Kaahu" are equal, and so are "Muñoz" and "MUNOZ". All other punctuation and spaces stay. Use this function wherever names or
 * words from different sources are compared.
 */
export function foldLetters(text: string): string {
  return text
    .replace(apostrophes, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(otherLetters, (letter) => plainLetters[letter] ?? letter)
}
