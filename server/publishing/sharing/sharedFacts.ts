import {
  listedCosponsors,
  newestFirst,
  sponsorText,
  type BillAction,
  type BillSection,
} from '#contract/bills/billContent.ts'
import { amendmentCounts, amendmentOutcomes } from '#contract/bills/billParts.ts'
import { digestSectionName } from '#contract/bills/digestSections.ts'
import { currentStage, finalSentence, eventLines, statusMeaning } from '#contract/bills/progress.ts'
import { roadText, withoutSessionEnd } from '#contract/bills/roadTexts.ts'
import { formatDay, lastChecked } from '#contract/kit/format.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { sourceTerms } from '#contract/sourceTerms.ts'
import { fillHtml, html, type Html } from '#server/platform/http/pages/html.ts'
import { wordsAndLanguage } from '#server/platform/language/billTexts.ts'
import { statusBadge } from './sharedParts.ts'
import type { SharedAmendment, SharedPageBill } from './sharedQueries.ts'

/** Writes the plain-language summary that was written for Hurd, or null if there is none. */
export function digestSection({ digest }: SharedPageBill): Html | null {
  if (!digest || digest.sections.length === 0) {
    return null
  }
  const note = wordsAndLanguage(digest.note ?? '')
  return html`<section class="card digest" aria-labelledby="digest">
    <h2 id="digest" class="h-sec">${t('In plain words')}</h2>
    <p class="note" lang="${note.lang}">${note.words}</p>
    ${digest.sections.map(digestPoint)}
  </section>`
}

function digestPoint({ number, title, content }: BillSection): Html {
  const [heading, text] = [wordsAndLanguage(title), wordsAndLanguage(content)]
  return html`<section>
    <h3 lang="${heading.lang}">${heading.words}</h3>
    <p lang="${text.lang}">${text.words}</p>
    <p class="muted">${digestSectionName(number)}</p>
  </section>`
}

/** The number of steps above "Show earlier steps". */
const firstSteps = 4

/** Writes the status, the sponsors and the latest actions. */
export function progressSection(bill: SharedPageBill): Html {
  const steps = newestFirst(bill.actions)
  const [latest, earlier] = [steps.slice(0, firstSteps), steps.slice(firstSteps)]
  const { credit } = sourceTerms(bill.source_name)
  const omitted = bill.action_count - steps.length
  return html`<section class="card timeline" aria-labelledby="progress">
    <h2 id="progress" class="h-sec">${t('Progress')}</h2>
    ${whereItIs(bill)} ${facts(bill)}
    ${
      steps.length === 0
        ? html`<p class="muted">${t('No actions yet.')}</p>`
        : html`<ol class="steps">
            ${latest.map(step)}
          </ol>`
    }
    ${
      earlier.length > 0 &&
      html`<details>
        <summary>${plural(earlier.length, 'Show {n} earlier step|Show {n} earlier steps')}</summary>
        <ol class="steps">
          ${earlier.map((action) => step(action, 1))}
        </ol>
        ${omitted > 0 && html`<p class="muted">${plural(omitted, '{n} step before these is left out.|{n} steps before these are left out.')}</p>`}
      </details>`
    }
    ${amendmentList(bill)}
    <p class="source">
      ${t('Source:')}
      ${bill.source_name}${bill.source_checked_at && `, ${lastChecked(bill.source_checked_at)}`}${credit !== null && html`. ${credit}`}
    </p>
  </section>`
}

/** Writes where the bill is, what comes next, and how old this is. */
function whereItIs(bill: SharedPageBill): Html {
  const { progress } = bill.structured
  const stageLine = bill.progress_line && withoutSessionEnd(bill.progress_line)
  const lines = eventLines(
    {
      ...bill,
      progress_line: stageLine,
      progress_dots: (progress?.stages ?? []).map(({ state }) => state),
    },
    new Date().toISOString().slice(0, 10),
  )
  const current = progress && currentStage(progress.stages)
  if (!progress || !current || !lines) {
    return html`<p class="statusExplained">
      ${statusBadge(bill)} <span>${statusMeaning(bill.status, null)}</span>
    </p>`
  }
  const { since } = current.stage
  const { next, age, isStale } = lines
  // What failed is all in the line itself. The day is that of the stage, not of the end of the session.
  const end = isStale || current.stage.state === 'failed' ? null : finalSentence(progress, current.stage)
  const reached = html`${lines.reached}${since && html`, <time datetime="${since}">${formatDay(since)}</time>`}`
  // The page begins with the status as a badge, so these words do not repeat it.
  return html`<p class="statusExplained">
    <span
      >${stageLine === bill.progress_line ? reached : fillHtml(t('{reached}. The session ended'), { reached })}.
      ${progress.next ? html`${next}${age && html`, ${age}`}.` : end}
      ${isStale && t('{age}, so this may have changed.', { age: age ?? '' })}
      ${isStale && bill.source_url && html`<a href="${bill.source_url}" rel="noopener">${t('See the official page')}</a>`}</span
    >
  </p>`
}

function step({ date, text, chamber }: BillAction, index: number): Html {
  return html`<li>
    <p>
      <time datetime="${date}">${formatDay(date)}</time>
      ${chamber && html`<span class="muted">· ${roadText(chamber)}</span>`}
      ${index === 0 && html`<span class="muted">· ${t('Latest action')}</span>`}
    </p>
    <p lang="en">${text}</p>
  </li>`
}

function amendmentList({ amendments, amendment_counts }: SharedPageBill): Html | null {
  if (amendments.length === 0) {
    return null
  }
  const omitted = amendment_counts.total - amendments.length
  return html`<details class="amendments">
    <summary>${amendmentCounts(amendment_counts)}</summary>
    <ul>
      ${amendments.map(amendmentItem)}
    </ul>
    ${omitted > 0 && html`<p class="muted">${plural(omitted, '{n} amendment before these is left out.|{n} amendments before these are left out.')}</p>`}
  </details>`
}

function amendmentItem(amendment: SharedAmendment): Html {
  const { number, chamber, outcome, offered_on, sponsor_name, purpose, vote_url } = amendment
  const outcomeText = outcome && amendmentOutcomes[outcome]
  const state = [
    chamber && roadText(chamber),
    outcomeText && t(outcomeText),
    offered_on && formatDay(offered_on),
  ]
  const isOfficial = vote_url !== null && /^https?:\/\//i.test(vote_url)
  return html`<li>
    <p><b>${number}</b> <span class="muted">${state.filter(Boolean).join(' · ')}</span></p>
    ${sponsor_name && html`<p>${t('Offered by {name}', { name: sponsor_name })}</p>`}
    ${purpose && html`<p lang="en">${purpose}</p>`}
    ${
      isOfficial &&
      html`<p>
        <a href="${vote_url}" rel="noopener noreferrer nofollow"
          >${fillHtml(t('Official record of the vote<hidden> on {amendment}</hidden>'), {
            amendment: number,
            hidden: (content) => html`<span class="vh">${content}</span>`,
          })}</a
        >
      </p>`
    }
  </li>`
}

function facts({ sponsors, cosponsor_count }: SharedPageBill): Html | null {
  if (sponsors.length === 0) {
    return null
  }
  const first = sponsors.filter(({ classification }) => classification === 'primary')
  const others = sponsors
    .filter(({ classification }) => classification !== 'primary')
    .slice(0, listedCosponsors)
  const more = cosponsor_count - others.length
  return html`<dl class="facts">
    ${
      first.length > 0 &&
      html`<dt>${plural(first.length, 'Sponsor|Sponsors')}</dt>
        <dd>${first.map(sponsorText).join('; ')}</dd>`
    }
    ${
      others.length > 0 &&
      html`<dt>${plural(cosponsor_count, 'Cosponsor|Cosponsors')}</dt>
        <dd>
          ${others.map(sponsorText).join('; ')}${more > 0 && ` ${plural(more, 'and {n} more|and {n} more')}`}
        </dd>`
    }
  </dl>`
}
