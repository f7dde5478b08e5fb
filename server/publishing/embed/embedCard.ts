import { statusLabels } from '#contract/bills/billContent.ts'
import { currentStage, eventLines, stageStateLabels } from '#contract/bills/progress.ts'
import { roadText } from '#contract/bills/roadTexts.ts'
import { billPagePath } from '#contract/bills/sharedBills.ts'
import type { Branding } from '#contract/branding/branding.ts'
import { defaultName } from '#contract/branding/pageBranding.ts'
import { eventTime } from '#contract/hearings.ts'
import { formatDay, formatNumber } from '#contract/kit/format.ts'
import { t } from '#contract/kit/translate.ts'
import { placeName } from '#contract/placeTexts.ts'
import { stanceProse, stances } from '#contract/stances.ts'
import { levelShapes, markPath, statusShapes, wordmarkPath } from '#contract/svgPaths.ts'
import { html, type Html } from '#server/platform/http/pages/html.ts'
import { levelName, strokes, stanceIcon } from '#server/publishing/sharing/sharedParts.ts'
import type { EmbeddedBill, EmbeddedCounts } from './embedQueries.ts'

const calendarPath =
  'M8 2v4M16 2v4M3 10h18M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2'

type Site = { origin: string; branding: Branding }

/** Writes the card of a bill for other sites. Its links open in a new tab, because the card is shown in a frame. */
export function embedCard(bill: EmbeddedBill, { origin, branding }: Site): Html {
  const url = origin + billPagePath(bill.path)
  const { tone, path } = statusShapes[bill.status]
  return html`<main>
    <p class="meta">
      <span class="level"
        >${icon(levelShapes[bill.government_level])}${levelName(bill.government_level)}</span
      >
      ${bill.government_level !== 'federal' && html`<span>${placeName(bill.jurisdiction)}</span>`}
      <span class="code">${bill.bill_code}</span>
      <span class="badge ${tone}">${icon(path)}${t(statusLabels[bill.status])}</span>
    </p>
    <h1 lang="en"><a href="${url}" target="_blank" rel="noopener">${bill.title}</a></h1>
    ${progress(bill)} ${event(bill)} ${counts(bill.counts)}
    <footer>
      <a href="${url}" target="_blank" rel="noopener">${t('Read it and take a stance')}</a>
      <a href="${origin}/" target="_blank" rel="noopener" aria-label="${branding.name}">${logo(branding)}</a>
    </footer>
  </main>`
}

function logo({ name, logo }: Branding): Html {
  if (logo) {
    return html`<img
      class="own"
      src="${logo.url}"
      width="${logo.width}"
      height="${logo.height}"
      alt="${name}"
    />`
  }
  if (name !== defaultName) {
    return html`<b aria-hidden="true">${name}</b>`
  }
  return html`<svg class="logo" viewBox="0 0 135 48" fill="currentColor" aria-hidden="true">
    <path d="${markPath}" />
    <path transform="translate(49.5 42)" d="${wordmarkPath}" />
  </svg>`
}

/** Writes the message that replaces a card that cannot be shown. */
export function embedMessage(title: string, text: string, { origin, branding }: Site): Html {
  return html`<main>
    <h1>${title}</h1>
    <p class="note">${text}</p>
    <footer>
      <a href="${origin}/" target="_blank" rel="noopener">${t('Go to {site}', { site: branding.name })}</a>
    </footer>
  </main>`
}

function icon(path: string): Html {
  return strokes([path], 'icon')
}

function progress({ stages, source_url, ...bill }: EmbeddedBill): Html | null {
  const lines = eventLines(
    { ...bill, progress_dots: (stages ?? []).map(({ state }) => state) },
    new Date().toISOString().slice(0, 10),
  )
  if (!stages || !lines) {
    return null
  }
  const at = currentStage(stages)
  const { day, reached, next, age, isStale } = lines
  return html`<div class="progress">
    <ol class="steps">
      ${stages.map(
        (stage) =>
          html`<li class="step ${stage.state}" ${stage === at?.stage && html` aria-current="step"`}>
            <span class="vh">${roadText(stage.label)}: ${t(stageStateLabels[stage.state])}</span>
          </li>`,
      )}
    </ol>
    <p class="line">
      ${day && html`<b>${day}</b> `}${reached}${next && html` <span>· ${next}</span>`}${age && html` <span>· ${age}</span>`}
      ${isStale && source_url && html`<a href="${source_url}" target="_blank" rel="noopener">${t('Official page')}</a>`}
    </p>
  </div>`
}

function event({ next_event }: EmbeddedBill): Html | null {
  if (!next_event) {
    return null
  }
  const { name, names_bill } = next_event
  return html`<p class="event">
    ${icon(calendarPath)}<span
      ><b>${names_bill ? t('Scheduled:') : t('The committee meets:')}</b> ${eventTime(next_event)},
      <span lang="en">${name}</span></span
    >
  </p>`
}

/** Writes the rounded counts of the last public release. A side that rounds to zero is left out. */
function counts(released: EmbeddedCounts | null): Html | null {
  if (!released) {
    return null
  }
  const bars = stances.flatMap((stance) => {
    const count = released[stance]
    return count === null || count === 0 ? [] : [{ stance, count }]
  })
  return html`<div class="counts">
    ${bars.length > 0 && bar(bars)}
    <ul>
      ${bars.map(
        ({ stance, count }) =>
          html`<li class="${stance}">
            ${stanceIcon(stance)}<span><b>${formatNumber(count)}</b> ${t(stanceProse[stance])}</span>
          </li>`,
      )}
    </ul>
    <p class="note">
      ${t('About {count} stances, rounded, as of {day}', {
        count: formatNumber(released.total),
        day: formatDay(released.released_on),
      })}
    </p>
  </div>`
}

function bar(shown: readonly { stance: string; count: number }[]): Html {
  const total = shown.reduce((sum, { count }) => sum + count, 0)
  const gap = 1
  const free = 100 - gap * (shown.length - 1)
  let x = 0
  const parts = shown.map(({ stance, count }) => {
    const width = (free * count) / total
    const start = x
    x += width + gap
    return html`<rect
      class="${stance}"
      x="${start.toFixed(2)}%"
      width="${width.toFixed(2)}%"
      height="100%"
      rx="3"
    />`
  })
  return html`<svg class="bar" aria-hidden="true">${parts}</svg>`
}
