// Letters of other scripts, and digits, that read like a Latin letter; l, i and 1 read alike among themselves.
const readsLike: Record<string, string> = {
  а: 'a', в: 'b', е: 'e', ё: 'e', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x',
  і: 'l', ї: 'l', ј: 'j', ѕ: 's', ԁ: 'd', ԛ: 'q', ԝ: 'w',
  α: 'a', ε: 'e', η: 'n', ι: 'l', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', ω: 'w',
  ı: 'l', ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't', ß: 'ss', æ: 'ae', œ: 'oe',
  i: 'l', '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '|': 'l',
} // prettier-ignore

/** A name as the eye takes it at a glance: without case, accents, separators, and with look-alikes made one. */
function foldName(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  const read = Array.from(plain, (letter) => readsLike[letter] ?? letter).join('')
  return read
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

// Short names are near to too many others.
const longEnoughToMistype = 6
const longEnoughToContain = 8

/** Whether a name may be taken for another: the same at a glance, one slip away, or the other with something added. */
export function resembles(name: string, other: string): boolean {
  const [mine, theirs] = [foldName(name), foldName(other)]
  if (theirs === '') return false
  if (mine === theirs) return true
  if (theirs.length >= longEnoughToContain && mine.includes(theirs)) return true
  return theirs.length >= longEnoughToMistype && isOneSlipAway(mine, theirs)
}

/** One letter more, less, other, or two swapped. */
function isOneSlipAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  const shorter = Math.min(one.length, other.length)
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
