import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { restoreDays } from '../../../contract/accounts.ts'
import { paths } from '../../kit/paths.ts'
import { signOut, useSession } from '../../kit/session/session.ts'
import { Alert } from '../../kit/ui/Alert.tsx'
import { TextField } from '../../kit/ui/Field.tsx'
import { AlertDialog } from '../../kit/ui/overlays/Dialog.tsx'
import { toast } from '../../kit/ui/overlays/toast.ts'
import { deactivateOwn, deleteOwn } from './lifecycle.ts'
import styles from './Settings.module.css'

/** The questions one after the other, in the words of R84; deleting asks for a word to be typed at last. */
const ways = {
  deactivate: {
    title: 'Deactivate account',
    questions: [
      'Are you sure you want to deactivate your account?',
      'Your profile will be hidden until you sign in and reactivate. Deactivate now?',
    ],
    busyLabel: 'Deactivating...',
    leave: deactivateOwn,
  },
  delete: {
    title: 'Delete account',
    questions: [
      'Are you sure you want to delete your account?',
      'This cannot be undone. Delete your account and all of its data?',
      'Type DELETE to confirm',
    ],
    busyLabel: 'Deleting...',
    leave: deleteOwn,
  },
} as const

export type Way = keyof typeof ways

const wantedWord = 'DELETE'

/** Leaving for a while or for good: nothing is sent before the last question is answered. */
export default function LeaveDialog({ way, onClose }: { way: Way; onClose: () => void }) {
  const { title, questions, busyLabel, leave } = ways[way]
  const [step, setStep] = useState(0)
  const [typed, setTyped] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const isLast = step === questions.length - 1
  const asksForWord = way === 'delete' && isLast
  const { user } = useSession()
  // Without a verified address there is nowhere to send the link.
  const canRestore = way === 'delete' && step === 1 && user?.emailVerified === true

  // The button that was pressed was disabled meanwhile and has lost the focus, and Escape with it.
  useEffect(() => {
    if (failure) box.current?.focus()
  }, [failure])

  async function go() {
    setIsBusy(true)
    setFailure(null)
    const outcome = await leave()
    if (outcome.success) {
      void signOut()
      void navigate(paths.login)
    } else {
      setIsBusy(false)
      setFailure(outcome.error)
    }
  }

  function stop() {
    if (isBusy) return
    onClose()
    if (asksForWord) toast('Account deletion cancelled')
  }

  function confirm() {
    if (!isLast) setStep(step + 1)
    else if (asksForWord && typed !== wantedWord) stop()
    else void go()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy) confirm()
  }

  // A dialog of its own for each step, so that each begins on Cancel.
  return (
    <AlertDialog
      key={step}
      isOpen
      title={`${title}: step ${step + 1} of ${questions.length}`}
      isBusy={isBusy}
      busyLabel={busyLabel}
      onConfirm={confirm}
      onCancel={stop}
    >
      {failure && (
        <div className={styles.stepWords}>
          <Alert ref={box} kind="error" title={failure} level={3} />
        </div>
      )}
      {asksForWord ? (
        <form onSubmit={submit}>
          <TextField
            label={questions[step] ?? ''}
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            readOnly={isBusy}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
      ) : (
        <>
          <p>{questions[step]}</p>
          {canRestore && (
            <p className={styles.restoreHint}>
              If you change your mind: for {restoreDays} days, a link that we email to {user.email} can
              restore it.
            </p>
          )}
        </>
      )}
    </AlertDialog>
  )
}
