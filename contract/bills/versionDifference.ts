import { plural, t } from '#contract/kit/translate.ts'
import type { BillVersion } from './versions.ts'

type Difference = Pick<BillVersion, 'sections' | 'sections_changed' | 'sections_added' | 'sections_removed'>

/** Returns, for example, "3 of 12 sections differ and 1 is new", or null if the version has no sections. */
export function differenceWords(version: Difference): string | null {
  const { sections, sections_changed: changed, sections_added: added, sections_removed: removed } = version
  if (!sections) {
    return null
  }
  const all = plural(sections, '{n} section|{n} sections')
  const parts = [
    changed ? plural(changed, '{n} of {sections} differs|{n} of {sections} differ', { sections: all }) : null,
    added
      ? changed
        ? plural(added, '{n} is new|{n} are new')
        : plural(added, '{n} section is new|{n} sections are new')
      : null,
    removed
      ? changed || added
        ? plural(removed, '{n} was removed|{n} were removed')
        : plural(removed, '{n} section was removed|{n} sections were removed')
      : null,
  ].filter((part) => part !== null)
  const last = parts.pop()
  if (last === undefined) {
    return null
  }
  return parts.length > 0 ? t('{parts} and {last}', { parts: parts.join(', '), last }) : last
}
