import { Dialog } from '../kit/ui/overlays/Dialog.tsx'
import type { Filters } from './feedFilters.ts'
import { FilterPanel } from './FilterPanel.tsx'

type DiscoverSheetProps = { applied: Filters; onApply: (filters: Filters) => void; onClose: () => void }

/** Discover on a phone: a sheet that rises from the bottom edge. */
export function DiscoverSheet({ applied, onApply, onClose }: DiscoverSheetProps) {
  return (
    <Dialog title="Discover" isOpen onClose={onClose} sheet flush>
      <FilterPanel applied={applied} onApply={onApply} sheet />
    </Dialog>
  )
}
