import type { ComponentProps } from 'react'
import { t } from '#contract/kit/translate.ts'
import { Dialog } from '#web/kit/ui/overlays/Dialog.tsx'
import { FilterPanel } from './FilterPanel.tsx'

type DiscoverSheetProps = ComponentProps<typeof FilterPanel> & { onClose: () => void }

/** The filters on a phone, in a sheet at the bottom of the screen. */
export function DiscoverSheet({ onClose, ...filters }: DiscoverSheetProps) {
  return (
    <Dialog title={t('Discover')} isOpen onClose={onClose} sheet flush>
      <FilterPanel {...filters} sheet />
    </Dialog>
  )
}
