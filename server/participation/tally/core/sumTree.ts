import { setImmediate } from 'node:timers/promises'
import { stances, type Stance } from '#contract/stances.ts'
import { type Leaf, sha256 } from './leaf.ts'

/** How many members have each stance, in the order of `stances`. */
export type Sums = readonly [number, number, number, number]

type Node = { hash: Buffer; sums: Sums }

export type PathStep = { position: 'left' | 'right'; hash: string; sums: number[] }

export const noSums: Sums = [0, 0, 0, 0]

/** After this many hashes the requests that wait are served. */
const slice = 500

/** The sum tree of one bill: its levels from the leaves to the root. */
export type SumTree = { root: Buffer; sums: Sums; levels: readonly (readonly Node[])[] }

/**
 * Builds the sum tree over leaves that are sorted by their commitment. Each hash binds the sums of both children, so no sum
 * can be changed alone. Like in RFC 9162, the left part of a node has the largest power of two of leaves below their number:
 * level by level, each pair of nodes gets a parent, and the last node of an odd level moves up.
 */
export async function buildSumTree(leaves: readonly Leaf[]): Promise<SumTree> {
  let level: Node[] = []
  for (const [index, leaf] of leaves.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- requests are served between two slices
    if (index % slice === slice - 1) await setImmediate()
    level.push(leafNode(leaf))
  }
  const levels: Node[][] = [level]
  while (level.length > 1) {
    const parents: Node[] = []
    for (let index = 0; index < level.length; index += 2) {
      // oxlint-disable-next-line no-await-in-loop -- see above
      if (index % (2 * slice) === 0) await setImmediate()
      const [left, right] = [level[index]!, level[index + 1]]
      parents.push(right ? innerNode(left, right) : left)
    }
    level = parents
    levels.push(level)
  }
  const [root] = level
  return { root: root?.hash ?? sha256(''), sums: root?.sums ?? noSums, levels }
}

/** Returns the nodes beside the way from a leaf to the root, from the bottom. */
export function pathOf({ levels }: SumTree, leafIndex: number): PathStep[] {
  return levels.flatMap((level, height) => {
    const index = leafIndex >> height
    const sibling = level[index ^ 1]
    if (!sibling) return []
    return {
      position: index % 2 === 0 ? ('right' as const) : ('left' as const),
      hash: sibling.hash.toString('hex'),
      sums: [...sibling.sums],
    }
  })
}

function leafNode({ commitment, stance, isCurrent }: Leaf): Node {
  const sums = sumsOf(stance)
  return {
    hash: sha256(Buffer.of(0), commitment, bytesOf(sums), Buffer.of(isCurrent ? 1 : 0)),
    sums,
  }
}

function innerNode(left: Node, right: Node): Node {
  return {
    hash: sha256(Buffer.of(1), left.hash, bytesOf(left.sums), right.hash, bytesOf(right.sums)),
    sums: add(left.sums, right.sums),
  }
}

function sumsOf(stance: Stance): Sums {
  const [support, oppose, neutral, learning] = stances.map((other) => Number(other === stance))
  return [support!, oppose!, neutral!, learning!]
}

function add(a: Sums, b: Sums): Sums {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]
}

/** Counts the leaves by stance. */
export function sumLeaves(leaves: readonly Leaf[]): Sums {
  return leaves.reduce<Sums>((sums, { stance }) => add(sums, sumsOf(stance)), noSums)
}

function bytesOf(sums: Sums): Buffer {
  const bytes = Buffer.alloc(16)
  sums.forEach((sum, index) => bytes.writeUInt32BE(sum, 4 * index))
  return bytes
}
