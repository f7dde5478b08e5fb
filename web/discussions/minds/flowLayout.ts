import type { MindFlow } from '#contract/discussions.ts'
import { stances, type Stance } from '#contract/stances.ts'

/** One stance on one side of the picture, in rem from its top edge. */
export type FlowNode = { stance: Stance; top: number; height: number; members: number }
/** A move from one stance to another: its position and height on the left side and on the right side. */
export type FlowBand = MindFlow & { start: number; startHeight: number; end: number; endHeight: number }
type Side = Map<Stance, FlowNode>

/** A node is at least this tall so that its name and number fit. */
const minNodeHeight = 2.25
const gap = 0.5
/** The height of all nodes of one side together, before the shortest nodes are made taller. */
const totalHeight = 7

/**
 * Places the stances before the moves on the left side, those after the moves on the right side, and a band for each
 * move.
 */
export function layOutFlows(flows: readonly MindFlow[]) {
  const from = sideOf(flows, 'from')
  const to = sideOf(flows, 'to')
  const height = Math.max(heightOf(from), heightOf(to))
  for (const side of [from, to]) {
    const offset = (height - heightOf(side)) / 2
    for (const node of side.values()) node.top += offset
  }
  return { from: [...from.values()], to: [...to.values()], bands: bandsOf(flows, from, to), height }
}

function sideOf(flows: readonly MindFlow[], end: 'from' | 'to'): Side {
  const members = flows.reduce((sum, flow) => sum + flow.members, 0)
  const side: Side = new Map()
  let top = 0
  for (const stance of stances) {
    const count = flows.reduce((sum, flow) => sum + (flow[end] === stance ? flow.members : 0), 0)
    if (count === 0) continue
    const height = Math.max(minNodeHeight, (totalHeight * count) / members)
    side.set(stance, { stance, top, height, members: count })
    top += height + gap
  }
  return side
}

function heightOf(side: Side): number {
  const nodes = [...side.values()]
  return nodes.reduce((sum, node) => sum + node.height, 0) + gap * Math.max(0, nodes.length - 1)
}

/** Places the bands in the order of the stances on both sides so that they cross as little as possible. */
function bandsOf(flows: readonly MindFlow[], from: Side, to: Side): FlowBand[] {
  const usedHeights = { from: new Map<Stance, number>(), to: new Map<Stance, number>() }
  const reserve = (side: Side, end: 'from' | 'to', { [end]: stance, members }: MindFlow) => {
    const node = side.get(stance)
    if (!node) return { at: 0, height: 0 }
    const before = usedHeights[end].get(stance) ?? 0
    const height = (node.height * members) / node.members
    usedHeights[end].set(stance, before + height)
    return { at: node.top + before, height }
  }
  const inOrder = flows.toSorted(
    (first, second) =>
      stances.indexOf(first.from) - stances.indexOf(second.from) ||
      stances.indexOf(first.to) - stances.indexOf(second.to),
  )
  return inOrder.map((flow) => {
    const [left, right] = [reserve(from, 'from', flow), reserve(to, 'to', flow)]
    const { from: stance, to: next, members } = flow
    return {
      from: stance,
      to: next,
      members,
      start: left.at,
      startHeight: left.height,
      end: right.at,
      endHeight: right.height,
    }
  })
}
