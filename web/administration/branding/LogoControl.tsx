import { ImageUp, Trash2 } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import type { Logo } from '#contract/branding/branding.ts'
import { t } from '#contract/kit/translate.ts'
import { pictureTypes } from '#contract/people.ts'
import { styles } from '#web/administration/styles.ts'
import { messageOr } from '#web/kit/api/api.ts'
import { site } from '#web/kit/site.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { checkPicture } from '#web/people/pictures/PictureControl.tsx'
import type { useLogo } from './actions.ts'

type LogoControlProps = { logo: Logo | null } & ReturnType<typeof useLogo>

/** Uploads or removes the logo. It is saved at once, and the previews of both themes below show it. */
export function LogoControl({ logo, upload, remove }: LogoControlProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // The input is cleared so that the same file can be chosen again after a refusal.
    event.target.value = ''
    if (!file) return
    const fault = checkPicture(file)
    setProblem(fault)
    if (fault) return
    upload.mutate(file, {
      onSuccess: () => announce(t('Logo saved. Every page that is opened from now on shows it.')),
      onError: (error) => setProblem(messageOr(error, t('The logo could not be saved. Please try again.'))),
    })
  }

  function removeCurrent() {
    setProblem(null)
    remove.mutate(undefined, {
      onSuccess: () => {
        chooseButton.current?.focus()
        announce(t('Logo removed'))
      },
      onError: (error) => setProblem(messageOr(error, t('The logo could not be removed. Please try again.'))),
    })
  }

  return (
    <section className={`card ${styles.panel}`} aria-labelledby="logo-title">
      <h2 id="logo-title">{t('Logo (optional)')}</h2>
      {logo && (
        <img
          src={logo.url}
          width={logo.width}
          height={logo.height}
          alt={t('The logo of {name}', { name: site.name })}
          className="siteLogo"
        />
      )}
      <p className={styles.meta} id="logo-hint">
        {t(
          'A JPEG, PNG or WebP of up to 5 MB, best a wide one with a transparent background. It takes the place of the name in the header, on the sign-in page, on shared and embedded bills, on printed invitations, in emails and on the tab of the browser, on a white plate in both themes. Pictures of shared links have the name. The icon of the installed app stays that of Hurd, because a wide logo does not fit it.',
        )}
      </p>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={t('Logo')}
        accept={pictureTypes.join(',')}
        onChange={choose}
      />
      <div className={styles.buttons}>
        <Button
          ref={chooseButton}
          variant="secondary"
          aria-describedby="logo-hint"
          busy={upload.isPending}
          busyLabel={t('Uploading...')}
          onClick={() => input.current?.click()}
        >
          <ImageUp aria-hidden="true" />
          {logo ? t('Change logo') : t('Upload a logo')}
        </Button>
        {logo && (
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
      {problem && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </section>
  )
}
