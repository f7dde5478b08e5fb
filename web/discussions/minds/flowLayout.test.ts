import { expect, test } from 'vitest'
import { layOutFlows } from './flowLayout.ts'

test('the bands of a stance fill its height from top to bottom without overlap', () => {
  const { from, to, bands, height } = layOutFlows([
    { from: 'oppose', to: 'support', members: 4 },
    { from: 'support', to: 'neutral', members: 2 },
    { from: 'oppose', to: 'neutral', members: 2 },
  ])
  expect(from.map(({ stance, members }) => [stance, members])).toEqual([
    ['support', 2],
    ['oppose', 6],
  ])
  expect(to.map(({ stance, members }) => [stance, members])).toEqual([
    ['support', 4],
    ['neutral', 4],
  ])
  for (const node of [...from, ...to]) {
    expect(node.top).toBeGreaterThanOrEqual(0)
    expect(node.top + node.height).toBeLessThanOrEqual(height + 1e-9)
    expect(node.height).toBeGreaterThanOrEqual(2.25)
  }
  const oppose = from.find(({ stance }) => stance === 'oppose')!
  const [toSupport, toNeutral] = bands.filter((band) => band.from === 'oppose')
  expect(toSupport!.start).toBeCloseTo(oppose.top)
  expect(toNeutral!.start).toBeCloseTo(toSupport!.start + toSupport!.startHeight)
  expect(toSupport!.startHeight + toNeutral!.startHeight).toBeCloseTo(oppose.height)
})
