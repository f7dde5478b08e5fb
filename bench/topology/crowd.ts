import { setTimeout as sleep } from 'node:timers/promises'
import { shareOf } from '#server/operations/seed/demo/chance.ts'
import type { AcknowledgedWrite, Attempt, Ledger } from '../faults/ledger.ts'
import { readBack } from './readBack.ts'

/** What happened to the requests of the crowd between two moments. */
export type Experience = {
  acknowledged: number
  /** Refused or unanswered requests by status; 'none' had no response. */
  refused: Map<string, number>
  /** Pages that members opened after their own actions. */
  ownReads: number
  /** Actions that a member did not see on the page that they opened next. */
  stale: number
  /** The longest time without an acknowledged write, in seconds. */
  longestPause: number
}

export type Crowd = {
  /** The ledger calls this after every attempt to write. */
  onAttempt: (attempt: Attempt) => void
  start: (ledger: Ledger, origin: string, seed: string) => void
  /** True if a write that began after `time` was acknowledged. */
  hasWrittenSince: (time: number) => boolean
  between: (began: number, ended: number) => Experience
  stop: () => Promise<void>
}

type CrowdRequest = { began: number; ended: number; kind: 'write' | 'read'; status: number | null }

const actionsPerSecond = 30
const shareReadBack = 0.5

/** Returns members who act continuously. After half of their actions, they open the page that shows the action. */
export function openCrowd(): Crowd {
  const requests: CrowdRequest[] = []
  const staleTimes: number[] = []
  const work = { isOver: false }
  let members: Promise<unknown> = Promise.resolve()

  async function checkReadBack(acknowledged: AcknowledgedWrite, origin: string) {
    const began = performance.now()
    const { status, isCurrent } = await readBack(origin, acknowledged)
    const ended = performance.now()
    requests.push({ began, ended, kind: 'read', status })
    if (isCurrent !== false) return
    staleTimes.push(ended)
    console.log(`Stale: ${acknowledged.action.rowKey}`)
  }

  return {
    onAttempt: ({ began, status }) =>
      void requests.push({ began, ended: performance.now(), kind: 'write', status }),
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
    hasWrittenSince: (time) => requests.some((request) => isAcknowledged(request) && request.began > time),
    between(began, ended) {
      const within = requests.filter((request) => request.ended > began && request.ended <= ended)
      const writeTimes = within
        .filter(isAcknowledged)
        .map((request) => request.ended)
        .toSorted((a, b) => a - b)
      const pauses = [...writeTimes, ended].map((time, index) => time - (writeTimes[index - 1] ?? began))
      const refused = new Map<string, number>()
      for (const { status } of within) {
        if (status !== null && status < 400) continue
        const name = String(status ?? 'none')
        refused.set(name, (refused.get(name) ?? 0) + 1)
      }
      return {
        acknowledged: writeTimes.length,
        refused,
        ownReads: within.filter(({ kind, status }) => kind === 'read' && status === 200).length,
        stale: staleTimes.filter((time) => time > began && time <= ended).length,
        longestPause: Math.max(0, ...pauses) / 1000,
      }
    },
    async stop() {
      work.isOver = true
      await members
    },
  }
}

const isAcknowledged = ({ kind, status }: CrowdRequest) => kind === 'write' && status !== null && status < 300
