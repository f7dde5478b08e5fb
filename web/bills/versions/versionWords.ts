import type { BillVersion, ComparisonSummary } from '#contract/bills/versions.ts'
import { formatDate, formatNumber, pluralize } from '#web/kit/format.ts'
import { site } from '#web/kit/site.ts'

/** Returns, for example, "Engrossed in House, June 9, 2025". */
export function versionName({ label, printed_on }: Pick<BillVersion, 'label' | 'printed_on'>): string {
  return printed_on ? `${label}, ${formatDate(printed_on)}` : label
}

/** Returns, for example, "Engrossed in House, June 9, 2025 (3 sections changed)". */
export function versionOption(version: BillVersion): string {
  const change = changeInBrackets(version)
  return change === null ? versionName(version) : `${versionName(version)} (${change})`
}

function changeInBrackets(version: BillVersion): string | null {
  const { has_text, kind, document_type, sections, words_changed } = version
  const { sections_changed, sections_added, sections_removed } = version
  if (!has_text) return 'no text'
  if (kind === 'retracted') return 'withdrawn: listed by mistake'
  if (document_type !== 'bill') return document_type
  if (kind === 'unchanged') return 'same words'
  if (kind !== 'minor' && kind !== 'material') return null
  if (!sections) return `${pluralize(words_changed ?? 0, 'word')} changed`
  const parts = [
    sections_changed ? `${pluralize(sections_changed, 'section')} changed` : '',
    sections_added ? `${sections_added} added` : '',
    sections_removed ? `${sections_removed} removed` : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'sections moved'
}

/** Returns, for example, "of June 9, 2025 (Engrossed in House)", which follows the words "the version". */
export function versionOfDay({ label, printed_on }: Pick<BillVersion, 'label' | 'printed_on'>): string {
  return printed_on ? `of ${formatDate(printed_on)} (${label})` : `"${label}"`
}

/** Returns, for example, "4 of 12 sections changed, 1 added, 2 moved. 312 words added, 88 removed." */
export function summaryWords(summary: ComparisonSummary, haveSections: boolean): string {
  if (summary.kind === 'unchanged' && summary.words_added + summary.words_removed === 0) {
    return 'The words are the same. Only formatting or numbering changed.'
  }
  const { sections, sections_changed, sections_added, sections_removed, sections_moved } = summary
  const otherCounts: readonly (readonly [number, string])[] = [
    [sections_added, 'added'],
    [sections_removed, 'removed'],
    [sections_moved, 'moved'],
  ]
  const others = otherCounts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  const changed = `${sections_changed} of ${pluralize(sections, 'section')} changed`
  const parts = haveSections ? [`${[changed, ...others].join(', ')}.`] : []
  const added = pluralize(summary.words_added, 'word')
  return [...parts, `${added} added, ${formatNumber(summary.words_removed)} removed.`].join(' ')
}

/** Says what a new version changed since the previous one. Returns null if there is nothing to say. */
export function describeNewVersion(version: BillVersion): string | null {
  const printed = version.printed_on ? ` of ${formatDate(version.printed_on)}` : ''
  if (version.kind === 'unchanged') return `A new printing${printed} has the same words.`
  if (version.kind === 'minor') {
    return `A new printing${printed} changed ${pluralize(version.words_changed ?? 0, 'word')}, no numbers or binding words.`
  }
  if (version.kind === 'material') {
    return `The text changed${version.printed_on ? ` on ${formatDate(version.printed_on)}` : ''}: ${changedParts(version)}.`
  }
  if (version.kind === 'unknown' && !version.has_text) {
    return `A new version is listed (${versionName(version)}). ${site.name} doesn't have its text, so we can't tell you what changed.`
  }
  return null
}

/** Returns, for example, "3 sections differ, 1 is new, 2 were removed". */
function changedParts(version: BillVersion): string {
  const { sections_changed, sections_added, sections_removed, words_changed } = version
  if (version.sections === 0) return `${pluralize(words_changed ?? 0, 'word')} differ`
  const parts = [
    sections_changed
      ? `${pluralize(sections_changed, 'section')} ${sections_changed === 1 ? 'differs' : 'differ'}`
      : '',
    sections_added ? `${sections_added} ${sections_added === 1 ? 'is' : 'are'} new` : '',
    sections_removed ? `${sections_removed} ${sections_removed === 1 ? 'was' : 'were'} removed` : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'its sections are in another order'
}
