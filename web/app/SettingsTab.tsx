import { SettingsScreen } from '#web/accounts/settings/SettingsScreen.tsx'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { PartBoundary } from '#web/kit/ui/Boundary.tsx'

const AddressBenefits = lazyPart(async () => ({
  default: (await import('#web/welcome/AddressBenefits.tsx')).AddressBenefits,
}))

const AlertsCard = lazyPart(async () => ({
  default: (await import('#web/alerts/AlertsCard.tsx')).AlertsCard,
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
