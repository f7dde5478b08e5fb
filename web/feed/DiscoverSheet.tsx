import { Dialog } from '#web/kit/ui/overlays/Dialog.tsx'
import type { Filters } from './feedFilters.ts'
import { FilterPanel } from './FilterPanel.tsx'

type DiscoverSheetProps = { applied: Filters; onApply: (filters: Filters) => void; onClose: () => void }

/** The filters on a phone, in a sheet at the bottom of the screen. */
export function DiscoverSheet({ applied, onApply, onClose }: DiscoverSheetProps) {
  return (
    <Dialog title="Discover" isOpen onClose={onClose} sheet flush>
      <FilterPanel applied={applied} onApply={onApply} sheet />
    </Dialog>
  )
}
