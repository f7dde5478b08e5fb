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
    return t('no text')
  }
  if (kind === 'retracted') {
    return t('withdrawn: listed by mistake')
  }
  if (document_type !== 'bill') {
    return document_type === 'amendment' ? t('amendment') : t('summary')
  }
  if (kind === 'unchanged') {
    return t('same words')
  }
  if (kind !== 'minor' && kind !== 'material') {
    return null
  }
  if (!sections) {
    return plural(words_changed ?? 0, '{n} word changed|{n} words changed')
  }
  const parts = [
    sections_changed ? plural(sections_changed, '{n} section changed|{n} sections changed') : '',
    sections_added ? plural(sections_added, '{n} added|{n} added') : '',
    sections_removed ? plural(sections_removed, '{n} removed|{n} removed') : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : t('sections moved')
}

/** Returns, for example, "of June 9, 2025 (Engrossed in House)", which follows the words "the version". */
export function versionOfDay({ label, printed_on }: Pick<BillVersion, 'label' | 'printed_on'>): string {
  return printed_on
    ? t('of {date} ({version})', { date: formatDate(printed_on), version: label })
    : `"${label}"`
}

/** Returns, for example, "4 of 12 sections changed, 1 added, 2 moved. 312 words added, 88 removed." */
export function summaryWords(summary: ComparisonSummary, haveSections: boolean): string {
  if (summary.kind === 'unchanged' && summary.words_added + summary.words_removed === 0) {
    return t('The words are the same. Only formatting or numbering changed.')
  }
  const { sections, sections_changed, sections_added, sections_removed, sections_moved } = summary
  const changed = plural(sections, '{count} of {n} section changed|{count} of {n} sections changed', {
    count: formatNumber(sections_changed),
  })
  const others = [
    sections_added ? plural(sections_added, '{n} added|{n} added') : '',
    sections_removed ? plural(sections_removed, '{n} removed|{n} removed') : '',
    sections_moved ? plural(sections_moved, '{n} moved|{n} moved') : '',
  ].filter(Boolean)
  const parts = haveSections ? [`${[changed, ...others].join(', ')}.`] : []
  const words = plural(
    summary.words_added,
    '{n} word added, {removed} removed.|{n} words added, {removed} removed.',
    {
      removed: formatNumber(summary.words_removed),
    },
  )
  return [...parts, words].join(' ')
}

/** Says what a new version changed since the previous one. Returns null if there is nothing to say. */
export function describeNewVersion(version: BillVersion): string | null {
  const date = version.printed_on && formatDate(version.printed_on)
  const words = version.words_changed ?? 0
  if (version.kind === 'unchanged') {
    return date
      ? t('A new printing of {date} has the same words.', { date })
      : t('A new printing has the same words.')
  }
  if (version.kind === 'minor') {
    return date
      ? plural(
          words,
          'A new printing of {date} changed {n} word, no numbers or binding words.|A new printing of {date} changed {n} words, no numbers or binding words.',
          { date },
        )
      : plural(
          words,
          'A new printing changed {n} word, no numbers or binding words.|A new printing changed {n} words, no numbers or binding words.',
        )
  }
  if (version.kind === 'material') {
    const changes = changedParts(version)
    return date
      ? t('The text changed on {date}: {changes}.', { date, changes })
      : t('The text changed: {changes}.', { changes })
  }
  if (version.kind === 'unknown' && !version.has_text) {
    return t(
      "A new version is listed ({version}). {site} doesn't have its text, so we can't tell you what changed.",
      { version: versionName(version), site: site.name },
    )
  }
  return null
}

/** Returns, for example, "3 sections differ, 1 is new, 2 were removed". */
function changedParts(version: BillVersion): string {
  const { sections_changed, sections_added, sections_removed, words_changed } = version
  if (version.sections === 0) {
    return plural(words_changed ?? 0, '{n} word differs|{n} words differ')
  }
  const parts = [
    sections_changed ? plural(sections_changed, '{n} section differs|{n} sections differ') : '',
    sections_added ? plural(sections_added, '{n} is new|{n} are new') : '',
    sections_removed ? plural(sections_removed, '{n} was removed|{n} were removed') : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : t('its sections are in another order')
}
