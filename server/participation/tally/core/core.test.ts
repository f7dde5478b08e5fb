import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Stance, stances } from '#contract/stances.ts'
import { isCheckpointSigned, keyFromSeed, keyLine, readCheckpoint, signCheckpoint } from './checkpoint.ts'
import { leafCommitment, leafList, leafNonce, packLeaves, type StoredLeaf, unpackLeaves } from './leaf.ts'
import { entryLine, readEntryLine, readRollLine, rollLine } from './logLines.ts'
import {
  consistencyPath,
  finderOf,
  inclusionPath,
  type LogNode,
  nodesOfLine,
  placesReadBy,
  rootOf,
} from './logTree.ts'
import { buildSumTree, noSums, pathOf, sumLeaves } from './sumTree.ts'

const sha = (text: string) => createHash('sha256').update(text).digest()

function byCommitment(leaves: StoredLeaf[]): StoredLeaf[] {
  return leaves.toSorted((a, b) => a.commitment.compare(b.commitment))
}

/** Appends the lines to an empty log and returns all of its nodes. */
function logOf(lines: readonly string[]): LogNode[] {
  const nodes: LogNode[] = []
  for (const [size, line] of lines.entries()) nodes.push(...nodesOfLine(size, line, finderOf(nodes)))
  return nodes
}

const parentOf = (left: Buffer, right: Buffer) =>
  createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest()

/**
 * Follows a path from its first node to the root as RFC 9162 verifies it (sections 2.1.3.2 and 2.1.4.2). Returns the root of the
 * whole log and that of the lines up to the first node, or null if the path ends too early.
 */
function rootsAbove(index: number, lastIndex: number, [first, ...siblings]: readonly Buffer[]) {
  let [at, last] = [index, lastIndex]
  let [root, former] = [first!, first!]
  for (const sibling of siblings) {
    // A node without a sibling moves up as it is.
    while (at === last && at % 2 === 0 && at > 0) {
      at >>= 1
      last >>= 1
    }
    if (at % 2 === 1) former = parentOf(sibling, former)
    root = at % 2 === 1 ? parentOf(sibling, root) : parentOf(root, sibling)
    at >>= 1
    last >>= 1
  }
  return last === 0 ? { root, former } : null
}

/** Verifies that the first `from` of `to` lines have the root `former`, which begins the path if it is a single node. */
function rootsOfProof(from: number, to: number, former: Buffer, proof: readonly Buffer[]) {
  let [at, last] = [from - 1, to - 1]
  while (at % 2 === 1) {
    at >>= 1
    last >>= 1
  }
  return rootsAbove(at, last, Number.isInteger(Math.log2(from)) ? [former, ...proof] : proof)
}

const bill_id = '22222222-0000-4000-8000-000000000007'
const day = '2026-03-04'
const members: [Stance, number][] = [
  ['support', 2],
  ['support', 1],
  ['oppose', 2],
  ['learning', 0],
  ['neutral', 3],
]

/** The leaves of five invented members. Their values below were computed by a program in another language. */
function fiveLeaves(): StoredLeaf[] {
  const leaves = members.map(([stance, version_no], index): StoredLeaf => {
    const user_id = `33333333-0000-4000-8000-${String(index + 1).padStart(12, '0')}`
    const nonce = leafNonce(sha(`fixture member ${index + 1}`), bill_id, day)
    const commitment = leafCommitment({ bill_id, day, user_id, stance, version_no }, nonce)
    return { commitment, stance, isCurrent: version_no >= 2, isPublic: index === 0 }
  })
  return byCommitment(leaves)
}

// covers BEY-TALLY-01
test('leaves and the sum tree of five members are those of an independent program', async () => {
  const leaves = fiveLeaves()
  expect(leafList(leaves)).toBe(
    [
      '2b7b64dfea269be11747abf543a5682d78654df02d39a570106373d8a34f1025 neutral current',
      '465ea704f32e927cdf09e3197b033e1c1bf17ae1977d7d998d78dd4fc4bc75ea oppose current',
      '535e1462485aa7bf05e1600c83576c3230649a8730b3abf8e7c612f13aaab029 support current',
      'a1cdc6ab56398f4bdff371cb156a39be51d8ce0f070b6a56e9bc2151c6d92c91 learning outdated',
      'd5c07aaca731f7c596cb44a6505aeefa182ba63a9a67acd4dc611643d59fb741 support outdated',
      '',
    ].join('\n'),
  )
  const tree = await buildSumTree(leaves)
  expect(tree.root.toString('hex')).toBe('879a6e5a5e57357cea62e13ab3fc38a19d6c7ef3b870c47e44d110380ec47d0d')
  expect(tree.sums).toEqual([2, 1, 1, 1])
  expect(sumLeaves(leaves)).toEqual(tree.sums)
  expect(unpackLeaves(packLeaves(leaves))).toEqual(leaves)
  // The last of five leaves is beside a tree of four.
  expect(pathOf(tree, 4)).toMatchObject([{ position: 'left', sums: [1, 1, 1, 1] }])
  expect(pathOf(tree, 2).map(({ position }) => position)).toEqual(['right', 'left', 'right'])
})

// covers BEY-TALLY-01
test('a log of every size up to 40 has the root, the inclusion and the consistency of RFC 9162', () => {
  const roots = [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '5c02b9ac5a605d5dd732f101486c7679e7769c4eaba2019dea4d6d147530d08f',
    '8d839a9fbfdaccf003fb196a146de9d148cc8c23619985a131679ed13c0005f7',
    '162acc50d9ae48c82978afa3208783c3b13b6f45903d60d5f3e1bccdc266382b',
    '525ef5396f5a41bf8188f2b8197029c5f2e090a91e4df070048741e3166c1e82',
    'e9680146d20449f765d962f4d2db7cf907e1ff4c401da284448cf868618d7fa0',
    '9662ca7d1ad383702d4a24768421e81b5e8546d90ddf784d22e941206f5fd8af',
    '76fa68d7c44af1bb73bf46f30a6b9438f96fd079290b0673fbc81dee23141c6b',
  ]
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`)
  const find = finderOf(logOf(lines))
  expect(roots.map((_, size) => rootOf(size, find).toString('hex'))).toEqual(roots)
  for (let size = 1; size <= lines.length; size++) {
    const root = rootOf(size, find)
    for (let line = 0; line < size; line++) {
      const levels = Math.ceil(Math.log2(size))
      const [path, proof] = [inclusionPath(line, size, find), consistencyPath(line, size, find)]
      expect(path.length).toBeLessThanOrEqual(levels)
      expect(proof.length).toBeLessThanOrEqual(levels + 1)
      const leaf = createHash('sha256').update(Buffer.of(0)).update(lines[line]!).digest()
      expect(rootsAbove(line, size - 1, [leaf, ...path])?.root).toEqual(root)
      if (line === 0) continue
      const former = rootOf(line, find)
      expect(rootsOfProof(line, size, former, proof)).toEqual({ root, former })
    }
  }
  expect(placesReadBy((node) => inclusionPath(2, 7, node))).toEqual([
    { level: 0, index: 3 },
    { level: 1, index: 0 },
    { level: 1, index: 2 },
    { level: 0, index: 6 },
  ])
  expect(consistencyPath(0, 7, find)).toEqual([])
  expect(consistencyPath(7, 7, find)).toEqual([])
})

// covers BEY-TALLY-01
test('a checkpoint is a signed note, and no other key and no other root passes', () => {
  const key = keyFromSeed(sha('fixture key'))
  const origin = 'town.example.org/tally'
  const root = Buffer.from('76fa68d7c44af1bb73bf46f30a6b9438f96fd079290b0673fbc81dee23141c6b', 'hex')
  const note = signCheckpoint(key, origin, 7, root)
  expect(note).toBe(
    'town.example.org/tally\n7\ndvpo18RK8btzv0bzCmuUOPlv0HkpCwZz+8gd7iMUHGs=\n\n— town.example.org/tally NHxI7hjoEgycwDmjZ2jjeaIhEAzIWp4jvSAxQFMCOTi3lBZv6RoxnGPhl751j6jXoCpVyZ7HR74BBiOTJEk6xKZMIQE=\n',
  )
  expect(readCheckpoint(note)).toEqual({ size: 7, root })
  expect(keyLine(origin, key.publicKey)).toBe(
    'town.example.org/tally+347c48ee+AdkmKQw617WnLlXGtM34msYovLEL9C92nDubYmqutCUu\n',
  )
  const other = keyFromSeed(sha('another key')).publicKey
  expect(isCheckpointSigned(note, origin, [other, key.publicKey])).toBe(true)
  expect(isCheckpointSigned(note, origin, [other])).toBe(false)
  expect(isCheckpointSigned(note.replace('\n7\n', '\n8\n'), origin, [key.publicKey])).toBe(false)
})

test('lines of the log are read as they were written', () => {
  const entry = {
    day,
    bill_id,
    version_no: 2,
    counts: [3, 2, 1, 1] as const,
    current: [1, 2, 1, 1] as const,
    public_stances: 6,
    root: 'ab'.repeat(32),
  }
  expect(readEntryLine(entryLine(entry))).toEqual(entry)
  const roll = {
    day,
    members: 9,
    verified: 7,
    with_district: 5,
    joined: 9,
    left: 0,
    codes_issued: 20,
    codes_used: 8,
  }
  expect(readRollLine(rollLine(roll))).toEqual(roll)
})

// covers BEY-TALLY-06
test('10,000 members never share a leaf, and no leaf of theirs repeats on another day or bill', () => {
  const leaves = new Set<string>()
  const bills = [bill_id, '22222222-0000-4000-8000-000000000008']
  for (let member = 0; member < 10_000; member++) {
    const user_id = `33333333-0000-4000-8000-${String(member).padStart(12, '0')}`
    // All members have one secret and one stance, which is the worst case.
    for (const on of bills) {
      for (const date of ['2026-03-04', '2026-03-05', '2026-03-06']) {
        const nonce = leafNonce(sha('one secret'), on, date)
        const counted = { bill_id: on, day: date, user_id, stance: 'support' as const, version_no: 1 }
        leaves.add(leafCommitment(counted, nonce).toString('base64'))
      }
    }
  }
  expect(leaves.size).toBe(10_000 * 6)
})

// covers BEY-TALLY-06
test('without its nonce, a leaf reveals nothing about the stance: the leaves of all stances have the same distribution', () => {
  const countsOfBytes = stances.map(() => Array.from({ length: 256 }, () => 0))
  for (let member = 0; member < 5_000; member++) {
    const user_id = `33333333-0000-4000-8000-${String(member).padStart(12, '0')}`
    const nonce = leafNonce(sha(`secret ${member}`), bill_id, day)
    for (const [index, stance] of stances.entries()) {
      const leaf = leafCommitment({ bill_id, day, user_id, stance, version_no: 1 }, nonce)
      for (const byte of leaf) countsOfBytes[index]![byte]! += 1
    }
  }
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const chiSquare = bytes.reduce((sum, byte) => {
    const counts = countsOfBytes.map((ofStance) => ofStance[byte]!)
    const mean = counts.reduce((total, count) => total + count, 0) / counts.length
    return sum + counts.reduce((total, count) => total + (count - mean) ** 2 / mean, 0)
  }, 0)
  // With 3 times 255 degrees of freedom, 99.9% of equal distributions are below 891.
  expect(chiSquare).toBeLessThan(891)
})

type Golden = {
  origin: string
  public_key_base64: string
  trees: { day: string; bill_id: string; leaves: string[]; root: string; sums: number[] }[]
  log_lines: string[]
  log_roots: Record<string, string>
  checkpoints: Record<string, string>
  receipts: {
    bill_id: string
    day: string
    user_id: string
    stance: Stance
    version_no: number
    nonce: string
    leaf: string
    leaf_index: number
    path: unknown[]
    entry: string
    entry_index: number
    log_size: number
    log_path: string[]
    checkpoint: string
  }[]
}

const goldenFile = resolve(import.meta.dirname, '../../../../../shared/spec/golden/opinion/tally.json')

function golden(): Golden {
  return JSON.parse(readFileSync(goldenFile, 'utf8'))
}

// covers BEY-TALLY-01
describe.skipIf(!existsSync(goldenFile))(
  'the published reference values (skipped without their file)',
  () => {
    test('trees, log and checkpoints are byte for byte the same', async () => {
      const { origin, public_key_base64, trees, log_lines, log_roots, checkpoints } = golden()
      for (const { leaves, root, sums } of trees) {
        const read = leaves.map((line): StoredLeaf => {
          const [hex = '', stance, state] = line.split(' ')
          return {
            commitment: Buffer.from(hex, 'hex'),
            stance: stances.find((name) => name === stance)!,
            isCurrent: state === 'current',
            isPublic: false,
          }
        })
        const tree = await buildSumTree(read)
        expect([tree.root.toString('hex'), tree.sums]).toEqual([root, sums])
        expect(leafList(read)).toBe(leaves.map((line) => `${line}\n`).join(''))
      }
      expect((await buildSumTree([])).sums).toEqual(noSums)
      for (const line of log_lines) {
        const written = line.startsWith('hurd-roll-1')
          ? rollLine(readRollLine(line))
          : entryLine(readEntryLine(line))
        expect(written).toBe(line)
      }
      const find = finderOf(logOf(log_lines))
      const key = keyFromSeed(sha('hurd golden signing key'))
      expect(key.publicKey.toString('base64')).toBe(public_key_base64)
      for (const [size, root] of Object.entries(log_roots)) {
        expect(rootOf(Number(size), find).toString('hex')).toBe(root)
        expect(signCheckpoint(key, origin, Number(size), Buffer.from(root, 'hex'))).toBe(checkpoints[size])
      }
    })

    test('receipts have the same nonce, leaf, position and paths', async () => {
      const { trees, log_lines, receipts } = golden()
      const find = finderOf(logOf(log_lines))
      for (const receipt of receipts) {
        const member = Number(receipt.user_id.slice(-12))
        expect(leafNonce(sha(`golden member ${member}`), receipt.bill_id, receipt.day)).toBe(receipt.nonce)
        expect(leafCommitment(receipt, receipt.nonce).toString('hex')).toBe(receipt.leaf)
        const tree = trees.find((one) => one.bill_id === receipt.bill_id)!
        const leaves = tree.leaves.map((line): StoredLeaf => {
          const [hex = '', stance, state] = line.split(' ')
          const commitment = Buffer.from(hex, 'hex')
          return {
            commitment,
            stance: stances.find((name) => name === stance)!,
            isCurrent: state === 'current',
            isPublic: false,
          }
        })
        expect(pathOf(await buildSumTree(leaves), receipt.leaf_index)).toEqual(receipt.path)
        expect(log_lines[receipt.entry_index]).toBe(receipt.entry)
        const path = inclusionPath(receipt.entry_index, receipt.log_size, find)
        expect(path.map((hash) => hash.toString('hex'))).toEqual(receipt.log_path)
      }
    })
  },
)
