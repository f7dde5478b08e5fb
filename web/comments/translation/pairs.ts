import { brandingElement } from '#contract/branding/pageBranding.ts'
import { language } from '#contract/kit/translate.ts'

/**
 * The pairs of languages between which this instance can translate, such as "es-en". The server writes them into the page. They are read
 * here and not with the name of the instance, because no first screen needs them.
 */
const pairs: readonly unknown[] = readPairs()

function readPairs(): readonly unknown[] {
  const text = typeof document === 'undefined' ? null : document.getElementById(brandingElement)?.textContent
  const data: unknown = text ? JSON.parse(text) : null
  if (typeof data !== 'object' || data === null || !('translations' in data)) return []
  return Array.isArray(data.translations) ? data.translations : []
}

/** True if a text in this language can be translated into the language of the page. */
export function canTranslate(from: string | null): boolean {
  return from !== null && pairs.includes(`${from}-${language()}`)
}
