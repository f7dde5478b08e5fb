import { Camera, Trash2 } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Profile } from '../../../contract/accounts.ts'
import { pictureTypes } from '../../../contract/people.ts'
import { messageOr } from '../../kit/api/api.ts'
import { Avatar } from '../../kit/ui/Avatar.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { FieldError } from '../../kit/ui/Field.tsx'
import { announce } from '../../kit/ui/overlays/toast.ts'
import { checkPicture } from './pictureRules.ts'
import { useRemovePicture, useUploadPicture } from './usePicture.ts'
import styles from './PictureControl.module.css'

/** Of a profile, or of whoever is signed in. */
type Pictured = Pick<Profile, 'userId' | 'fullName' | 'profilePictureUrl' | 'engagementLevel'>

type Chosen = { file: File; preview: string }

type PictureControlProps = {
  profile: Pictured
  /** On a phone only the portrait is shown, until there is something to save, to remove or to read. */
  isCompact?: boolean
}

/** One's own portrait: choose a file, look at it, save it or drop it; remove what is there. */
export function PictureControl({ profile, isCompact = false }: PictureControlProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const save = useRef<HTMLButtonElement>(null)
  const upload = useUploadPicture(profile.userId)
  const remove = useRemovePicture(profile.userId)
  const hasPicture = profile.profilePictureUrl !== null

  async function take(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // The same file can be chosen again after it was dropped.
    event.target.value = ''
    if (!file) return
    const words = checkPicture(file)
    const preview = words ? null : await readAsAddress(file)
    flushSync(() => {
      setRefusal(words)
      if (preview) setChosen({ file, preview })
    })
    if (preview) save.current?.focus()
  }

  function finish() {
    flushSync(() => {
      setChosen(null)
      setRefusal(null)
    })
    choose.current?.focus()
  }

  function send({ file }: Chosen) {
    setRefusal(null)
    upload.mutate(file, {
      onSuccess: () => {
        finish()
        announce('Photo saved')
      },
      onError: (error) => setRefusal(failureWords(error, 'Upload failed')),
    })
  }

  function takeAway() {
    setRefusal(null)
    remove.mutate(undefined, {
      onSuccess: () => {
        finish()
        announce('Photo removed')
      },
      onError: (error) => setRefusal(failureWords(error, 'Delete failed')),
    })
  }

  return (
    <div
      className={styles.control}
      data-compact={(isCompact && !chosen && !refusal && !remove.isPending) || undefined}
    >
      <Avatar
        name={profile.fullName}
        pictureUrl={chosen?.preview ?? profile.profilePictureUrl}
        level={profile.engagementLevel}
        size="huge"
      />
      <input
        ref={input}
        hidden
        type="file"
        aria-label="Photo"
        accept={pictureTypes.join(',')}
        onChange={(event) => void take(event)}
      />
      {chosen ? (
        <div className={styles.buttons}>
          <Button ref={save} busy={upload.isPending} busyLabel="Uploading..." onClick={() => send(chosen)}>
            Save
          </Button>
          <Button variant="quiet" disabled={upload.isPending} onClick={finish}>
            Cancel
          </Button>
        </div>
      ) : (
        <div className={styles.buttons}>
          <Button ref={choose} variant="soft" onClick={() => input.current?.click()}>
            <Camera aria-hidden="true" />
            {hasPicture ? 'Change Photo' : 'Upload Photo'}
          </Button>
          {hasPicture && (
            <Button variant="quiet" busy={remove.isPending} busyLabel="Removing..." onClick={takeAway}>
              {!remove.isPending && <Trash2 aria-hidden="true" />}
              Remove
            </Button>
          )}
        </div>
      )}
      <p className={styles.hint}>Recommended size: 200x200 px</p>
      {refusal && (
        <div role="alert">
          <FieldError>{refusal}</FieldError>
        </div>
      )}
    </div>
  )
}

function failureWords(error: unknown, fallback: string): string {
  return messageOr(error, { answer: fallback, exception: fallback })
}

/** As a data: address, which the page's policy lets pictures have. */
function readAsAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error('The file could not be read')))
    reader.readAsDataURL(file)
  })
}
