import { Ellipsis, Flag } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { t } from '#contract/kit/translate.ts'
import type { ReportTarget } from '#contract/moderation/reports.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import { Menu, MenuButton, MenuItem, MenuTrigger } from '#web/kit/ui/overlays/Menu.tsx'
import { targetNames } from './targetNames.ts'

const ReportDialog = lazyPart(async () => ({ default: (await import('./ReportDialog.tsx')).ReportDialog }))

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
  const what = targetNames[target_type]
  return (
    <>
      <MenuTrigger>
        <MenuButton
          className={className}
          aria-label={
            target_type === 'user'
              ? t('More about {name}', { name })
              : t('More about the {what} of {name}', { what, name })
          }
        >
          <Ellipsis aria-hidden="true" />
        </MenuButton>
        <Menu aria-label={t('More')}>
          <MenuItem name={t('Report {what}', { what })} onAction={() => setIsOpen(true)}>
            <Flag aria-hidden="true" />
            {t('Report {what}', { what })}
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
