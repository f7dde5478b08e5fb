import { sha256 } from './leaf.ts'

/** A complete subtree of the log: `2 ** level` lines beginning at `index * 2 ** level`. */
export type NodePlace = { level: number; index: number }
export type LogNode = NodePlace & { hash: Buffer }
type FindNode = (place: NodePlace) => Buffer

function lineHash(line: string): Buffer {
  return sha256(Buffer.of(0), line)
}

function parentHash(left: Buffer, right: Buffer): Buffer {
  return sha256(Buffer.of(1), left, right)
}

/**
 * Returns the nodes that become complete when a line is appended to a log of `size` lines. `find` returns the complete nodes
 * to the left of the line.
 */
export function nodesOfLine(size: number, line: string, find: FindNode): LogNode[] {
  const nodes = [{ level: 0, index: size, hash: lineHash(line) }]
  for (let last = nodes[0]!; last.index % 2 === 1; last = nodes.at(-1)!) {
    const left = find({ level: last.level, index: last.index - 1 })
    nodes.push({ level: last.level + 1, index: last.index >> 1, hash: parentHash(left, last.hash) })
  }
  return nodes
}

/** Returns the root of the first `size` lines (RFC 9162, section 2.1.1). */
export function rootOf(size: number, find: FindNode): Buffer {
  return size === 0 ? sha256('') : rangeHash(0, size, find)
}

/** Returns the nodes that prove that a line is in a log of `size` lines (RFC 9162, section 2.1.3.1). */
export function inclusionPath(line: number, size: number, find: FindNode): Buffer[] {
  return pathIn(line, 0, size, find)
}

function pathIn(line: number, start: number, end: number, find: FindNode): Buffer[] {
  if (end - start === 1) return []
  const middle = start + splitOf(end - start)
  return line < middle
    ? [...pathIn(line, start, middle, find), rangeHash(middle, end, find)]
    : [...pathIn(line, middle, end, find), rangeHash(start, middle, find)]
}

/**
 * Returns the nodes that prove that the log of `from` lines is the beginning of the log of `to` lines (RFC 9162, section
 * 2.1.4.1). Empty if one of the logs is empty or both are the same.
 */
export function consistencyPath(from: number, to: number, find: FindNode): Buffer[] {
  return from === 0 || from === to ? [] : subProof(from, 0, to, true, find)
}

function subProof(from: number, start: number, end: number, isKnown: boolean, find: FindNode): Buffer[] {
  if (from === end) return isKnown ? [] : [rangeHash(start, end, find)]
  const middle = start + splitOf(end - start)
  return from <= middle
    ? [...subProof(from, start, middle, isKnown, find), rangeHash(middle, end, find)]
    : [...subProof(from, middle, end, false, find), rangeHash(start, middle, find)]
}

function rangeHash(start: number, end: number, find: FindNode): Buffer {
  const length = end - start
  const level = Math.log2(length)
  if (Number.isInteger(level)) return find({ level, index: start / length })
  const middle = start + splitOf(length)
  return parentHash(rangeHash(start, middle, find), rangeHash(middle, end, find))
}

/** Returns the largest power of two below `length`. */
function splitOf(length: number): number {
  return 2 ** Math.ceil(Math.log2(length) - 1)
}

/** Returns the places of all nodes that `compute` reads, without knowing any of them. */
export function placesReadBy(compute: (find: FindNode) => unknown): NodePlace[] {
  const places = new Map<string, NodePlace>()
  compute((place) => {
    places.set(placeKey(place), place)
    return Buffer.alloc(32)
  })
  return [...places.values()]
}

function placeKey({ level, index }: NodePlace): string {
  return `${level}/${index}`
}

export function finderOf(nodes: readonly LogNode[]): FindNode {
  const hashes = new Map(nodes.map((node) => [placeKey(node), node.hash]))
  return (place) => {
    const hash = hashes.get(placeKey(place))
    if (!hash) throw new Error(`The log has no node ${placeKey(place)}`)
    return hash
  }
}
