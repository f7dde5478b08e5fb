import { t } from '#contract/kit/translate.ts'

/** Returns the id of a section or paragraph on the page, such as "s-3-b". The id is also the fragment of its URL. */
export function sectionFragment(key: string): string {
  return `s-${key}`
}

/** Returns the key of the section that the fragment of a URL names, or null if it names none. */
export function sectionOfFragment(hash: string): string | null {
  return /^#s-([a-z0-9~.-]{1,60})$/.exec(hash)?.[1] ?? null
}

/** Returns the name of a section or paragraph as readers cite it: "§ 3(b)(1)" for "3-b-1", "§ 102" for "ti.sta.102". */
export function sectionName(key: string): string {
  const lastPart = key.slice(key.lastIndexOf('.') + 1)
  const unnumbered = /^[wr]-(\d+)/.exec(lastPart)
  if (unnumbered?.[1]) {
    const values = { number: unnumbered[1] }
    return lastPart.startsWith('w')
      ? t('preamble paragraph {number}', values)
      : t('paragraph {number}', values)
  }
  const [section = '', ...paragraphs] = lastPart.split('-')
  const [number = '', occurrence] = section.replace(/^sec(?:tion)?(?=\d)/, '').split('~')
  const paragraph = paragraphs.map((enumerator) => `(${enumerator})`).join('')
  const name = `§ ${number.toUpperCase()}${paragraph}`
  return occurrence ? t('{section} (no. {number})', { section: name, number: occurrence }) : name
}

/** Returns the key and the keys of everything that contains it, the nearest first, such as "3-b-1", "3-b", "3". */
export function enclosingKeys(key: string): string[] {
  const parts = key.split('-')
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join('-'))
}
