import type { Branding } from '../../contract/rules/branding/branding.ts'
import { html, type Html } from '../http/pages/html.ts'

/**
 * Writes what stands below every page: the line that election law requires, the contact, and links to the terms and the
 * privacy policy. Null if none is set.
 */
export function footerLines(branding: Branding): Html | null {
  const { election_law_line, contact_text, contact_email, terms_url, privacy_url } = branding
  const links = [
    { label: 'Terms', url: terms_url },
    { label: 'Privacy', url: privacy_url },
  ].filter(({ url }) => url !== '')
  const hasContact = contact_text !== '' || contact_email !== ''
  if (election_law_line === '' && !hasContact && links.length === 0) return null
  return html`${election_law_line !== '' && html`<p class="paidFor">${election_law_line}</p>`}
  ${
    hasContact &&
    html`<address>
      ${contact_text.split('\n').map((line) => line.trim() !== '' && html`<span>${line}</span>`)}
      ${contact_email !== '' && html`<a href="mailto:${contact_email}">${contact_email}</a>`}
    </address>`
  }
  ${links.length > 0 && html`<p class="legal">${links.map(({ label, url }) => html`<a href="${url}">${label}</a> `)}</p>`}`
}

/** Writes the footer of the pages of the app. The app itself does not render it. */
export function siteFooter(branding: Branding): Html | null {
  const lines = footerLines(branding)
  return lines && html`<footer class="siteFooter">${lines}</footer>`
}
