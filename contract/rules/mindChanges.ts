import type { Stance } from './stances.ts'

/** The moves between stances on a bill are shown once this many members have changed their minds there. */
export const minMindChanges = 5
/** A move by fewer members than this is only counted, because it could show what one member thought before. */
const minFlowMembers = 2

type Flow = { from: Stance; to: Stance; members: number }

/** The moves that may be shown, the largest first, and how many members the others have together. */
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
