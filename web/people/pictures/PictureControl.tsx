import { Camera, Trash2 } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Profile } from '#contract/accounts/accounts.ts'
import { refusals } from '#contract/kit/refusals.ts'
import { t } from '#contract/kit/translate.ts'
import { pictureTypes, pictureMaxBytes } from '#contract/people.ts'
import { messageOr } from '#web/kit/api/api.ts'
import { Avatar } from '#web/kit/ui/Avatar.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { useRemovePicture, useUploadPicture } from './usePicture.ts'
import styles from './PictureControl.module.css'

/** The fields of the member whose picture this is. They may come from a profile or from the session. */
type PictureOwner = Pick<Profile, 'userId' | 'fullName' | 'profilePictureUrl' | 'engagementLevel'>

/** A file that is not saved yet. `preview` is its data URL. */
type ChosenPicture = { file: File; preview: string }

type PictureControlProps = {
  profile: PictureOwner
  /** On a phone, hides everything except the picture until there is a file to save or a message to show. */
  isCompact?: boolean
}

/** The member's own picture. The member can choose and preview a file, save or discard it, or remove the current picture. */
export function PictureControl({ profile, isCompact = false }: PictureControlProps) {
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const saveButton = useRef<HTMLButtonElement>(null)
  const upload = useUploadPicture(profile.userId)
  const remove = useRemovePicture(profile.userId)
  const hasPicture = profile.profilePictureUrl !== null

  async function chooseFile(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // The input is cleared so that the same file can be chosen again after it was discarded.
    event.target.value = ''
    if (!file) {
      return
    }
    const problem = checkPicture(file)
    // A file may have become unreadable since it was chosen, for example because it was moved.
    const preview = problem ? null : await readAsDataUrl(file).catch(() => null)
    flushSync(() => {
      setProblem(problem ?? (preview ? null : t('Upload failed')))
      if (preview) {
        setChosen({ file, preview })
      }
    })
    if (preview) {
      saveButton.current?.focus()
    }
  }

  function finish() {
    flushSync(() => {
      setChosen(null)
      setProblem(null)
    })
    chooseButton.current?.focus()
  }

  function send({ file }: ChosenPicture) {
    setProblem(null)
    upload.mutate(file, {
      onSuccess: () => {
        finish()
        announce(t('Photo saved'))
      },
      onError: (error) => setProblem(messageOr(error, t('Upload failed'))),
    })
  }

  function removeCurrent() {
    setProblem(null)
    remove.mutate(undefined, {
      onSuccess: () => {
        finish()
        announce(t('Photo removed'))
      },
      onError: (error) => setProblem(messageOr(error, t('Delete failed'))),
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
        aria-label={t('Photo')}
        accept={pictureTypes.join(',')}
        onChange={(event) => void chooseFile(event)}
      />
      {chosen ? (
        <div className={styles.buttons}>
          <Button
            ref={saveButton}
            busy={upload.isPending}
            busyLabel={t('Uploading...')}
            onClick={() => send(chosen)}
          >
            {t('Save')}
          </Button>
          <Button variant="quiet" disabled={upload.isPending} onClick={finish}>
            {t('Cancel')}
          </Button>
        </div>
      ) : (
        <div className={styles.buttons}>
          <Button ref={chooseButton} variant="soft" onClick={() => input.current?.click()}>
            <Camera aria-hidden="true" />
            {hasPicture ? t('Change Photo') : t('Upload Photo')}
          </Button>
          {hasPicture && (
            <Button
              variant="quiet"
              busy={remove.isPending}
              busyLabel={t('Removing...')}
              onClick={removeCurrent}
            >
              {!remove.isPending && <Trash2 aria-hidden="true" />}
              {t('Remove')}
            </Button>
          )}
        </div>
      )}
      <p className={styles.hint}>{t('Recommended size: 200x200 px')}</p>
      {problem && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </div>
  )
}

/** Reads a file as a data: URL, because the page's content security policy allows such URLs for images. */
function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error('The file could not be read')))
    reader.readAsDataURL(file)
  })
}

/** Returns the message for a file that the server would refuse, or null. The server also checks the file's content. */
export function checkPicture(file: { type: string; size: number }): string | null {
  if (!pictureTypes.some((type) => type === file.type)) {
    return t(refusals.picture_type[1])
  }
  return file.size > pictureMaxBytes ? t(refusals.picture_too_large[1]) : null
}
