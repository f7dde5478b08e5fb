import { embedBuilderPath } from '#contract/bills/sharedBills.ts'
import type { Branding } from '#contract/branding/branding.ts'
import { languageParameter } from '#contract/kit/languages.ts'
import { language, t } from '#contract/kit/translate.ts'
import { howWeCountPath } from '#contract/methods.ts'
import { publicPrefix } from '#contract/openData/public.ts'
import { checkpointWords, transparencyPath } from '#contract/tally.ts'
import { html, type Html } from '#server/platform/http/pages/html.ts'
import { languages } from '#server/platform/language/catalogs.ts'
import { aboutPath, accessibilityPath, legalPaths } from './branding.ts'

/**
 * Writes the footer of every page: the name of the site, the line that election law requires, the contact, and the links. It
 * is plain HTML, so it is there without scripts. The app does not render it, and the link "Skip to footer" focuses it. The newest
 * checkpoint of the public tally is part of it so that readers of one page, however they got it, can compare what they were
 * shown.
 */
export function siteFooter(
  branding: Branding,
  { hasPublicApi, checkpoint }: { hasPublicApi: boolean; checkpoint: string | null },
): Html {
  const { name, election_law_line, terms_url, privacy_url } = branding
  const contact = contactAddress(branding)
  // A page that the operators have not written says so, instead of leaving the reader without an answer.
  const links = [
    { label: t('About'), url: aboutPath },
    { label: t('Terms'), url: terms_url || legalPaths.terms },
    { label: t('Privacy'), url: privacy_url || legalPaths.privacy },
    !contact && { label: t('Contact'), url: `${aboutPath}#contact` },
    hasPublicApi && { label: t('Public API'), url: `${publicPrefix}/openapi.json` },
    { label: t('Accessibility'), url: accessibilityPath },
    { label: t('How we count'), url: howWeCountPath },
    { label: t('Public tally'), url: transparencyPath },
    { label: t('Show a bill on your own site'), url: embedBuilderPath },
  ]
  return html`<footer class="siteFooter" id="footer" tabindex="-1">
    <p class="siteName">${name}</p>
    ${election_law_line !== '' && html`<p class="paidFor">${election_law_line}</p>`} ${contact}
    <ul>
      ${links.map((link) => link !== false && html`<li><a href="${link.url}">${link.label}</a></li>`)}
    </ul>
    <ul class="languages" aria-label="${t('Language')}">
      ${languages.map(
        ({ code, name }) =>
          html`<li>
            ${
              code === language()
                ? html`<span aria-current="true">${name}</span>`
                : html`<a href="?${languageParameter}=${code}" hreflang="${code}" lang="${code}">${name}</a>`
            }
          </li>`,
      )}
    </ul>
    ${checkpoint !== null && html`<p class="checkpoint">${checkpointWords(checkpoint)}</p>`}
  </footer>`
}

/** Writes the contact of the operators, or null if they have set none. */
export function contactAddress({ contact_text, contact_email }: Branding): Html | null {
  if (contact_text === '' && contact_email === '') return null
  return html`<address>
    ${contact_text.split('\n').map((line) => line.trim() !== '' && html`<span>${line}</span>`)}
    ${contact_email !== '' && html`<a href="mailto:${contact_email}">${contact_email}</a>`}
  </address>`
}
