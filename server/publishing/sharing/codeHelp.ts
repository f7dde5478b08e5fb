import type { Instance } from '#contract/branding/branding.ts'
import { t } from '#contract/kit/translate.ts'
import { aboutPath } from '#server/platform/branding/branding.ts'
import { fillHtml, html, type Html } from '#server/platform/http/pages/html.ts'

/** Writes where people get an access code, folded. Null if the instance asks for none. */
export function codeHelp({ name, contact_email, contact_text, registration }: Instance): Html | null {
  if (registration === 'open') return null
  const operator =
    contact_email !== ''
      ? html`<a href="mailto:${contact_email}">${contact_email}</a>`
      : contact_text !== '' && html`<a href="${aboutPath}#contact">${t('the people who run this site')}</a>`
  return html`<details class="codeHelp">
    <summary>${t('How do I get a code?')}</summary>
    <p>
      ${
        operator
          ? fillHtml(
              t(
                'Libraries, schools and groups hand out codes. Ask the one that told you about {name}, or write to {contact}.',
              ),
              { name, contact: operator },
            )
          : t('Libraries, schools and groups hand out codes. Ask the one that told you about {name}.', {
              name,
            })
      }
    </p>
  </details>`
}
