import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { keyFromSeed, keyLine, signCheckpoint } from '#server/participation/tally/core/checkpoint.ts'
import { entryLine, rollLine } from '#server/participation/tally/core/logLines.ts'
import { finderOf, type LogNode, nodesOfLine, rootOf } from '#server/participation/tally/core/logTree.ts'
import { withSite } from '#server/testing/withSite.ts'
import { checkLog } from './verify-tally.mjs'

const origin = 'town.example.org/tally'
const key = keyFromSeed(createHash('sha256').update('key of the log').digest())
const keys = keyLine(origin, key.publicKey)
const bill_id = '22222222-0000-4000-8000-000000000007'

/** A site with these lines, a checkpoint after each of them, and one key. */
function siteOf(log: readonly string[]): RequestListener {
  const nodes: LogNode[] = []
  for (const [size, line] of log.entries()) nodes.push(...nodesOfLine(size, line, finderOf(nodes)))
  const find = finderOf(nodes)
  return ({ url = '' }, response) => {
    const size = Number(/size=(\d+)/.exec(url)?.[1] ?? log.length)
    if (url.startsWith('/transparency/log')) return response.end(JSON.stringify({ lines: log }))
    return response.end(
      url === '/transparency/key' ? keys : signCheckpoint(key, origin, size, rootOf(size, find)),
    )
  }
}

// covers BEY-TALLY-08 HURD-TALLY-06
test.each<[string, (log: string[]) => string[], string | null]>([
  ['two days', (log) => log, null],
  ['a bill twice on one day', ([first = '', ...rest]) => [first, first, ...rest], 'counted before'],
  [
    'a day after a later one',
    ([one = '', two = '', three = '', four = '']) => [three, four, one, two],
    'counted before',
  ],
  ['two rolls of one day', (log) => [...log, log.at(-1)!], 'counted before'],
  ['a last entry without a roll', (log) => log.slice(0, 3), 'have no checkpoint'],
])('a log with %s is read as what it is', async (_what, change, message) => {
  const sums = [1, 0, 0, 0] as const
  const roll = {
    members: 1,
    verified: 0,
    with_district: 0,
    joined: 0,
    left: 0,
    codes_issued: 0,
    codes_used: 0,
  }
  const log = ['2026-03-04', '2026-03-05'].flatMap((on) => [
    entryLine({
      day: on,
      bill_id,
      version_no: 1,
      counts: sums,
      current: sums,
      public_stances: 0,
      root: 'ab'.repeat(32),
    }),
    rollLine({ day: on, ...roll }),
  ])
  await withSite(siteOf(change(log)), async (site) => {
    if (message === null) expect(await checkLog(site)).toEqual({ size: 4, members: 1 })
    else await expect(checkLog(site)).rejects.toThrow(message)
  })
})
