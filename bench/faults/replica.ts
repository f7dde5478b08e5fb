import { setTimeout as sleep } from 'node:timers/promises'
import { getPrivacy } from '#contract/people.ts'
import { replicaReads } from '#server/platform/observability/counters.ts'
import { startStandby } from '#server/testing/postgres/standby.ts'
import { readOwnWrites } from '#server/testing/setups/ownWrites.ts'
import { startTestServer } from '#server/testing/testServer.ts'

type ReplicaReport = { reads: number; stale: string[]; results: Record<string, number>; seconds: number }

/** Members read back each of their writes while replay on a replica is paused and resumed. */
export async function runReplicaTest(writes: number): Promise<ReplicaReport> {
  const cluster = await startStandby()
  const app = await startTestServer({}, '/nowhere', { replicaOf: cluster.replicaOf })
  try {
    const { bill_id } = await app.bill('Own Writes Bill')
    const reader = await app.member('first-reader')
    // Waits until the replica has answered a read.
    while (!countsByResult()['replica']) {
      await reader.call(getPrivacy, {})
      await sleep(100)
    }
    const began = performance.now()
    const report = await readOwnWrites(app, { writes, bill_id, cluster })
    return { ...report, results: countsByResult(), seconds: (performance.now() - began) / 1000 }
  } finally {
    await app.close()
    await cluster.stop()
  }
}

function countsByResult(): Record<string, number> {
  return Object.fromEntries(replicaReads.samples().map(({ labels, value }) => [labels['result'], value]))
}
