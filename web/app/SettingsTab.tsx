import { SettingsScreen } from '../accounts/settings/SettingsScreen.tsx'
import { lazyPart } from '../kit/api/lazyPart.ts'
import { PartBoundary } from '../kit/ui/Boundary.tsx'

const AddressBenefits = lazyPart(async () => ({
  default: (await import('../welcome/AddressBenefits.tsx')).AddressBenefits,
}))

const AlertsCard = lazyPart(async () => ({
  default: (await import('../alerts/AlertsCard.tsx')).AlertsCard,
}))

/** The settings. Below the address are its representatives and groups, and below the notifications are the alerts. */
export default function SettingsTab() {
  return (
    <SettingsScreen
      belowLocation={
        <PartBoundary>
          <AddressBenefits />
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
