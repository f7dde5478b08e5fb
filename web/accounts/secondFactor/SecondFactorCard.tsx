import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listSessions } from '../../../contract/accounts.ts'
import { getSecondFactor, type SecondFactor } from '../../../contract/secondFactor.ts'
import { queryFor } from '../../kit/api/api.ts'
import { lazyPart } from '../../kit/api/lazyPart.ts'
import { useFocusOn } from '../../kit/focus.ts'
import { formatDate, pluralize } from '../../kit/format.ts'
import { PartBoundary } from '../../kit/ui/Boundary.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { Failure, LoadingShape } from '../../kit/ui/Feedback.tsx'
import { toast } from '../../kit/ui/overlays/toast.ts'
import { SettingsCard, SettingsRow } from '../settings/SettingsCard.tsx'
import { RenewForm, TurnOffForm } from './ChangeForms.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './SecondFactor.module.css'

// Draws QR codes, which few visits to the settings need.
const SetUpForm = lazyPart(async () => ({ default: (await import('./SetUpForm.tsx')).SetUpForm }))

type View = { name: 'state' | 'set up' | 'renew' | 'turn off' } | { name: 'codes'; codes: readonly string[] }

const state: View = { name: 'state' }
const off: SecondFactor = {
  is_on: false,
  turned_on_at: null,
  has_app: false,
  passkeys: [],
  recovery_codes_left: 0,
}

/** Two-step sign-in in the account settings: on or off, its set-up, and its recovery codes. */
export function SecondFactorCard() {
  const cache = useQueryClient()
  const query = useQuery({ ...queryFor(getSecondFactor, {}), staleTime: 0 })
  const [view, setView] = useState<View>(state)
  const [hasReturned, setHasReturned] = useState(false)
  const factor = query.data?.second_factor

  function show(second_factor: SecondFactor, codes?: readonly string[]) {
    cache.setQueryData(
      queryFor(getSecondFactor, {}).queryKey,
      (answer) => answer && { ...answer, second_factor },
    )
    // Turning it on or off has ended every other session.
    void cache.invalidateQueries({ queryKey: [listSessions.path] })
    if (codes) setView({ name: 'codes', codes })
    else close()
    if (!second_factor.is_on) toast('Two-step sign-in is off')
  }

  function close() {
    setView(state)
    setHasReturned(true)
  }

  return (
    <SettingsCard title="Two-Step Sign-In">
      {query.isError && !factor && (
        <Failure
          level={3}
          title="We couldn't load your sign-in settings"
          error={query.error}
          onRetry={query.refetch}
          isRetrying={query.isFetching}
        />
      )}
      {!factor && !query.isError && (
        // As high as what most members will see, so that nothing below it moves.
        <LoadingShape label="Loading your sign-in settings" className={styles.placeholder}>
          <State factor={off} hasFocus={false} onChoose={() => undefined} />
        </LoadingShape>
      )}
      {factor && view.name === 'state' && (
        <State factor={factor} hasFocus={hasReturned} onChoose={(name) => setView({ name })} />
      )}
      {view.name === 'set up' && (
        <PartBoundary>
          <SetUpForm onDone={show} onCancel={close} />
        </PartBoundary>
      )}
      {view.name === 'renew' && <RenewForm onDone={show} onCancel={close} />}
      {view.name === 'turn off' && <TurnOffForm onDone={show} onCancel={close} />}
      {view.name === 'codes' && <RecoveryCodes codes={view.codes} onDone={close} />}
    </SettingsCard>
  )
}

type StateProps = {
  factor: SecondFactor
  /** After a form, whose button had the focus. */
  hasFocus: boolean
  onChoose: (name: 'set up' | 'renew' | 'turn off') => void
}

function State({ factor, hasFocus, onChoose }: StateProps) {
  const change = useFocusOn<HTMLButtonElement>(hasFocus)
  if (!factor.is_on) {
    return (
      <SettingsRow
        title="Off"
        description="Add a second step: after your password, you enter a code from an app on your phone. A stolen password is then not enough to sign in as you."
      >
        <Button ref={change} variant="secondary" onClick={() => onChoose('set up')}>
          Turn on
        </Button>
      </SettingsRow>
    )
  }
  const left = factor.recovery_codes_left
  return (
    <>
      <SettingsRow
        title="On"
        description={`Since ${formatDate(factor.turned_on_at ?? '')}. You sign in with your password and a code from your app.`}
      >
        <Button ref={change} variant="secondary" onClick={() => onChoose('turn off')}>
          Turn off
        </Button>
      </SettingsRow>
      <SettingsRow
        title="Recovery codes"
        description={
          left === 0
            ? 'None left. Without your phone you could not sign in.'
            : `${pluralize(left, 'code')} left. Each signs you in once if you lose your phone.`
        }
      >
        <Button variant="secondary" onClick={() => onChoose('renew')}>
          Get new codes
        </Button>
      </SettingsRow>
    </>
  )
}
