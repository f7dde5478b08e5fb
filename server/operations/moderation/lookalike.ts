// The letters of other scripts and the digits that look like a Latin letter. The letters l and i and the digit 1 all
// become l.
const readsLike: Record<string, string> = {
  а: 'a', в: 'b', е: 'e', ё: 'e', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x',
  і: 'l', ї: 'l', ј: 'j', ѕ: 's', ԁ: 'd', ԛ: 'q', ԝ: 'w',
  α: 'a', ε: 'e', η: 'n', ι: 'l', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', ω: 'w',
  ı: 'l', ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't', ß: 'ss', æ: 'ae', œ: 'oe',
  i: 'l', '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '|': 'l',
} // prettier-ignore

/** Returns a name as it looks at a glance: without case, accents and separators, and with look-alikes replaced. */
function foldName(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  const read = Array.from(plain, (letter) => readsLike[letter] ?? letter).join('')
  return read
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

// The shortest name that is compared for typos. Shorter names resemble too many others.
const minLengthForTypos = 6
const minLengthForContaining = 8

/**
 * Returns true if a name could be mistaken for another: it looks the same, differs by one typo, or contains the other.
 */
export function resembles(name: string, other: string): boolean {
  const [folded, target] = [foldName(name), foldName(other)]
  if (target === '') return false
  if (folded === target) return true
  if (target.length >= minLengthForContaining && folded.includes(target)) return true
  return target.length >= minLengthForTypos && isOneTypoAway(folded, target)
}

/** Returns true if one letter was added, removed or replaced, or two letters were swapped. */
function isOneTypoAway(name: string, other: string): boolean {
  if (Math.abs(name.length - other.length) > 1) return false
  let start = 0
  while (start < name.length && name[start] === other[start]) start += 1
  let end = 0
  const shorter = Math.min(name.length, other.length)
  while (end < shorter - start && name.at(-1 - end) === other.at(-1 - end)) end += 1
  const [left, right] = [name.slice(start, name.length - end), other.slice(start, other.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
