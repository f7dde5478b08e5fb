import { useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import { SecondFactorCard } from '#web/accounts/secondFactor/SecondFactorCard.tsx'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import type { SessionUser } from '#web/kit/session/sessionUser.ts'
import { PartBoundary } from '#web/kit/ui/Boundary.tsx'
import { AccountManagement } from './AccountManagement.tsx'
import { LanguageCard } from './LanguageCard.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import styles from './Settings.module.css'

const ApiKeysPanel = lazyPart(async () => ({
  default: (await import('#web/accounts/apiKeys/ApiKeysPanel.tsx')).ApiKeysPanel,
}))

export function AccountPanel({ user }: { user: SessionUser }) {
  const [showsKeys, setShowsKeys] = useState(false)
  return (
    <>
      <ProfileForm user={user} />
      <PasswordForm email={user.email} />
      <LanguageCard />
      <SecondFactorCard />
      <SessionsCard />
      <AccountManagement user={user} />
      <details
        className={styles.developers}
        onToggle={({ currentTarget }) => setShowsKeys(currentTarget.open)}
      >
        <summary>{t('For developers')}</summary>
        <PartBoundary>{showsKeys && <ApiKeysPanel />}</PartBoundary>
      </details>
    </>
  )
}
