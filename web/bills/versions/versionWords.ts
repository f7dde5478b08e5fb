import type { BillVersion, ComparisonSummary } from '#contract/bills/versions.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { formatDate, formatNumber } from '#web/kit/format.ts'
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
  if (!has_text) {
    return 'no text'
  }
  if (kind === 'retracted') {
    return 'withdrawn: listed by mistake'
  }
  if (document_type !== 'bill') {
    return document_type
  }
  if (kind === 'unchanged') {
    return 'same words'
  }
  if (kind !== 'minor' && kind !== 'material') {
    return null
  }
  if (!sections) {
    return t('{words} changed', { words: plural(words_changed ?? 0, '{n} word|{n} words') })
  }
  const parts = [
    sections_changed
      ? t('{sections} changed', { sections: plural(sections_changed, '{n} section|{n} sections') })
      : '',
    sections_added ? t('{sections_added} added', { sections_added }) : '',
    sections_removed ? t('{sections_removed} removed', { sections_removed }) : '',
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
    return t('The words are the same. Only formatting or numbering changed.')
  }
  const { sections, sections_changed, sections_added, sections_removed, sections_moved } = summary
  const otherCounts: readonly (readonly [number, string])[] = [
    [sections_added, 'added'],
    [sections_removed, 'removed'],
    [sections_moved, 'moved'],
  ]
  const others = otherCounts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  const changed = t('{sections_changed} of {sections} changed', {
    sections_changed,
    sections: plural(sections, '{n} section|{n} sections'),
  })
  const parts = haveSections ? [`${[changed, ...others].join(', ')}.`] : []
  const added = plural(summary.words_added, '{n} word|{n} words')
  return [
    ...parts,
    t('{added} added, {words_removed} removed.', {
      added,
      words_removed: formatNumber(summary.words_removed),
    }),
  ].join(' ')
}

/** Says what a new version changed since the previous one. Returns null if there is nothing to say. */
export function describeNewVersion(version: BillVersion): string | null {
  const printed = version.printed_on ? ` of ${formatDate(version.printed_on)}` : ''
  if (version.kind === 'unchanged') {
    return t('A new printing{printed} has the same words.', { printed })
  }
  if (version.kind === 'minor') {
    return t('A new printing{printed} changed {words}, no numbers or binding words.', {
      printed,
      words: plural(version.words_changed ?? 0, '{n} word|{n} words'),
    })
  }
  if (version.kind === 'material') {
    return `The text changed${version.printed_on ? ` on ${formatDate(version.printed_on)}` : ''}: ${changedParts(version)}.`
  }
  if (version.kind === 'unknown' && !version.has_text) {
    return t(
      "A new version is listed ({versionName}). {name} doesn't have its text, so we can't tell you what changed.",
      { versionName: versionName(version), name: site.name },
    )
  }
  return null
}

/** Returns, for example, "3 sections differ, 1 is new, 2 were removed". */
function changedParts(version: BillVersion): string {
  const { sections_changed, sections_added, sections_removed, words_changed } = version
  if (version.sections === 0) {
    return t('{words} differ', { words: plural(words_changed ?? 0, '{n} word|{n} words') })
  }
  const parts = [
    sections_changed
      ? `${plural(sections_changed, '{n} section|{n} sections')} ${sections_changed === 1 ? 'differs' : 'differ'}`
      : '',
    sections_added ? `${sections_added} ${sections_added === 1 ? 'is' : 'are'} new` : '',
    sections_removed ? `${sections_removed} ${sections_removed === 1 ? 'was' : 'were'} removed` : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : t('its sections are in another order')
}
