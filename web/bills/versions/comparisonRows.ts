import type { SectionComparison, Run } from '#contract/bills/versions.ts'

/** A paragraph of a compared section, or several paragraphs that changed together. */
export type Row = { runs: Run[]; isChanged: boolean }

/** Splits the runs of a section into paragraphs so that both versions of a paragraph can be shown side by side. */
export function splitIntoRows(section: SectionComparison): Row[] {
  const rows: Row[] = []
  let runs: Run[] = []
  const close = () => {
    if (runs.length > 0) rows.push({ runs, isChanged: runs.some(({ op }) => op !== '=') })
    runs = []
  }
  for (const [index, run] of runsOf(section).entries()) {
    const pieces = run.op === '=' ? run.text.split(/(?<=\n)/) : [run.text]
    for (const text of pieces) {
      runs.push({ ...run, text })
      if (text.endsWith('\n') && isComplete(runs, run, runsOf(section)[index + 1])) close()
    }
  }
  close()
  return rows
}

/** Returns whether both versions have reached the end of a paragraph. */
function isComplete(runs: readonly Run[], run: Run, next: Run | undefined): boolean {
  if (run.op === '=') return true
  if (run.op === '-' && next?.op === '+') return false
  const other = runs.filter(({ op }) => op !== run.op).map(({ text }) => text)
  const before = other.join('')
  return before === '' || before.endsWith('\n')
}

function runsOf({ runs, old, new: added }: SectionComparison): Run[] {
  if (runs) return runs
  const whole: Run[] = []
  if (old !== null) whole.push({ op: '-', text: old })
  if (added !== null) whole.push({ op: '+', text: added })
  return whole
}

/** Either neighboring sections that did not change, or one section that did. */
export type Block = { key: string } & (
  | { kind: 'same'; sections: SectionComparison[] }
  | { kind: 'changed'; section: SectionComparison }
)

export function groupSections(sections: readonly SectionComparison[]): Block[] {
  const blocks: Block[] = []
  for (const [index, section] of sections.entries()) {
    const last = blocks.at(-1)
    if (section.state !== 'unchanged' && section.state !== 'moved') {
      blocks.push({ key: `${index}`, kind: 'changed', section })
    } else if (last?.kind === 'same') last.sections.push(section)
    else blocks.push({ key: `${index}`, kind: 'same', sections: [section] })
  }
  return blocks
}
