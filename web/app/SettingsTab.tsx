import { SettingsScreen } from '../accounts/settings/SettingsScreen.tsx'
import { lazyPart } from '../kit/api/lazyPart.ts'
import { PartBoundary } from '../kit/ui/Boundary.tsx'

const AddressOpens = lazyPart(async () => ({
  default: (await import('../welcome/AddressOpens.tsx')).AddressOpens,
}))

const AlertsCard = lazyPart(async () => ({
  default: (await import('../alerts/AlertsCard.tsx')).AlertsCard,
}))

/** The settings, with the representatives and the groups of the address below it. */
export default function SettingsTab() {
  return (
    <SettingsScreen
      belowLocation={
        <PartBoundary>
          <AddressOpens />
        </PartBoundary>
      }
      belowNotifications={
        <PartBoundary>
          <AlertsCard />
        </PartBoundary>
      }
    />
  )
}
