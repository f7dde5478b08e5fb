import { sections, type Registration, type Section } from '#contract/branding/pageBranding.ts'
import { brandingElement, defaultName } from '#contract/branding/pageBranding.ts'

/** The URL and the size of a logo, as attributes of an image. */
type LogoAttributes = { src: string; width: string; height: string }

export type Site = {
  name: string
  /** Shown in place of the wordmark. Null if the operators have uploaded none. */
  logo: LogoAttributes | null
  termsUrl: string
  privacyUrl: string
  /** An empty text if the operators have published none. */
  contactEmail: string
  /** True if /about names a contact. */
  hasContact: boolean
  registration: Registration
  sections: readonly Section[]
}

/**
 * The name and the links of the instance. The server writes them into the page (server/platform/branding/brandedPages.ts) so that
 * the first screen has them without a request. The build replaces them while it renders a page (web/prerender.tsx).
 */
export const site: Site = {
  name: defaultName,
  logo: null,
  termsUrl: '',
  privacyUrl: '',
  contactEmail: '',
  hasContact: false,
  registration: 'code',
  sections,
  ...readPage(),
}

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
  const listOf = (name: string): readonly unknown[] => {
    const value = fields.get(name)
    return Array.isArray(value) ? value : []
  }
  const [src, width = '', height = ''] = textOf('logo').split(' ')
  return {
    name: textOf('name') || defaultName,
    logo: src ? { src, width, height } : null,
    termsUrl: textOf('terms_url'),
    privacyUrl: textOf('privacy_url'),
    contactEmail: textOf('contact_email'),
    hasContact: fields.get('has_contact') === true,
    registration: textOf('registration') === 'open' ? 'open' : 'code',
    sections: sections.filter((section) => listOf('sections').includes(section)),
  }
}
