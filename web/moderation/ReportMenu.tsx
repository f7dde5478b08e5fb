import { Ellipsis, Flag } from 'lucide-react'
import { useState } from 'react'
import type { ReportTarget } from '../../contract/moderation.ts'
import { lazyPart } from '../kit/api/lazyPart.ts'
import { PopupBoundary } from '../kit/ui/Boundary.tsx'
import { Menu, MenuButton, MenuItem, MenuTrigger } from '../kit/ui/overlays/Menu.tsx'
import { reportedWord } from './reportedWord.ts'

const ReportDialog = lazyPart(async () => ({ default: (await import('./ReportDialog.tsx')).ReportDialog }))

type ReportMenuProps = {
  target_type: ReportTarget
  target_id: string
  /** Whose it is, or who it is: for the button's name. */
  name: string
  /** Of the button, which is an icon. */
  className: string
}

/** The small menu of what is not one's own: report it (R74). */
export function ReportMenu({ target_type, target_id, name, className }: ReportMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const what = reportedWord[target_type]
  return (
    <>
      <MenuTrigger>
        <MenuButton
          className={className}
          aria-label={target_type === 'user' ? `More about ${name}` : `More about the ${what} of ${name}`}
        >
          <Ellipsis aria-hidden="true" />
        </MenuButton>
        <Menu aria-label="More">
          <MenuItem name={`Report ${what}`} onAction={() => setIsOpen(true)}>
            <Flag aria-hidden="true" />
            Report {what}
          </MenuItem>
        </Menu>
      </MenuTrigger>
      <PopupBoundary onClose={() => setIsOpen(false)}>
        {isOpen && <ReportDialog target={{ target_type, target_id }} onClose={() => setIsOpen(false)} />}
      </PopupBoundary>
    </>
  )
}
