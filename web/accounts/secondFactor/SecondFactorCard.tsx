import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listSessions } from '#contract/accounts/accounts.ts'
import { getSecondFactor, type SecondFactor } from '#contract/accounts/secondFactor.ts'
import { t } from '#contract/kit/translate.ts'
import { SettingsCard } from '#web/accounts/settings/SettingsCard.tsx'
import { queryFor } from '#web/kit/api/api.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { useSession } from '#web/kit/session/session.ts'
import { PartBoundary } from '#web/kit/ui/Boundary.tsx'
import { LoadingShape } from '#web/kit/ui/Feedback.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { AddPasskeyForm, RemoveAppForm, RemovePasskeyForm, RenewForm, TurnOffForm } from './ChangeForms.tsx'
import { FactorState, type Change } from './FactorState.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RenameForm } from './RenameForm.tsx'
import styles from './SecondFactor.module.css'

// The form is loaded on demand, because few visits to the settings need its QR codes.
const SetUpForm = lazyPart(async () => ({ default: (await import('./SetUpForm.tsx')).SetUpForm }))

type View = Change | { name: 'state' } | { name: 'codes'; codes: readonly string[] }

const stateView: View = { name: 'state' }
const placeholderFactor: SecondFactor = {
  is_on: false,
  turned_on_at: null,
  has_app: false,
  passkeys: [],
  recovery_codes_left: 0,
}

/** Two-step sign-in in the account settings: the authenticator app, passkeys, and recovery codes. */
export function SecondFactorCard() {
  const cache = useQueryClient()
  const query = useQuery({ ...queryFor(getSecondFactor, {}), staleTime: 0 })
  const [view, setView] = useState<View>(stateView)
  const [hasReturned, setHasReturned] = useState(false)
  const factor = query.data?.second_factor
  const isVerified = useSession().user?.emailVerified ?? false

  function show(second_factor: SecondFactor, codes?: readonly string[]) {
    cache.setQueryData(
      queryFor(getSecondFactor, {}).queryKey,
      (response) => response && { ...response, second_factor },
    )
    // Turning two-step sign-in on or off has ended every other session.
    void cache.invalidateQueries({ queryKey: [listSessions.path] })
    if (codes) {
      setView({ name: 'codes', codes })
    } else {
      close()
    }
    if (!second_factor.is_on) {
      toast(t('Two-step sign-in is off'))
    }
  }

  function close() {
    setView(stateView)
    setHasReturned(true)
  }

  return (
    <SettingsCard title={t('Two-Step Sign-In')}>
      {/* The placeholder is as tall as the content that most members will see so that nothing below it moves. */}
      <QueryView
        query={query}
        level={3}
        title={t("We couldn't load your sign-in settings")}
        loading={
          <LoadingShape label={t('Loading your sign-in settings')} className={styles.placeholder}>
            <FactorState
              factor={placeholderFactor}
              hasFocus={false}
              onChoose={() => undefined}
              isVerified={isVerified}
            />
          </LoadingShape>
        }
      />
      {factor && view.name === 'state' && (
        <FactorState factor={factor} hasFocus={hasReturned} onChoose={setView} isVerified={isVerified} />
      )}
      {factor && <ChangeForm view={view} factor={factor} onDone={show} onCancel={close} />}
      {view.name === 'codes' && <RecoveryCodes codes={view.codes} onDone={close} />}
    </SettingsCard>
  )
}

type ChangeFormProps = {
  view: View
  factor: SecondFactor
  onDone: (factor: SecondFactor, codes?: readonly string[]) => void
  onCancel: () => void
}

function ChangeForm({ view, ...form }: ChangeFormProps) {
  switch (view.name) {
    case 'set up':
      return (
        <PartBoundary>
          <SetUpForm {...form} />
        </PartBoundary>
      )
    case 'remove app':
      return <RemoveAppForm {...form} />
    case 'renew':
      return <RenewForm {...form} />
    case 'turn off':
      return <TurnOffForm {...form} />
    case 'add passkey':
      return <AddPasskeyForm {...form} />
    case 'rename':
      return <RenameForm passkey={view.passkey} onDone={form.onDone} onCancel={form.onCancel} />
    case 'remove':
      return <RemovePasskeyForm passkey={view.passkey} {...form} />
    default:
      return null
  }
}
