import { Ellipsis, Flag } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { t } from '#contract/kit/translate.ts'
import type { ReportTarget } from '#contract/moderation/reports.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import { Menu, MenuButton, MenuItem, MenuTrigger } from '#web/kit/ui/overlays/Menu.tsx'
import { reportLabels } from './reportLabels.ts'

const ReportDialog = lazyPart(async () => ({ default: (await import('./ReportDialog.tsx')).ReportDialog }))

const moreAboutComment = (name: string) => t('More about the comment of {name}', { name })

const moreLabels: Record<ReportTarget, (name: string) => string> = {
  bill_comment: moreAboutComment,
  group_post: (name) => t('More about the post of {name}', { name }),
  group_comment: moreAboutComment,
  official_statement: (name) => t('More about the statement of {name}', { name }),
  user: (name) => t('More about {name}', { name }),
}

export type ReportedItem = { target_type: ReportTarget; target_id: string }

type ReportMenuProps = ReportedItem & {
  /** The name of the author or of the member, which is part of the button's accessible name. */
  name: string
  className: string
  /** Menu items that other modules add below "Report". */
  children?: ReactNode
}

/** The menu of another member or of their content. It contains "Report". */
export function ReportMenu({ target_type, target_id, name, className, children }: ReportMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <MenuTrigger>
        <MenuButton className={className} aria-label={moreLabels[target_type](name)}>
          <Ellipsis aria-hidden="true" />
        </MenuButton>
        <Menu aria-label={t('More')}>
          <MenuItem name={reportLabels[target_type]} onAction={() => setIsOpen(true)}>
            <Flag aria-hidden="true" />
            {reportLabels[target_type]}
          </MenuItem>
          {children}
        </Menu>
      </MenuTrigger>
      <PopupBoundary onClose={() => setIsOpen(false)}>
        {isOpen && <ReportDialog target={{ target_type, target_id }} onClose={() => setIsOpen(false)} />}
      </PopupBoundary>
    </>
  )
}
