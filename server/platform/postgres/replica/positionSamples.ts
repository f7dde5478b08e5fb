import type { WalPosition } from './walPosition.ts'

/** A replica that is further behind than this is not used. */
const maxLagMs = 10_000

/**
 * Stores the positions of the primary's log during the last ten seconds. They show how old the state of a replica is, even
 * if nothing is written, and without comparing the clocks of two machines.
 */
export function openPositionSamples(now: () => number = () => performance.now()) {
  let samples: { at: number; position: WalPosition }[] = []
  const recent = () => samples.filter(({ at }) => at >= now() - maxLagMs)

  return {
    /**
     * Adds a position.
     *
     * @param at the time at which the position was requested
     */
    add(position: WalPosition, at: number): void {
      samples = [...recent(), { at, position }]
    },
    /**
     * Returns the position that a replica must have replayed to be at most ten seconds behind, or null before the first
     * sample. If the primary does not answer, its last known position is used.
     */
    floor(): WalPosition | null {
      return (recent()[0] ?? samples.at(-1))?.position ?? null
    },
    /**
     * Returns how many seconds a replica was behind if it had replayed the log up to this position at this time. The
     * result is accurate to one second, the interval between samples, and is ten at most.
     */
    lagSeconds(replayed: WalPosition, at: number): number {
      const missed = samples.find((sample) => sample.position > replayed)
      return missed ? Math.max(0, at - missed.at) / 1000 : 0
    },
  }
}
