import { statusLabels, type BillStatus, type GovernmentLevel } from '#contract/bills/billContent.ts'
import { statusMeaning } from '#contract/bills/progress.ts'
import { msg, perLanguage, t } from '#contract/kit/translate.ts'
import { placeName } from '#contract/placeTexts.ts'
import type { Stance } from '#contract/stances.ts'
import { levelShapes, stanceShapes, statusShapes } from '#contract/svgPaths.ts'
import { html, type Html } from '#server/platform/http/pages/html.ts'

type WithStatus = { status: BillStatus; progress_line?: string | null }

/** Writes the status as a badge. Its tooltip explains it in the words of the bill's progress. */
export function statusBadge({ status, progress_line = null }: WithStatus): Html {
  const { tone, path } = statusShapes[status]
  return html`<span class="badge ${tone}" title="${statusMeaning(status, progress_line)}"
    >${icon(path)}${t(statusLabels[status])}</span
  >`
}

type BillMetaFields = WithStatus & {
  government_level: GovernmentLevel
  jurisdiction: string
  bill_code: string
}

/** Writes the line above a bill's title: its level, its place unless that is the country, its number and its status. */
export function billMeta(bill: BillMetaFields): Html {
  return html`<p class="meta">
    <span class="level">${icon(levelShapes[bill.government_level])}${levelName(bill.government_level)}</span>
    ${
      bill.government_level !== 'federal' &&
      html`<span class="code place">${placeName(bill.jurisdiction)}</span>`
    }
    <span class="code">${bill.bill_code}</span>
    ${statusBadge(bill)}
  </p>`
}

const levelNames: Record<GovernmentLevel, string> = {
  federal: msg('FEDERAL'),
  state: msg('STATE'),
  local: msg('LOCAL'),
}

export function levelName(level: GovernmentLevel): string {
  return t(levelNames[level])
}

export function stanceIcon(stance: Stance): Html {
  const { outline, mark } = stanceShapes[stance]
  return strokes([outline, mark], 'icon')
}

/** Writes a decorative icon of 24 by 24 units. */
export function icon(path: string): Html {
  return strokes([path], 'lucide')
}

/** Writes a decorative icon of several paths. */
export function strokes(paths: readonly string[], name: string): Html {
  return html`<svg
    class="${name}"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${paths.map((d) => html`<path d="${d}" />`)}
  </svg>`
}

// The server does not know the time zone of a reader. All readers are in the United States, so the day in the Eastern
// time zone is rarely wrong.
const day = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'America/New_York' }),
)

export function dateOf(time: string): Html {
  return html`<time datetime="${time}">${day().format(new Date(time))}</time>`
}
