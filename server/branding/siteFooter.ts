import type { Branding } from '../../contract/rules/branding.ts'
import { html, type Html } from '../http/html.ts'

/** Writes what stands below every page: the line that election law requires, and the contact. Null if neither is set. */
export function footerLines(branding: Branding): Html | null {
  const { election_law_line, contact_text, contact_email } = branding
  if (election_law_line === '' && contact_text === '' && contact_email === '') return null
  return html`${election_law_line !== '' && html`<p class="paidFor">${election_law_line}</p>`}
  ${
    (contact_text !== '' || contact_email !== '') &&
    html`<address>
      ${contact_text.split('\n').map((line) => line.trim() !== '' && html`<span>${line}</span>`)}
      ${contact_email !== '' && html`<a href="mailto:${contact_email}">${contact_email}</a>`}
    </address>`
  }`
}

/** Writes the footer of the pages of the app, which the app itself does not draw. */
export function siteFooter(branding: Branding): Html | null {
  const lines = footerLines(branding)
  return lines && html`<footer class="siteFooter">${lines}</footer>`
}
