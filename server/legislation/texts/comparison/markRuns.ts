import type { Run, TextBlock, VersionSection } from '#contract/bills/versions.ts'

type Mark = NonNullable<Run['mark']>
type MarkedRange = { from: number; to: number; mark: Mark }

/** Marks the words of existing law that the bill strikes or adds, because a comparison must show them as well. */
export function markRuns(runs: readonly Run[], older: VersionSection, newer: VersionSection): Run[] {
  const [before, after] = [markedRanges(older), markedRanges(newer)]
  if (before.length === 0 && after.length === 0) return [...runs]
  let [olderAt, newerAt] = [0, 0]
  return runs.flatMap((run) => {
    const parts = run.op === '-' ? splitBy(run, olderAt, before) : splitBy(run, newerAt, after)
    if (run.op !== '+') olderAt += run.text.length
    if (run.op !== '-') newerAt += run.text.length
    return parts
  })
}

/** Finds the marked words in the text that `sectionText` writes. */
function markedRanges({ title, blocks }: VersionSection): MarkedRange[] {
  let position = title.length
  return blocks.flatMap(({ mark, text, continues }: TextBlock, index) => {
    if (!(continues && index > 0) && position > 0) position += 1
    const from = position
    position += text.length
    return mark === 'struck_law' || mark === 'added_law' ? [{ from, to: position, mark }] : []
  })
}

function splitBy(run: Run, start: number, ranges: readonly MarkedRange[]): Run[] {
  const parts: Run[] = []
  const end = start + run.text.length
  let done = start
  const add = (to: number, mark?: Mark) => {
    const text = run.text.slice(done - start, to - start)
    if (to > done) parts.push(mark ? { op: run.op, text, mark } : { op: run.op, text })
    done = Math.max(done, to)
  }
  for (const { from, to, mark } of ranges) {
    if (to <= done || from >= end) continue
    add(Math.min(from, end))
    add(Math.min(to, end), mark)
  }
  add(end)
  return parts
}
