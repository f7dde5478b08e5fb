import type { SessionUser } from '../../kit/session/sessionUser.ts'
import { AccountManagement } from './AccountManagement.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SessionsCard } from './SessionsCard.tsx'

export function AccountPanel({ user }: { user: SessionUser }) {
  return (
    <>
      <ProfileForm user={user} />
      <PasswordForm email={user.email} />
      <SessionsCard />
      <AccountManagement user={user} />
    </>
  )
}
