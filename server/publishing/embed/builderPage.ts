import {
  embedCode,
  embedHeight,
  embedThemes,
  type EmbedTheme,
  billPagePath,
  embedBuilderPath,
  embedPath,
} from '#contract/bills/sharedBills.ts'
import type { Branding } from '#contract/branding/branding.ts'
import { msg, t } from '#contract/kit/translate.ts'
import type { FoundBill } from '#contract/search.ts'
import { html, type Html } from '#server/platform/http/pages/html.ts'
import { pageFrame } from '#server/platform/http/pages/pageFrame.ts'
import { billMeta } from '#server/publishing/sharing/sharedParts.ts'
import type { EmbeddedBill } from './embedQueries.ts'

export type ChosenBill = { bill: EmbeddedBill; bill_id: string; theme: EmbedTheme }
export type Search = { results: readonly FoundBill[] }

type BuilderPage = {
  /** The text that was typed. It stays in the field. */
  q: string
  chosen: ChosenBill | null
  search: Search | null
  /** True if the URL names a bill that does not exist. */
  isLost: boolean
  publicOrigin: string
}

const themeLabels: Record<EmbedTheme, string> = {
  auto: msg('Same as the reader’s device'),
  light: msg('Always light'),
  dark: msg('Always dark'),
}

/**
 * Writes the page that generates the code of a bill's card in three steps: find the bill, choose the colors, copy the
 * code.
 */
export function builderPage(
  branding: Branding,
  { q, chosen, search, isLost, publicOrigin }: BuilderPage,
): Html {
  return pageFrame(
    branding,
    null,
    html`<div class="builder">
      <header class="intro">
        <h1 class="title">${t('Show a bill on your site')}</h1>
        <p class="lead">
          ${t('Newsrooms, clubs and blogs can show a card of any bill: what it is called, where it is, and where people stand. It updates by itself, runs no scripts, and doesn’t track your readers.')}
        </p>
      </header>
      ${searchForm(q, branding.name)} ${isLost && lostBill()} ${search && results(q, search)}
      ${chosen && builder(chosen, publicOrigin, branding.name)}
    </div>`,
  )
}

function searchForm(q: string, siteName: string): Html {
  return html`<form class="billSearch" role="search" action="${embedBuilderPath}">
    <label for="embed-search">${t('Bill')}</label>
    <p class="muted" id="embed-search-hint">
      ${t('Its title, its number, or its address on {site}.', { site: siteName })}
    </p>
    <div class="searchRow">
      <input
        class="input"
        id="embed-search"
        name="q"
        type="search"
        value="${q}"
        maxlength="300"
        required
        autocomplete="off"
        aria-describedby="embed-search-hint"
      />
      <button class="button primary" type="submit">${t('Find bill')}</button>
    </div>
  </form>`
}

function lostBill(): Html {
  return html`<p class="notice" role="status">
    ${t('This bill was removed, or the link to it is incomplete. Search for it above.')}
  </p>`
}

function results(q: string, { results }: Search): Html {
  if (results.length === 0) {
    return html`<p class="notice" role="status">
      ${t('No bill matches “{words}”. Try fewer words, or the number as it is written on the bill.', { words: q })}
    </p>`
  }
  return html`<section aria-labelledby="results">
    <h2 id="results" class="h-sec">${t('Choose a bill')}</h2>
    <ul class="searchResults">
      ${results.map(
        (bill) =>
          html`<li>
            <a href="${embedBuilderPath}?bill=${bill.bill_id}" lang="en">${bill.title}</a>
            ${billMeta(bill)}
          </li>`,
      )}
    </ul>
  </section>`
}

function builder({ bill, bill_id, theme }: ChosenBill, publicOrigin: string, siteName: string): Html {
  const code = embedCode(bill, { origin: publicOrigin, theme, siteName })
  return html`<section class="embed" aria-labelledby="embed">
    <div class="embedText">
      <h2 id="embed" class="h-sec">${bill.bill_code}</h2>
      <p><a href="${billPagePath(bill.path)}" lang="en">${bill.title}</a></p>
      <nav class="themes" aria-label="${t('Colors')}">
        ${embedThemes.map(
          (name) =>
            html`<a
              class="button secondary"
              href="${embedBuilderPath}?bill=${bill_id}&amp;theme=${name}"
              ${name === theme && html` aria-current="true"`}
              >${t(themeLabels[name])}</a
            >`,
        )}
      </nav>
      <label for="embed-code">${t('Code for your page')}</label>
      <textarea class="input codeBox" id="embed-code" rows="6" readonly spellcheck="false">${code}</textarea>
      <p>
        <button class="button primary" type="button" data-copies="embed-code" hidden>
          ${t('Copy code')}
        </button>
        <span role="status"></span>
      </p>
    </div>
    <div class="embedPreview">
      <iframe
        src="${embedPath(bill.path)}${theme === 'auto' ? '' : `?theme=${theme}`}"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        title="${t('Preview of the card of {bill}', { bill: bill.bill_code })}"
        height="${String(embedHeight)}"
      ></iframe>
    </div>
  </section>`
}
