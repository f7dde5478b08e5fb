import { lazyPart } from '../../kit/api/lazyPart.ts'
import type { SessionUser } from '../../kit/session/sessionUser.ts'
import { PartBoundary } from '../../kit/ui/Boundary.tsx'
import { SecondFactorCard } from '../secondFactor/SecondFactorCard.tsx'
import { AccountManagement } from './AccountManagement.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SessionsCard } from './SessionsCard.tsx'

const ApiKeysPanel = lazyPart(async () => ({
  default: (await import('../apiKeys/ApiKeysPanel.tsx')).ApiKeysPanel,
}))

export function AccountPanel({ user }: { user: SessionUser }) {
  return (
    <>
      <ProfileForm user={user} />
      <PasswordForm email={user.email} />
      <SecondFactorCard />
      <SessionsCard />
      <AccountManagement user={user} />
      <PartBoundary>
        <ApiKeysPanel />
      </PartBoundary>
    </>
  )
}
