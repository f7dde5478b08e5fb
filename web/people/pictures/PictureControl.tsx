import { Camera, Trash2 } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Profile } from '../../../contract/accounts/accounts.ts'
import { pictureTypes } from '../../../contract/people.ts'
import { messageOr } from '../../kit/api/api.ts'
import { Avatar } from '../../kit/ui/Avatar.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { FieldError } from '../../kit/ui/Field.tsx'
import { announce } from '../../kit/ui/overlays/toast.ts'
import { checkPicture } from './pictureRules.ts'
import { useRemovePicture, useUploadPicture } from './usePicture.ts'
import styles from './PictureControl.module.css'

/** A profile, or the signed-in member. */
type PictureOwner = Pick<Profile, 'userId' | 'fullName' | 'profilePictureUrl' | 'engagementLevel'>

type Chosen = { file: File; preview: string }

type PictureControlProps = {
  profile: PictureOwner
  /** On a phone, hides everything except the portrait until there is a file to save or a message. */
  isCompact?: boolean
}

/** The member's own portrait: choose a file, preview it, save or discard it, or remove the current one. */
export function PictureControl({ profile, isCompact = false }: PictureControlProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const save = useRef<HTMLButtonElement>(null)
  const upload = useUploadPicture(profile.userId)
  const remove = useRemovePicture(profile.userId)
  const hasPicture = profile.profilePictureUrl !== null

  async function chooseFile(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Cleared so that the same file can be chosen again after it was discarded.
    event.target.value = ''
    if (!file) return
    const problem = checkPicture(file)
    const preview = problem ? null : await readAsDataUrl(file)
    flushSync(() => {
      setProblem(problem)
      if (preview) setChosen({ file, preview })
    })
    if (preview) save.current?.focus()
  }

  function finish() {
    flushSync(() => {
      setChosen(null)
      setProblem(null)
    })
    choose.current?.focus()
  }

  function send({ file }: Chosen) {
    setProblem(null)
    upload.mutate(file, {
      onSuccess: () => {
        finish()
        announce('Photo saved')
      },
      onError: (error) => setProblem(messageOr(error, 'Upload failed')),
    })
  }

  function removeCurrent() {
    setProblem(null)
    remove.mutate(undefined, {
      onSuccess: () => {
        finish()
        announce('Photo removed')
      },
      onError: (error) => setProblem(messageOr(error, 'Delete failed')),
    })
  }

  return (
    <div
      className={styles.control}
      data-compact={(isCompact && !chosen && !problem && !remove.isPending) || undefined}
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
        onChange={(event) => void chooseFile(event)}
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
            <Button variant="quiet" busy={remove.isPending} busyLabel="Removing..." onClick={removeCurrent}>
              {!remove.isPending && <Trash2 aria-hidden="true" />}
              Remove
            </Button>
          )}
        </div>
      )}
      <p className={styles.hint}>Recommended size: 200x200 px</p>
      {problem && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </div>
  )
}

/** A data: URL, because the page's content security policy allows it for images. */
function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error('The file could not be read')))
    reader.readAsDataURL(file)
  })
}
