import {
  type ComparisonSummary,
  type SectionComparison,
  sectionText,
  type VersionSection,
} from '#contract/bills/versions.ts'
import { diffRuns } from './diffRuns.ts'
import { markRuns } from './markRuns.ts'
import { pairSections, prepare, type Pair, type PreparedSection } from './pairs.ts'
import { countEach, differsInTerms, missingFrom } from './words.ts'

export type Comparison = {
  summary: Omit<ComparisonSummary, 'kind'>
  sections: SectionComparison[]
  /** True if the time was used up, so some changed sections have no runs. */
  is_truncated: boolean
  /** The facts that decide the kind of a version. Short titles and tables of contents do not count. */
  substance: Substance
}

/**
 * The counts that a version stores, without formalities such as short titles, and whether every section has a partner
 * with the same words.
 */
export type Substance = Omit<ComparisonSummary, 'kind' | 'words_added' | 'words_removed'> & {
  isUnchanged: boolean
}

/** The time limit of a comparison in milliseconds, and the maximum number of words of both versions together. */
const longest = 3_000
const mostWords = 2_000_000

/**
 * Compares two versions of a bill section by section. Every change is found: applying the runs of a section to its
 * older text yields the newer one.
 *
 * @param withRuns false computes only the counts
 */
export function compareTexts(
  older: readonly VersionSection[],
  newer: readonly VersionSection[],
  { withRuns = true, budget = longest }: { withRuns?: boolean; budget?: number } = {},
): Comparison {
  const deadline = performance.now() + budget
  const isOutOfTime = () => performance.now() > deadline
  const [before, after] = [prepare(older), prepare(newer)]
  const isTooLong = [...before, ...after].reduce((sum, { words }) => sum + words.length, 0) > mostWords
  const pairs = pairSections(before, after)
  let is_truncated = false
  const sections = pairs.map((pair) => {
    const section = describe(pair)
    if (section.state !== 'changed' || !pair.older || !pair.newer || !withRuns) return section
    if (isTooLong || isOutOfTime()) {
      is_truncated = true
      return section
    }
    const runs = diffRuns(sectionText(pair.older.section), sectionText(pair.newer.section), deadline)
    if (isOutOfTime()) {
      is_truncated = true
      return section
    }
    return { ...section, old: null, new: null, runs: markRuns(runs, pair.older.section, pair.newer.section) }
  })
  const substantial = pairs.filter((pair) => !hasNoSubstance(pair))
  const { words_changed, operative_terms_changed } = measure(substantial)
  return {
    summary: { ...measure(pairs), sections: newer.length, ...countStates(sections) },
    sections,
    is_truncated,
    substance: {
      isUnchanged: substantial.every(({ sameWords }) => sameWords),
      words_changed,
      operative_terms_changed,
      sections: substantial.filter(({ newer: section }) => section !== null).length,
      ...countStates(substantial.map(describe)),
    },
  }
}

function describe({ older, newer, sameWords }: Pair): SectionComparison {
  const section = newer?.section ?? older?.section
  const from = older?.section
  const to = newer?.section
  const isMoved = from !== undefined && to !== undefined && from.key !== to.key
  const state = !from ? 'added' : !to ? 'removed' : !sameWords ? 'changed' : isMoved ? 'moved' : 'unchanged'
  return {
    state,
    key: section?.key ?? '',
    from_key: from && to ? from.key : null,
    number: section?.number ?? '',
    from_number: from && to ? from.number : null,
    title: section?.title ?? '',
    old: from && (state === 'removed' || state === 'changed') ? sectionText(from) : null,
    new: to && (state === 'added' || state === 'changed') ? sectionText(to) : null,
    runs: null,
    operative_terms_changed: !sameWords && differsInTerms(older?.words ?? [], newer?.words ?? []),
  }
}

function countStates(sections: readonly SectionComparison[]) {
  const count = (state: SectionComparison['state']) =>
    sections.filter((section) => section.state === state).length
  return {
    sections_changed: count('changed'),
    sections_added: count('added'),
    sections_removed: count('removed'),
    sections_moved: count('moved'),
  }
}

function measure(pairs: readonly Pair[]) {
  let [words_changed, words_added, words_removed, operative] = [0, 0, 0, false]
  for (const { older, newer, sameWords } of pairs) {
    if (sameWords) continue
    const [before, after] = [older?.words ?? [], newer?.words ?? []]
    const [beforeCounts, afterCounts] = [countEach(before), countEach(after)]
    const removed = missingFrom(beforeCounts, afterCounts)
    const added = missingFrom(afterCounts, beforeCounts)
    words_removed += removed
    words_added += added
    if (!older || !newer) continue
    words_changed += Math.max(removed, added)
    operative ||= differsInTerms(before, after)
  }
  return { words_changed, words_added, words_removed, operative_terms_changed: operative }
}

/** Returns true for short titles, tables of contents and sections without words, which have no legal effect. */
function hasNoSubstance({ older, newer }: Pair): boolean {
  return isFormalSection(older) && isFormalSection(newer)
}

const formalTitle =
  /^(short title|table of contents|short title[;,]? (and )?table of contents|table of contents[;,]? (and )?short title)[.:;—–-]*$/i

function isFormalSection(prepared: PreparedSection | null): boolean {
  return prepared === null || prepared.words.length === 0 || formalTitle.test(prepared.section.title.trim())
}
