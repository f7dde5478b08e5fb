import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { locateSection } from '../../../contract/bills/versions.ts'
import { sectionOfFragment } from '../../../contract/rules/bills/sectionLinks.ts'
import { queryFor } from '../../kit/api/api.ts'
import { sectionVersionOf } from '../../kit/paths.ts'

/** A section that a link points to. `at` differs each time a link is followed, even if it is the same link. */
export type SectionTarget = { key: string; version_no: number | null; at: string }

/** The section that the address points to. It is kept when the address forgets the link a few seconds later. */
export function useSectionTarget(): SectionTarget | null {
  const { hash, search, key: at } = useLocation()
  const [target, setTarget] = useState<SectionTarget | null>(null)
  const key = sectionOfFragment(hash)
  if (key !== null && target?.at !== at) setTarget({ key, version_no: sectionVersionOf(search), at })
  return target
}

/** Whether the text of a bill is open. A link to a section opens it. */
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

type Located = { key: string | null; isPending: boolean }

/** Where the section of a link is in the version that readers see: under another key if it was moved, null if it is gone. */
export function useLocatedSection(bill_id: string, target: SectionTarget | null, shown: number): Located {
  const version_no = target?.version_no ?? shown
  const isElsewhere = target !== null && version_no !== shown
  const query = useQuery({
    ...queryFor(locateSection, { id: bill_id, version_no, key: target?.key ?? '' }),
    enabled: isElsewhere,
  })
  if (!isElsewhere) return { key: target?.key ?? null, isPending: false }
  // The versions may not be comparable. The same key then is the best guess.
  return { key: query.data ? query.data.key : target.key, isPending: query.isPending }
}
