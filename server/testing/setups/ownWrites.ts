import { addBookmark, getStance, listBookmarks, removeBookmark, takeStance } from '#contract/bills/bills.ts'
import { getPrivacy, updatePrivacy } from '#contract/people.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'

type Replay = { pauseReplay(): Promise<unknown>; resumeReplay(): Promise<unknown> }

const stances = ['support', 'oppose', 'neutral', 'learning'] as const
const writers = 8

/**
 * Makes members write and read back what they have written, again and again, while the replay of the replica is paused
 * and resumed. They use both kinds of write routes: those with a single database call and those with a transaction.
 */
export async function readOwnWrites(
  app: TestServer,
  { writes, bill_id, cluster }: { writes: number; bill_id: string; cluster: Replay },
): Promise<{ reads: number; stale: string[] }> {
  const stale: string[] = []
  let [begun, reads] = [0, 0]

  async function writeAndRead(member: Person, turn: number): Promise<void> {
    const kind = turn % 3
    const isOdd = Math.floor(turn / 3) % 2 === 1
    if (kind === 0) {
      const stance = stances[Math.floor(turn / 3) % stances.length]!
      await member.call(takeStance, { id: bill_id, stance })
      const read = await member.call(getStance, { id: bill_id })
      if (read.stance.stance !== stance) stale.push(`stance ${turn}: ${String(read.stance.stance)}`)
    } else if (kind === 1) {
      await member.call(isOdd ? removeBookmark : addBookmark, { id: bill_id })
      const { bookmarked_bills } = await member.call(listBookmarks, {})
      if ((bookmarked_bills.length === 0) !== isOdd) stale.push(`bookmark ${turn}`)
    } else {
      await member.call(updatePrivacy, { public_stances: isOdd })
      const { settings } = await member.call(getPrivacy, {})
      if (settings.public_stances !== isOdd) stale.push(`privacy ${turn}`)
    }
    reads += 1
    if (reads % 40 === 0) await toggleReplay()
  }

  let isPaused = false
  async function toggleReplay(): Promise<void> {
    isPaused = !isPaused
    await (isPaused ? cluster.pauseReplay() : cluster.resumeReplay())
  }

  async function write(number: number): Promise<void> {
    const member = await app.member(`own-writes-${number}`)
    for (let turn = 0; begun < writes; turn++) {
      begun += 1
      await writeAndRead(member, turn)
    }
  }

  await Promise.all(Array.from({ length: writers }, (_, number) => write(number)))
  await cluster.resumeReplay()
  return { reads, stale }
}
