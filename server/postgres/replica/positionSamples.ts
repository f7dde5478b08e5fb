import type { WalPosition } from './walPosition.ts'

/** A replica that is further behind is not used. */
const maxLagMs = 10_000

export type PositionSamples = ReturnType<typeof openPositionSamples>

/**
 * Where the log of the primary was in the last ten seconds. How old the state of a replica is follows from it, even while
 * nothing is written, and without comparing the clocks of two machines.
 */
export function openPositionSamples(now: () => number = () => performance.now()) {
  let samples: { at: number; position: WalPosition }[] = []
  const recent = () => samples.filter(({ at }) => at >= now() - maxLagMs)

  return {
    /** @param at when the position was requested */
    add(position: WalPosition, at: number): void {
      samples = [...recent(), { at, position }]
    },
    /**
     * What a replica must have replayed so that it is at most ten seconds behind; null before the first sample. While the
     * primary does not answer, its last known position stands.
     */
    floor(): WalPosition | null {
      return (recent()[0] ?? samples.at(-1))?.position ?? null
    },
    /**
     * By how many seconds a replica was behind that had replayed the log up to this position at this time, to within the
     * second between two samples. Ten is the most.
     */
    lagSeconds(replayed: WalPosition, at: number): number {
      const missed = samples.find((sample) => sample.position > replayed)
      return missed ? Math.max(0, at - missed.at) / 1000 : 0
    },
  }
}
