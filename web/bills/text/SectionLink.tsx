import type { MouseEvent, ReactNode } from 'react'
import { sectionFragment } from '#contract/bills/sectionLinks.ts'
import { Link } from '#web/kit/history.tsx'
import { sectionSearch } from '#web/kit/paths.ts'
import { useLocation } from '#web/kit/router.tsx'

type SectionLinkProps = {
  bill_id: string
  section: { key: string; version_no: number | null }
  className?: string | undefined
  onClick?: (event: MouseEvent) => void
  children: ReactNode
}

/**
 * A link to a section of the open bill. It opens the text and marks the section. The feed behind the bill stays as it
 * is.
 */
export function SectionLink({ bill_id, section, children, ...link }: SectionLinkProps) {
  const { pathname, search, state } = useLocation()
  return (
    <Link
      {...link}
      to={`${pathname}${sectionSearch(pathname, search, bill_id, section.version_no)}#${sectionFragment(section.key)}`}
      state={state}
      replace
    >
      {children}
    </Link>
  )
}
