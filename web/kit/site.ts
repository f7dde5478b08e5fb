import { brandingElement, defaultName } from '#contract/branding/pageBranding.ts'

type Site = { name: string; termsUrl: string; privacyUrl: string }

/**
 * The name and the links of the instance. The server writes them into the page (server/platform/branding/brandedPages.ts) so that
 * the first screen has them without a request. The build replaces them while it renders a page (web/prerender.tsx).
 */
export const site: Site = { name: defaultName, termsUrl: '', privacyUrl: '', ...readPage() }

function readPage(): Partial<Site> {
  if (typeof document === 'undefined') return {}
  const text = document.getElementById(brandingElement)?.textContent
  if (!text) return {}
  const data: unknown = JSON.parse(text)
  if (typeof data !== 'object' || data === null) return {}
  const fields = new Map<string, unknown>(Object.entries(data))
  const textOf = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    name: textOf('name') || defaultName,
    termsUrl: textOf('terms_url'),
    privacyUrl: textOf('privacy_url'),
  }
}
