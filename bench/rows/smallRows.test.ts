import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCluster, type Cluster } from '../server/cluster.ts'
import { measureAlerts } from './alerts.ts'
import { measureRecordImport } from './recordImport.ts'
import { measureVotes } from './votes.ts'

// Runs some measurements at a small size, which shows that they work. docs/performance.md has their real results.

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster(null)
})
afterAll(() => cluster.close())

// covers BEY-ALERTS-18 HURD-PUSH-12
test('every follower of a bill gets one alert in the app, one by email and one on the device, soon after the import', async () => {
  const times = await measureAlerts(cluster, 1_200)
  expect(times).toMatchObject({ inApp: 1_200, emails: 1_200, queued: 1_200 })
  for (const seconds of [
    times.firstInApp,
    times.firstEmail,
    times.lastInApp,
    times.lastEmail,
    times.lastQueued,
  ]) {
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(Infinity)
  }
}, 120_000)

// covers BEY-VOTES-28
test('the pages of votes answer every reader, with few votes and with many', async () => {
  const amounts = { billsWithRolls: 200, rolls: 400, versions: 1_600 }
  const more = { billsWithRolls: 200, rolls: 600, versions: 4_000 }
  const pages = await measureVotes(cluster, { repeats: 1, seconds: 1 }, [amounts, more], 1_000)
  expect(pages.map(({ name }) => name)).toContain('comparison of two versions')
  for (const { name, turns } of pages) {
    for (const [turn] of turns) {
      expect([name, turn?.failed]).toEqual([name, 0])
      expect(turn?.perSecond, name).toBeGreaterThan(0)
    }
  }
}, 300_000)

test('an import of bills with versions, votes and actions stores all of them, and the same records change nothing', async () => {
  const { perSecond, againPerSecond } = await measureRecordImport(cluster, 40, 1)
  expect(Math.min(...perSecond, ...againPerSecond)).toBeGreaterThan(0)
}, 120_000)
