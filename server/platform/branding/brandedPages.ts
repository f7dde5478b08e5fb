import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Instance } from '#contract/branding/branding.ts'
import {
  brandingElement,
  isOwnBrand,
  logoPlaceholder,
  namePlaceholder,
} from '#contract/branding/pageBranding.ts'
import { escapeHtml, jsonElement, type Html } from '#server/platform/http/pages/html.ts'
import { withIcon, type ChangePage } from '#server/platform/http/pages/pages.ts'
import { brandStyles } from './brandStyles.ts'

/**
 * The markup that the build writes into pages (scripts/build/firstPages.ts): with the drawn logo of Hurd, with a placeholder
 * for the name instead, and with placeholders for the name and a logo.
 */
const Markups = z.object({
  drawn: z.array(z.string()),
  named: z.array(z.string()),
  withLogo: z.array(z.string()),
})
const markupFile = 'markup.json'

/**
 * Writes the branding into the built pages of the app: the title, what web/kit/site.ts reads, the footer, and the name in
 * the markup that is shown before the scripts are loaded.
 */
export function brandPages(dist: string, current: () => Instance, footer: () => Html): ChangePage {
  return {
    version: () => `${current().version} ${footer().text}`,
    change: (page, folder) => brand(page, current(), footer(), readMarkups(join(dist, folder, markupFile))),
  }
}

function readMarkups(file: string): z.infer<typeof Markups> | null {
  return existsSync(file) ? Markups.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

function brand(
  page: string,
  branding: Instance,
  footer: Html,
  markups: z.infer<typeof Markups> | null,
): string {
  const { name, logo, terms_url, privacy_url, contact_email, contact_text } = branding
  const { registration, sections, translations } = branding
  const data = jsonElement(
    { id: brandingElement, type: 'application/json' },
    {
      name,
      logo: logo ? `${logo.url} ${logo.width} ${logo.height}` : '',
      terms_url,
      privacy_url,
      contact_email,
      has_contact: contact_text !== '',
      registration,
      sections,
      translations,
    },
  )
  let branded = page
  if (isOwnBrand(branding) && markups) {
    const marks = logo ? markups.withLogo : markups.named
    for (const [index, drawn] of markups.drawn.entries()) {
      const mark = marks[index] ?? drawn
      branded = branded.replace(drawn, () =>
        mark
          .replaceAll(namePlaceholder, () => escapeHtml(name))
          .replaceAll(logoPlaceholder.src, logo?.url ?? '')
          .replaceAll(logoPlaceholder.width, String(logo?.width))
          .replaceAll(logoPlaceholder.height, String(logo?.height)),
      )
    }
  }
  return (
    withIcon(branded, logo)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(name)}</title>\n${data.text}`)
      // The brand styles come after the styles of the page, because those have the colors of Hurd.
      .replace('</head>', () => `${brandStyles(branding.brand_color)?.text ?? ''}</head>`)
      .replace('<noscript><p>Hurd ', () => `${footer.text}\n<noscript><p>${escapeHtml(name)} `)
  )
}
