import { setTimeout as sleep } from 'node:timers/promises'
import { shareOf } from '#server/operations/seed/demo/chance.ts'
import type { Attempt, Ledger } from '../faults/ledger.ts'
import { readBack } from './readBack.ts'

/** What happened to the requests of the crowd between two moments. */
export type Experience = {
  acknowledged: number
  /** Refused or unanswered requests by status; 'none' had no response. */
  refused: Map<string, number>
  readBack: number
  /** Actions that a member did not see on the page that they opened next. */
  stale: number
  /** The longest time without an acknowledged write, in seconds. */
  longestPause: number
}

export type Crowd = {
  /** Passed to the ledger. */
  onAttempt: (attempt: Attempt) => void
  start: (ledger: Ledger, origin: string, seed: string) => void
  /** True if a write that began after `time` was acknowledged. */
  hasWrittenSince: (time: number) => boolean
  between: (began: number, ended: number) => Experience
  stop: () => Promise<void>
}

type Event = { began: number; ended: number; kind: 'write' | 'read'; status: number | null }

const actionsPerSecond = 30
const shareReadBack = 0.5

/** Members who act continuously, and after half of their actions open the page that shows the action. */
export function openCrowd(): Crowd {
  const events: Event[] = []
  const stale: number[] = []
  const work = { isOver: false }
  let members: Promise<unknown> = Promise.resolve()

  async function checkReadBack(
    acknowledged: NonNullable<Awaited<ReturnType<Ledger['action']>>>,
    origin: string,
  ) {
    const began = performance.now()
    const { status, isCurrent } = await readBack(origin, acknowledged)
    const ended = performance.now()
    events.push({ began, ended, kind: 'read', status })
    if (isCurrent !== false) return
    stale.push(ended)
    console.log(`Stale: ${acknowledged.action.rowKey}`)
  }

  return {
    onAttempt: ({ began, status }) =>
      void events.push({ began, ended: performance.now(), kind: 'write', status }),
    start(ledger, origin, seed) {
      const pauseMs = (ledger.members / actionsPerSecond) * 1000
      const actContinuously = async (member: number) => {
        await sleep(pauseMs * shareOf(`${seed} ${member} begins`))
        for (let turn = 0; !work.isOver; turn++) {
          const due = sleep(pauseMs)
          const acknowledged = await ledger.action(member, `${seed} ${member} ${turn}`)
          if (acknowledged && shareOf(`${seed} ${member} ${turn} reads`) < shareReadBack) {
            await checkReadBack(acknowledged, origin)
          }
          await due
        }
      }
      members = Promise.all(
        Array.from({ length: ledger.members }, async (_, member) => actContinuously(member)),
      )
      // `stop` awaits the same promise and reports the error.
      members.catch(() => {})
    },
    hasWrittenSince: (time) => events.some((event) => isAcknowledged(event) && event.began > time),
    between(began, ended) {
      const within = events.filter((event) => event.ended > began && event.ended <= ended)
      const writes = within
        .filter(isAcknowledged)
        .map((event) => event.ended)
        .toSorted((a, b) => a - b)
      const pauses = [...writes, ended].map((time, index) => time - (writes[index - 1] ?? began))
      const refused = new Map<string, number>()
      for (const { status } of within) {
        if (status !== null && status < 400) continue
        const name = String(status ?? 'none')
        refused.set(name, (refused.get(name) ?? 0) + 1)
      }
      return {
        acknowledged: writes.length,
        refused,
        readBack: within.filter(({ kind, status }) => kind === 'read' && status === 200).length,
        stale: stale.filter((time) => time > began && time <= ended).length,
        longestPause: Math.max(0, ...pauses) / 1000,
      }
    },
    async stop() {
      work.isOver = true
      await members
    },
  }
}

const isAcknowledged = ({ kind, status }: Event) => kind === 'write' && status !== null && status < 300
