import type { SectionComparison, Run } from '#contract/bills/versions.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { splitIntoRows, type Row } from './comparisonRows.ts'
import styles from './Compare.module.css'

const stateLabels = {
  added: t('New section'),
  removed: t('[section]Removed'),
  changed: t('[section]Changed'),
} as const

type SectionChangeProps = {
  section: SectionComparison & { state: 'added' | 'removed' | 'changed' }
  /** True if there is space for both versions side by side. */
  isWide: boolean
}

/** A section that was added, removed or changed. Each changed paragraph is one step of "Next change". */
export function SectionChange({ section, isWide: fitsTwoColumns }: SectionChangeProps) {
  const { state, number, title, from_number } = section
  // If only one version has the section, the second column would be empty.
  const isWide = fitsTwoColumns && state === 'changed'
  const isMoved = from_number !== null && from_number !== number
  return (
    <section className={styles.section} id={`s-${section.key}`}>
      <header className={styles.sectionHead}>
        <h2>
          {number && <span className={styles.number}>§ {number}</span>}{' '}
          <span lang={recordLanguage}>{title}</span>
        </h2>
        <p className={styles.tags}>
          <span className={styles.tag} data-state={state}>
            {stateLabels[state]}
          </span>
          {isMoved && <span className={styles.tag}>{t('Was § {section}', { section: from_number })}</span>}
          {state === 'changed' && section.operative_terms_changed && (
            <span className={styles.tag} data-state="terms">
              {t('Numbers or binding words changed')}
            </span>
          )}
        </p>
      </header>
      <div className={isWide ? styles.columns : styles.column}>
        {foldRows(withoutTitle(splitIntoRows(belowTitle(section)), title)).map((part) =>
          'hidden' in part ? (
            <details key={part.key} className={styles.fold}>
              <summary>
                {plural(part.hidden.length, '{n} paragraph unchanged|{n} paragraphs unchanged')}
              </summary>
              {part.hidden.map((row, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- paragraphs of a text that never changes
                <RowText key={index} row={row} isWide={isWide} />
              ))}
            </details>
          ) : (
            <RowText key={part.key} row={part.row} isWide={isWide} />
          ),
        )}
      </div>
    </section>
  )
}

/** Removes the title from the text, because it is shown as a heading, unless the title itself changed. */
function withoutTitle(rows: readonly Row[], title: string): readonly Row[] {
  const [first] = rows
  const isTitle =
    first &&
    !first.isChanged &&
    first.runs
      .map(({ text }) => text)
      .join('')
      .trim() === title
  return isTitle && title !== '' ? rows.slice(1) : rows
}

/** Removes the title from the text of an added or removed section, unless the section consists only of its title. */
function belowTitle(section: SectionChangeProps['section']): SectionChangeProps['section'] {
  const start = `${section.title}\n`
  const below = (text: string | null) => (text?.startsWith(start) ? text.slice(start.length) : text)
  return section.state === 'changed'
    ? section
    : { ...section, old: below(section.old), new: below(section.new) }
}

type Part = { key: number } & ({ row: Row } | { hidden: Row[] })

/** This many unchanged paragraphs in a row are folded. The paragraphs next to a change stay visible for context. */
const minFoldedRows = 4

function foldRows(rows: readonly Row[]): Part[] {
  const parts: Part[] = []
  let start = 0
  while (start < rows.length) {
    let end = start
    while (end < rows.length && !rows[end]?.isChanged) {
      end += 1
    }
    const from = start === 0 ? start : start + 1
    const to = end === rows.length ? end : end - 1
    const isFolded = to - from >= minFoldedRows
    for (let index = start; index < Math.min(end + 1, rows.length); index += 1) {
      const row = rows[index]
      if (isFolded && index === from) {
        parts.push({ key: index, hidden: rows.slice(from, to) })
      }
      if (row && !(isFolded && index >= from && index < to)) {
        parts.push({ key: index + rows.length, row })
      }
    }
    start = end + 1
  }
  return parts
}

function RowText({ row, isWide }: { row: Row; isWide: boolean }) {
  const change = row.isChanged ? { 'data-change': true, tabIndex: -1 } : {}
  if (!isWide) {
    return (
      <p className={styles.paragraph} {...change}>
        <Runs runs={row.runs} />
      </p>
    )
  }
  const [older, newer] = [row.runs.filter(({ op }) => op !== '+'), row.runs.filter(({ op }) => op !== '-')]
  return (
    <div className={styles.pair} {...change}>
      <p className={styles.paragraph}>
        <Runs runs={older} />
      </p>
      {/* Screen readers read an unchanged paragraph only once. */}
      <p className={styles.paragraph} aria-hidden={row.isChanged ? undefined : true}>
        <Runs runs={newer} />
      </p>
    </div>
  )
}

function Runs({ runs }: { runs: readonly Run[] }) {
  // oxlint-disable-next-line react/no-array-index-key -- runs of a text that never changes
  return runs.map((run, index) => <RunText key={index} run={run} />)
}

function RunText({ run: { op, text, mark } }: { run: Run }) {
  const official = recordLanguage ? <span lang={recordLanguage}>{text}</span> : text
  const words =
    mark === 'struck_law' ? (
      <s>
        <span className="vh">{t('struck:')} </span>
        {official}
      </s>
    ) : mark === 'added_law' ? (
      <u>{official}</u>
    ) : (
      official
    )
  if (op === '=') {
    return words
  }
  return op === '+' ? (
    <ins className={styles.added}>
      <span className="vh"> {t('added:')} </span>
      {words}
      <span className="vh"> {t('end of added words')} </span>
    </ins>
  ) : (
    <del className={styles.removed}>
      <span className="vh"> {t('removed:')} </span>
      {words}
      <span className="vh"> {t('end of removed words')} </span>
    </del>
  )
}
