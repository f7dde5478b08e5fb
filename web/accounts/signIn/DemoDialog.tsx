import { language, t } from '#contract/kit/translate.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { Dialog } from '#web/kit/ui/overlays/Dialog.tsx'
import { demoStory } from './demoStory.ts'
import styles from './DemoDialog.module.css'

/**
 * The demo video with captions and a transcript. It plays at once, because the reader pressed "Watch Demo". For readers who prefer
 * less motion, it is neither loaded nor played before they press its own button.
 */
export default function DemoDialog({
  onClose,
  onGetStarted,
}: {
  onClose: () => void
  onGetStarted: () => void
}) {
  return (
    <Dialog
      isOpen
      title={t('Hurd in 2 minutes')}
      onClose={onClose}
      wide
      flush
      note={t('Press Escape to close')}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button onClick={onGetStarted}>{t('Get Started')}</Button>
        </>
      }
    >
      <div className={styles.frame}>
        <video
          className={styles.film}
          controls
          preload="none"
          autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
          poster="/demo-poster.svg"
          playsInline
          aria-label={t('Hurd in 2 minutes')}
        >
          <source src="/demo.webm" type="video/webm" />
          <track
            kind="captions"
            src={`/demo.${language()}.vtt`}
            srcLang={language()}
            label={t('Captions')}
            default
          />
        </video>
        <details className={styles.transcript}>
          <summary>{t('Read the transcript')}</summary>
          {demoStory.map(({ name, words }) => (
            <p key={name}>{words.join(' ')}</p>
          ))}
        </details>
      </div>
    </Dialog>
  )
}
