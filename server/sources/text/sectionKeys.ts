import { wholeTextKey, type TextBlock, type VersionSection } from '#contract/bills/versions.ts'

/** A section that has no key yet. `kind` begins the key of a section without a number, such as "w-1" or "r-1". */
export type Keyless = {
  prefix: string
  path: string[]
  number: string
  title: string
  blocks: TextBlock[]
  kind: 'w' | 'r'
}

const longestKey = 60

/** Assigns a key to every section. The second section with the same path and number gets the suffix "~2". */
export function sectionKeys(sections: readonly Keyless[]): VersionSection[] {
  const used = new Map<string, number>()
  const unnumbered = { w: 0, r: 0 }
  return sections.map(({ prefix, path, number, title, blocks, kind }) => {
    const word = number.toLowerCase().replace(/[^a-z0-9]/g, '')
    if (word === '') unnumbered[kind] += 1
    const preferredKey = (word === '' ? `${prefix}${kind}-${unnumbered[kind]}` : `${prefix}${word}`).slice(
      -(longestKey - 4),
    )
    const times = (used.get(preferredKey) ?? 0) + 1
    used.set(preferredKey, times)
    return { key: times > 1 ? `${preferredKey}~${times}` : preferredKey, path, number, title, blocks }
  })
}

/** Returns a text without sections as one section. */
export function wholeText(blocks: TextBlock[]): VersionSection[] {
  return [{ key: wholeTextKey, path: [], number: '', title: '', blocks }]
}
