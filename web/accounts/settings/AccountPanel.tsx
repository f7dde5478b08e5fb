import { lazyPart } from '../../kit/api/lazyPart.ts'
import type { SessionUser } from '../../kit/session/sessionUser.ts'
import { PartBoundary } from '../../kit/ui/Boundary.tsx'
import { AccountManagement } from './AccountManagement.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SessionsCard } from './SessionsCard.tsx'

const ApiKeysPanel = lazyPart(async () => ({
  default: (await import('../apiKeys/ApiKeysPanel.tsx')).ApiKeysPanel,
}))

const SecondFactorCard = lazyPart(async () => ({
  default: (await import('../secondFactor/SecondFactorCard.tsx')).SecondFactorCard,
}))

export function AccountPanel({ user }: { user: SessionUser }) {
  return (
    <>
      <ProfileForm user={user} />
      <PasswordForm email={user.email} />
      <PartBoundary>
        <SecondFactorCard />
      </PartBoundary>
      <SessionsCard />
      <AccountManagement user={user} />
      <PartBoundary>
        <ApiKeysPanel />
      </PartBoundary>
    </>
  )
}
