import { useState, type SubmitEvent } from 'react'
import { restoreDays } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { useSecondStep } from '#web/accounts/secondFactor/useSecondStep.tsx'
import { useFocusOn } from '#web/kit/focus.ts'
import { formatDate } from '#web/kit/format.ts'
import { navigate } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { setSignInNotice, signOut, useSession } from '#web/kit/session/session.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { TextField } from '#web/kit/ui/Field.tsx'
import { AlertDialog } from '#web/kit/ui/overlays/Dialog.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { deactivateOwn, deleteOwn } from './lifecycle.ts'
import styles from './Settings.module.css'

const confirmationWord = t('[typed to confirm]DELETE')

/** The steps of each closure. In the last step of a deletion, the member types the word DELETE, in the language of the page. */
const closures = {
  deactivate: {
    title: t('Deactivate account'),
    questions: [
      t('Are you sure you want to deactivate your account?'),
      t('Your profile will be hidden until you sign in and reactivate. Deactivate now?'),
    ],
    busyLabel: t('Deactivating...'),
    send: deactivateOwn,
  },
  delete: {
    title: t('Delete account'),
    questions: [
      t('Are you sure you want to delete your account?'),
      t('This cannot be undone. Delete your account and all of its data?'),
      t('Type {word} to confirm', { word: confirmationWord }),
    ],
    busyLabel: t('Deleting...'),
    send: deleteOwn,
  },
} as const

export type Closure = keyof typeof closures

/** The day on which the data of an account is removed that is deleted now. The email names the same day, in UTC. */
function removalDate(): string {
  return formatDate(new Date(Date.now() + restoreDays * 24 * 60 * 60 * 1000).toISOString().slice(0, 10))
}

/** Says on the sign-in page what happened, because the account's own pages are gone. */
function noticeOf(closure: Closure, canRestore: boolean): string {
  if (closure === 'deactivate') {
    return t('Deactivated. Sign in at any time to come back.')
  }
  return canRestore
    ? t('Deleted. The link in your email restores it until {date}.', { date: removalDate() })
    : t('Deleted.')
}

/** Deactivates or deletes the account. Nothing is sent before the last step is confirmed. */
export default function AccountClosureDialog({
  closure,
  onClose,
}: {
  closure: Closure
  onClose: () => void
}) {
  const { title, questions, busyLabel, send } = closures[closure]
  const { withSecondStep, secondStepDialog } = useSecondStep(t('Delete your account'))
  const [step, setStep] = useState(0)
  const [typedWord, setTypedWord] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // A failure takes the focus. The busy button has lost it, and without the focus Escape would not close the dialog.
  const failureBox = useFocusOn<HTMLDivElement>(failure)
  const isLast = step === questions.length - 1
  const needsWord = closure === 'delete' && isLast
  const { user } = useSession()
  // The link that restores the account can be sent only to a verified address.
  const canRestore = closure === 'delete' && step === 1 && user?.emailVerified === true

  async function closeAccount() {
    setIsBusy(true)
    setFailure(null)
    const outcome = await send(withSecondStep)
    if (outcome.success) {
      setSignInNotice(noticeOf(closure, user?.emailVerified === true))
      void signOut()
      navigate(paths.login)
    } else {
      setIsBusy(false)
      setFailure(outcome.error)
    }
  }

  function cancel() {
    onClose()
    if (needsWord) {
      toast(t('Account deletion cancelled'))
    }
  }

  function confirm() {
    if (!isLast) {
      setStep(step + 1)
    } else if (needsWord && typedWord !== confirmationWord) {
      cancel()
    } else {
      void closeAccount()
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy) {
      confirm()
    }
  }

  // Each step is a new dialog so that Cancel has the focus at the start of each step.
  // The second step takes the place of the question, because one dialog above another would hide it from screen readers.
  if (secondStepDialog) {
    return secondStepDialog
  }
  return (
    <AlertDialog
      key={step}
      isOpen
      title={t('{title}: step {step} of {count}', { title, step: step + 1, count: questions.length })}
      isBusy={isBusy}
      busyLabel={busyLabel}
      onConfirm={confirm}
      onCancel={cancel}
    >
      {failure && (
        <div className={styles.stepFailure}>
          <Alert ref={failureBox} kind="error" title={failure} level={3} announced={false} />
        </div>
      )}
      {needsWord ? (
        <form onSubmit={submit}>
          <TextField
            label={questions[step] ?? ''}
            value={typedWord}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            readOnly={isBusy}
            onChange={(event) => setTypedWord(event.target.value)}
          />
        </form>
      ) : (
        <>
          <p>{questions[step]}</p>
          {canRestore && (
            <p className={styles.restoreHint}>
              {t(
                'Your profile, comments and posts disappear at once. All of your data is removed on {date}. Until then, you can restore your account with the link that we email to {email}.',
                { date: removalDate(), email: user.email },
              )}
            </p>
          )}
        </>
      )}
    </AlertDialog>
  )
}
