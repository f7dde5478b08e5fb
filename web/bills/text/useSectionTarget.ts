import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sectionOfFragment } from '#contract/bills/sectionLinks.ts'
import { locateSection } from '#contract/bills/versions.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { sectionVersionOf } from '#web/kit/paths.ts'
import { useLocation } from '#web/kit/router.tsx'

/** A section that a link points to. `at` is different each time a link is followed, even if it is the same link. */
export type SectionTarget = { key: string; version_no: number | null; at: string }

/** Returns the section that the URL points to. It stays the target after the feed removes it from the URL. */
function useSectionTarget(): SectionTarget | null {
  const { hash, search, key: entry } = useLocation()
  // A changed fragment in the address bar of the browser makes an entry with the same key as the first one.
  const at = `${entry}${hash}`
  const [target, setTarget] = useState<SectionTarget | null>(null)
  const key = sectionOfFragment(hash)
  if (key !== null && target?.at !== at) setTarget({ key, version_no: sectionVersionOf(search), at })
  return target
}

/** Returns whether the text of a bill is open. A link to a section opens it. */
export function useReading() {
  const target = useSectionTarget()
  const [isReading, setIsReading] = useState(target !== null)
  const [openedFor, setOpenedFor] = useState(target?.at)
  if (target && openedFor !== target.at) {
    setOpenedFor(target.at)
    setIsReading(true)
  }
  return { target, isReading, toggle: () => setIsReading(!isReading) }
}

type SectionLocation = { key: string | null; isPending: boolean }

/**
 * Finds the section of a link in the version on the screen. Its key differs if it was moved, and is null if it was
 * removed.
 */
export function useLocatedSection(
  bill_id: string,
  target: SectionTarget | null,
  shownVersion: number,
): SectionLocation {
  const version_no = target?.version_no ?? shownVersion
  const isOtherVersion = target !== null && version_no !== shownVersion
  const query = useQuery({
    ...queryFor(locateSection, { id: bill_id, version_no, key: target?.key ?? '' }),
    enabled: isOtherVersion,
  })
  if (!isOtherVersion) return { key: target?.key ?? null, isPending: false }
  // If the versions cannot be compared, the same key is the best guess.
  return { key: query.data ? query.data.key : target.key, isPending: query.isPending }
}
