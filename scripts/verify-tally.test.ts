import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { expect, test, vi } from 'vitest'
import { stances } from '#contract/stances.ts'
import {
  keyFromSeed,
  keyLine,
  signCheckpoint,
  signText,
} from '#server/participation/tally/core/checkpoint.ts'
import {
  leafCommitment,
  leafList,
  leafNonce,
  type StoredLeaf,
} from '#server/participation/tally/core/leaf.ts'
import { ackText, entryLine } from '#server/participation/tally/core/logLines.ts'
import {
  consistencyPath,
  finderOf,
  inclusionPath,
  type LogNode,
  nodesOfLine,
  rootOf,
} from '#server/participation/tally/core/logTree.ts'
import { buildSumTree, pathOf, sumLeaves } from '#server/participation/tally/core/sumTree.ts'
import { isConsistent } from '#server/testing/isConsistent.ts'
import { randomFrom } from '#server/testing/setups/random.ts'
import { withSite } from '#server/testing/withSite.ts'
import { checkAck, checkLeaves, checkLog, checkReceipt } from './verify-tally.mjs'

const sha = (text: string) => createHash('sha256').update(text).digest()
const key = keyFromSeed(sha('seed of the test'))
const origin = 'town.example.org/tally'
const keys = keyLine(origin, key.publicKey)
const day = '2026-11-20'
const bill_id = '44444444-0000-4000-8000-000000000001'
const memberId = (index: number) => `55555555-0000-4000-8000-${String(index).padStart(12, '0')}`

/** Builds the tally of a bill with these many members in a log of nine entries. */
async function tallyOf(members: number, random: () => number) {
  const own = Array.from({ length: members }, (_, index) => {
    const stance = stances[Math.floor(random() * 4)]!
    const version_no = Math.floor(random() * 3)
    const nonce = leafNonce(sha(`secret ${index}`), bill_id, day)
    const user_id = memberId(index)
    const commitment = leafCommitment({ bill_id, day, user_id, stance, version_no }, nonce)
    const leaf: StoredLeaf = { commitment, stance, isCurrent: version_no > 0, isPublic: false }
    return { user_id, stance, version_no, nonce, leaf }
  })
  const leaves = own.map(({ leaf }) => leaf).toSorted((a, b) => a.commitment.compare(b.commitment))
  const tree = await buildSumTree(leaves)
  const entry = entryLine({
    day,
    bill_id,
    version_no: 2,
    counts: tree.sums,
    current: sumLeaves(leaves.filter(({ isCurrent }) => isCurrent)),
    public_stances: Math.floor(random() * members),
    root: tree.root.toString('hex'),
  })
  const nodes: LogNode[] = []
  const entry_index = Math.floor(random() * 9)
  for (let size = 0; size < 9; size++) {
    nodes.push(...nodesOfLine(size, size === entry_index ? entry : `line ${size}\n`, finderOf(nodes)))
  }
  const find = finderOf(nodes)
  const member = own[Math.floor(random() * members)]!
  const leaf_index = leaves.indexOf(member.leaf)
  const receipt = {
    bill_id,
    day,
    user_id: member.user_id,
    stance: member.stance,
    version_no: member.version_no,
    is_current: member.leaf.isCurrent,
    nonce: member.nonce,
    leaf: member.leaf.commitment.toString('hex'),
    leaf_index,
    path: pathOf(tree, leaf_index),
    entry,
    entry_index,
    log_size: 9,
    log_path: inclusionPath(entry_index, 9, find).map((hash) => hash.toString('hex')),
    checkpoint: signCheckpoint(key, origin, 9, rootOf(9, find)),
  }
  return { receipt, entry, list: leafList(leaves), find }
}

/** Changes one digit of a hash. */
function flip(hash: string, random: () => number): string {
  const at = Math.floor(random() * hash.length)
  const digit = '0123456789abcdef'[(parseInt(hash[at]!, 16) + 1 + Math.floor(random() * 15)) % 16]!
  return hash.slice(0, at) + digit + hash.slice(at + 1)
}

function replaceAt<T>(items: readonly T[], index: number, change: (item: T) => T): T[] {
  return items.map((item, at) => (at === index ? change(item) : item))
}

/** Drops a stance from the published leaves, adds one or alters one. */
function changeLeaves(rows: readonly string[], below: (end: number) => number): string {
  const row = below(rows.length)
  const changed = [
    rows.toSpliced(row, 1),
    [...rows, `${'f'.repeat(64)} support current`],
    replaceAt(rows, row, (line) => `${line} more`),
    replaceAt(rows, row, (line) =>
      line.endsWith('current') ? line.replace('current', 'outdated') : line.replace('outdated', 'current'),
    ),
    replaceAt(rows, row, (line) =>
      line.replace(/ \w+ /, (word) => (word === ' support ' ? ' oppose ' : ' support ')),
    ),
  ]
  return changed[below(5)]!.map((line) => `${line}\n`).join('')
}

// covers BEY-TALLY-04 BEY-TALLY-05
test('of 1,000 changes of eight kinds, at random places, the independent program finds every one', async () => {
  const { below } = randomFrom(20_261_120)
  const random = () => below(1_000_000) / 1_000_000
  const among = below
  for (let round = 0; round < 125; round++) {
    const { receipt, entry, list } = await tallyOf(2 + among(30), random)
    const passes = async (changed: object) =>
      (await checkReceipt({ ...receipt, ...changed }, keys)).every(({ isRight }) => isRight)
    expect(await passes({})).toBe(true)
    expect(await checkLeaves(entry, list)).toBe(true)
    const [step, logStep] = [among(receipt.path.length), among(receipt.log_path.length)]
    const otherStance = stances.find((stance) => stance !== receipt.stance)!
    const kinds = [
      // A stance or a version is altered.
      passes(random() < 0.5 ? { stance: otherStance } : { version_no: receipt.version_no + 1 }),
      // The receipt is passed on to another member, or its nonce is altered.
      passes(random() < 0.5 ? { user_id: memberId(99) } : { nonce: flip(receipt.nonce, random) }),
      // The leaf, its place, or whether it is current is altered.
      passes(
        [
          { leaf: flip(receipt.leaf, random) },
          { leaf_index: receipt.leaf_index ^ 1 },
          { is_current: !receipt.is_current },
        ][among(3)]!,
      ),
      // A hash or a sum of the way through the tree is altered.
      passes({
        path: replaceAt(receipt.path, step, ({ position, hash, sums }) =>
          random() < 0.5
            ? { position, hash: flip(hash, random), sums }
            : { position, hash, sums: replaceAt(sums, among(4), (sum) => sum + 1) },
        ),
      }),
      // A count, the day or the number of public stances in the entry is altered.
      passes({
        entry: replaceAt(entry.split('\n'), [1, 3, 4, 5, 6][among(5)]!, (line) => {
          const digits = [...line.matchAll(/\d/g)].map(({ index }) => index)
          const at = digits[among(digits.length)]!
          return line.slice(0, at) + String((Number(line[at]) + 1) % 10) + line.slice(at + 1)
        }).join('\n'),
      }),
      // A hash of the way through the log, or the position in it, is altered.
      passes(
        random() < 0.5
          ? { log_path: replaceAt(receipt.log_path, logStep, (hash) => flip(hash, random)) }
          : { entry_index: (receipt.entry_index + 1 + among(8)) % 9 },
      ),
      // The checkpoint has another root, another size or another signature.
      passes({
        checkpoint: [
          receipt.checkpoint.replace('\n9\n', '\n8\n'),
          signCheckpoint(key, origin, 9, sha(`another root ${round}`)),
          signCheckpoint(keyFromSeed(sha('another key')), origin, 9, sha('root')),
        ][among(3)]!,
      }),
      // A stance is dropped from the published leaves, added to them, or altered in them.
      checkLeaves(entry, changeLeaves(list.trimEnd().split('\n'), below)),
    ]
    expect([round, ...(await Promise.all(kinds))]).toEqual([round, ...kinds.map(() => false)])
  }
}, 120_000)

// covers BEY-TALLY-08
test('a checkpoint is consistent with every earlier one of its log, and with no other', async () => {
  const nodes: LogNode[] = []
  for (let size = 0; size < 20; size++) nodes.push(...nodesOfLine(size, `line ${size}\n`, finderOf(nodes)))
  const find = finderOf(nodes)
  for (let to = 1; to <= 20; to++) {
    for (let from = 1; from <= to; from++) {
      const proof = consistencyPath(from, to, find).map((hash) => hash.toString('hex'))
      const [older, newer] = [rootOf(from, find), rootOf(to, find)]
      expect([from, to, isConsistent(from, older, to, newer, proof)]).toEqual([from, to, true])
      expect(isConsistent(from, sha('other'), to, newer, proof)).toBe(false)
      expect(isConsistent(from, older, to, sha('other'), proof)).toBe(false)
      if (from < to) expect(isConsistent(from, older, to, newer, proof.slice(1))).toBe(false)
    }
  }
})

// covers BEY-TALLY-09
test('an acknowledgment holds for exactly the stance, the member, the bill, the version and the time that it names', async () => {
  const accepted = {
    bill_id,
    user_id: memberId(1),
    stance: 'support',
    version_no: 2,
    at: '2026-11-20T10:00:00.000Z',
  }
  const ack = signText(key, ackText(accepted))
  expect(await checkAck({ ...accepted, ack }, keys)).toBe(true)
  const changes = [
    { bill_id: memberId(2) },
    { user_id: memberId(2) },
    { stance: 'oppose' },
    { version_no: 3 },
    { at: '2026-11-20T10:00:00.001Z' },
  ]
  for (const change of changes) expect(await checkAck({ ...accepted, ...change, ack }, keys)).toBe(false)
  expect(await checkAck({ ...accepted, ack }, keyLine(origin, keyFromSeed(sha('other')).publicKey))).toBe(
    false,
  )
})

/*
 * What a receipt reveals. Whoever sees the receipt of one member learns the stance of that member, the totals, and the sums
 * beside the way to the root. These sums must not reveal more about the others than the totals do: where a leaf lies depends on
 * hashes alone, so for every member the stance of the neighbor is distributed like the stances of all others.
 */
test('the neighbor in a receipt has each stance as often as the other members have it', async () => {
  const members = 8
  const rounds = 3_000
  const neighbors = [0, 0, 0, 0]
  // Of the seven others, four support, two oppose and one is neutral.
  const others = ['support', 'support', 'support', 'support', 'oppose', 'oppose', 'neutral'] as const
  for (let round = 0; round < rounds; round++) {
    const on = `44444444-0000-4000-8000-${String(round).padStart(12, '0')}`
    const leaves = Array.from({ length: members }, (_, index) => {
      const stance = index === 0 ? ('learning' as const) : others[index - 1]!
      const nonce = leafNonce(sha(`secret ${index}`), on, day)
      const commitment = leafCommitment(
        { bill_id: on, day, user_id: memberId(index), stance, version_no: 1 },
        nonce,
      )
      return { commitment, stance, isCurrent: true }
    }).toSorted((a, b) => a.commitment.compare(b.commitment))
    const own = leaves.findIndex(({ stance }) => stance === 'learning')
    const neighbor = leaves[own ^ 1]!
    neighbors[stances.indexOf(neighbor.stance)]!++
  }
  const expected = [4 / 7, 2 / 7, 1 / 7].map((share) => share * rounds)
  const distance = expected.reduce((sum, count, index) => sum + (neighbors[index]! - count) ** 2 / count, 0)
  // The 99.9 % quantile of chi-squared with two degrees of freedom. The hashes are the same in every run.
  expect(distance).toBeLessThan(13.8)
  expect(neighbors[3]).toBe(0)
})

/** Answers the key and a checkpoint of a log that is said to have 5,000 lines, and leaves the log to the caller. */
const claiming =
  (sendLog: RequestListener): RequestListener =>
  (request, response) => {
    if (request.url?.startsWith('/transparency/log')) return sendLog(request, response)
    return response.end(
      request.url === '/transparency/key' ? keys : signCheckpoint(key, origin, 5000, sha('root')),
    )
  }

/** An entry of less than 100 bytes. */
function shortEntry(bill: number): string {
  const sums = [0, 0, 0, 0] as const
  return entryLine({
    day,
    bill_id: String(bill),
    version_no: 1,
    counts: sums,
    current: sums,
    public_stances: 0,
    root: 'a'.repeat(30),
  })
}

const limits = { seconds: 30, bytes: 100_000, allSeconds: 60, allBytes: 150_000 }
const endless: RequestListener = (_request, response) => {
  const write = () => {
    while (!response.destroyed && response.write('x'.repeat(10_000)));
  }
  response.on('drain', write)
  write()
}

// covers HURD-TALLY-04
test.each<[string, RequestListener, string]>([
  ['is silent', () => {}, '/transparency/checkpoint took more than 0.3 seconds.'],
  [
    'stops in the middle',
    (_request, response) => void response.write('town'),
    '/transparency/checkpoint took more than 0.3 seconds.',
  ],
  [
    'sends without end',
    endless,
    '/transparency/checkpoint sends more than 100,000 bytes. Nothing more was read.',
  ],
  [
    'fails',
    (_request, response) => void response.writeHead(503).end(),
    '/transparency/checkpoint answered 503.',
  ],
  [
    'sends no JSON',
    claiming((_request, response) => response.end('<html>')),
    '/transparency/log?from=0&to=1000 is not JSON.',
  ],
  [
    'has fewer lines than it says',
    claiming((_request, response) => response.end('{"lines": ["one"]}')),
    'The log is shorter than its checkpoint says.',
  ],
  [
    'sends much in several responses',
    claiming((_request, response) =>
      response.end(JSON.stringify({ lines: Array.from({ length: 1000 }, (_, index) => shortEntry(index)) })),
    ),
    'sends more than 150,000 bytes with what came before it.',
  ],
])('the check of a server that %s ends with a sentence about it', async (_what, listener, message) => {
  const seconds = message.includes('took more than') ? 0.3 : limits.seconds
  await withSite(listener, (site) =>
    expect(checkLog(site, { limits: { ...limits, seconds } })).rejects.toThrow(message),
  )
})

// covers HURD-TALLY-04
test('the check of a server that does not exist ends with a sentence about it', async () => {
  let gone = ''
  await withSite(endless, async (site) => {
    gone = site
  })
  await expect(checkLog(gone, { limits })).rejects.toThrow('/transparency/checkpoint cannot be read: ')
})

// covers HURD-TALLY-05
test('what a browser without Ed25519 cannot check is neither right nor wrong, and other faults are still found', async () => {
  const { receipt } = await tallyOf(5, () => 0.4)
  const lacking = vi
    .spyOn(crypto.subtle, 'importKey')
    .mockRejectedValue(new DOMException('Algorithm: Unrecognized name', 'NotSupportedError'))
  try {
    const results = async (changed: object) =>
      (await checkReceipt({ ...receipt, ...changed }, keys)).map(({ isRight }) => isRight)
    expect(await results({})).toEqual([true, true, true, null])
    expect(await results({ log_size: 8 })).toEqual([true, true, true, false])
    expect(await results({ nonce: flip(receipt.nonce, () => 0.4) })).toEqual([false, true, true, null])
  } finally {
    lacking.mockRestore()
  }
  expect((await checkReceipt(receipt, keys)).map(({ isRight }) => isRight)).toEqual([true, true, true, true])
})

test('the program is one file of at most 300 lines that imports nothing but a part of Node', () => {
  const source = readFileSync(new URL('verify-tally.mjs', import.meta.url), 'utf8')
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(300)
  const imports = [...source.matchAll(/\bimport\b[^'\n]*'([^']+)'|\bfrom '([^']+)'/g)].map(
    ([, one, two]) => one ?? two,
  )
  expect(imports).toEqual(['node:fs/promises'])
})
