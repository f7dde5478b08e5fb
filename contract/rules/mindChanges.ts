import type { Stance } from './stances.ts'

/** The moves between stances on a bill are shown only if at least this many members have changed their minds there. */
export const minMindChanges = 5
/**
 * A move by fewer members than this is only counted, because showing it could reveal what a single member thought
 * before.
 */
const minFlowMembers = 2

type Flow = { from: Stance; to: Stance; members: number }

/** Returns the moves that may be shown, largest first, and the total number of members in all other moves. */
export function shownFlows(all: readonly Flow[]): { members: number; flows: Flow[]; other_members: number } {
  const members = sum(all)
  const flows = members < minMindChanges ? [] : all.filter((flow) => flow.members >= minFlowMembers)
  return {
    members,
    flows: flows.toSorted((flow, other) => other.members - flow.members),
    other_members: members - sum(flows),
  }
}

function sum(flows: readonly Flow[]): number {
  return flows.reduce((total, flow) => total + flow.members, 0)
}
