import { createHash } from 'node:crypto'

function parentOf(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest()
}

/**
 * Returns whether a proof shows that one log is the beginning of another (RFC 9162, section 2.1.4.2), without any code of the
 * product.
 */
export function isConsistent(
  from: number,
  fromRoot: Buffer,
  to: number,
  toRoot: Buffer,
  proof: readonly string[],
): boolean {
  if (from === to) return proof.length === 0 && fromRoot.equals(toRoot)
  const path: Buffer[] = proof.map((hash) => Buffer.from(hash, 'hex'))
  if (Number.isInteger(Math.log2(from))) path.unshift(fromRoot)
  let [first, last] = [from - 1, to - 1]
  while (first % 2 === 1) [first, last] = [first >> 1, last >> 1]
  const [start, ...rest] = path
  if (!start) return false
  let [older, newer]: [Buffer, Buffer] = [start, start]
  for (const hash of rest) {
    if (last === 0) return false
    if (first % 2 === 1 || first === last) {
      older = parentOf(hash, older)
      newer = parentOf(hash, newer)
      while (first % 2 === 0 && first !== 0) [first, last] = [first >> 1, last >> 1]
    } else newer = parentOf(newer, hash)
    ;[first, last] = [first >> 1, last >> 1]
  }
  return last === 0 && older.equals(fromRoot) && newer.equals(toRoot)
}
