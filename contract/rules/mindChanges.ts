import { minShownMembers } from './smallNumbers.ts'
import type { Stance } from './stances.ts'

type Flow = { from: Stance; to: Stance; members: number }

/**
 * Returns the moves that may be shown, largest first, and the total number of members in all other moves. A move by few
 * members is only counted, because it could reveal what a single member thought before. If all others together are few,
 * the smallest shown move is counted with them.
 */
export function shownFlows(all: readonly Flow[]): { members: number; flows: Flow[]; other_members: number } {
  const members = sum(all)
  const flows = all
    .filter((flow) => flow.members >= minShownMembers)
    .toSorted((flow, other) => other.members - flow.members)
  const others = members - sum(flows)
  if (others > 0 && others < minShownMembers) flows.pop()
  return { members, flows, other_members: members - sum(flows) }
}

function sum(flows: readonly Flow[]): number {
  return flows.reduce((total, flow) => total + flow.members, 0)
}
