import { signInPath, type SharedBillLink } from '#contract/bills/sharedBills.ts'
import type { Instance } from '#contract/branding/branding.ts'
import { formatNumber } from '#contract/kit/format.ts'
import { formatShort } from '#contract/kit/formatShort.ts'
import { plural, t } from '#contract/kit/translate.ts'
import {
  describeStances,
  stanceCount,
  stanceProse,
  stances,
  stanceTotal,
  type StanceCounts,
} from '#contract/stances.ts'
import { html, type Html } from '#server/platform/http/pages/html.ts'
import { pageFrame, pageHeader } from '#server/platform/http/pages/pageFrame.ts'
import { wordsAndLanguage } from '#server/platform/language/billTexts.ts'
import { commentsSection } from './sharedComments.ts'
import { digestSection, progressSection } from './sharedFacts.ts'
import { billMeta, stanceIcon } from './sharedParts.ts'
import type { SharedPageBill } from './sharedQueries.ts'

/**
 * Writes the page of a shared bill for people without an account. The page uses the class names of the app's stylesheets,
 * which web/bills/share/sharedBill.css includes so that the page looks like the app.
 */
export function sharedPage(branding: Instance, bill: SharedPageBill, link: SharedBillLink): Html {
  const join = signInPath(link, 'register')
  return pageFrame(
    branding,
    signInPath(link),
    html`<article class="sheet">
      ${intro(bill)} ${stanceCounts(bill, join, branding)}
      <div class="rest">${digestSection(bill)} ${progressSection(bill)} ${commentsSection(bill, join)}</div>
    </article>`,
  )
}

/**
 * Writes the bill that a link opens in the app, until the app is loaded. It has nothing that depends on who reads it. The stance
 * is hidden until the page's first script knows the member's (web/bills/stance/earlyStance.ts), and there are no comments, whose
 * authors a member may have muted.
 */
export function earlyBill(branding: Instance, bill: SharedPageBill): Html {
  return html`${pageHeader(branding, null)}
    <main class="sheet">
      ${intro(bill)} ${ownStance(bill)}
      <div class="rest">${digestSection(bill)} ${progressSection(bill)}</div>
    </main>`
}

/** Writes the buttons of the member's stance, as web/bills/stance/StanceControl.tsx shows them on a phone. */
function ownStance(bill: SharedPageBill): Html {
  return html`<section class="card standing ownStance no-print" aria-labelledby="stance" hidden>
    <h2 id="stance" class="h-sec">${t('Where do you stand?')}</h2>
    <div class="frame">
      <div
        class="strip"
        role="radiogroup"
        aria-label="${t('Your stance on {bill}', { bill: bill.bill_code })}"
      >
        ${stances.map((stance) => {
          const count = stanceCount(bill, stance)
          const word = t(stanceProse[stance]).toUpperCase()
          return html`<button
            type="button"
            role="radio"
            class="stance ${stance}"
            value="${stance}"
            aria-label="${word}, ${formatNumber(count)}"
          >
            <span class="iconAndCount">
              ${stanceIcon(stance)}<span class="number">${formatShort(count)}</span>
            </span>
            <span class="word">${word}</span>
          </button>`
        })}
      </div>
      <p class="failure" role="alert"></p>
    </div>
  </section>`
}

function intro(bill: SharedPageBill): Html {
  const summary = wordsAndLanguage(bill.summary)
  const isOfficial = bill.source_url !== null && /^https?:\/\//i.test(bill.source_url)
  return html`<header class="intro">
    ${billMeta(bill)}
    <h1 class="title" lang="en">${bill.title}</h1>
    ${bill.summary !== '' && html`<p class="lead" lang="${summary.lang}">${summary.words}</p>`}
    ${
      isOfficial &&
      html`<p class="official">
        <a href="${bill.source_url}" rel="noopener noreferrer nofollow"
          >${t('Read it at the official source')}</a
        >
      </p>`
    }
  </header>`
}

function stanceCounts(bill: SharedPageBill, join: string, { name, registration }: Instance): Html {
  const total = stanceTotal(bill)
  return html`<section class="card standing visitor" aria-labelledby="standing">
    <h2 id="standing" class="h-sec">${t('Where do you stand?')}</h2>
    <p class="muted">
      ${
        total === 0
          ? t('Nobody has taken a stance yet. Yours would be the first.')
          : plural(total, '{n} person has taken a stance.|{n} people have taken a stance.')
      }
    </p>
    ${bar(bill)}
    <ul class="rows">
      ${stances.map((stance) => {
        const count = stanceCount(bill, stance)
        const percent = total === 0 ? 0 : Math.round((100 * count) / total)
        return html`<li class="standingRow ${stance}">
          ${stanceIcon(stance)}
          <b>${t(stanceProse[stance]).toUpperCase()}</b>
          <span class="share"><strong>${formatNumber(count)}</strong> · ${percent}%</span>
          <svg class="track" aria-hidden="true"><rect width="${percent}%" height="100%" rx="3" /></svg>
        </li>`
      })}
    </ul>
    <div class="join no-print">
      <a class="button primary large block" href="${join}" rel="nofollow"
        >${t('Join {name} to take a stance', { name })}</a
      >
      <p class="muted">
        ${
          registration === 'open'
            ? t('Joining is open to everyone. Then you’ll be back at this bill.')
            : t(
                'You need an access code, from the library or group that invited you. Then you’ll be back at this bill.',
              )
        }
      </p>
    </div>
  </section>`
}

/**
 * Draws the bar of stances as a picture, because the page's policy forbids style attributes, which HTML boxes with
 * computed widths would need.
 */
function bar(bill: StanceCounts): Html {
  const total = stanceTotal(bill)
  if (total === 0) {
    return html`<div class="bar barLarge barEmpty" role="img" aria-label="${t('No stances yet')}"></div>`
  }
  const chosenStances = stances.filter((stance) => stanceCount(bill, stance) > 0)
  const [gap, least] = [0.6, 1.4]
  const free = 100 - gap * (chosenStances.length - 1) - least * chosenStances.length
  let x = 0
  const parts = chosenStances.map((stance) => {
    const width = least + (free * stanceCount(bill, stance)) / total
    x += width + gap
    const start = (x - width - gap).toFixed(2)
    return html`<rect class="${stance}" x="${start}%" width="${width.toFixed(2)}%" height="100%" rx="2" />`
  })
  return html`<svg
    class="bar barLarge"
    role="img"
    aria-label="${t('Stances: {counts}', { counts: describeStances(bill) })}"
  >
    ${parts}
  </svg>`
}
