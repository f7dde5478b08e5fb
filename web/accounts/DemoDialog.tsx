import { Button } from '../kit/ui/Button.tsx'
import { Dialog } from '../kit/ui/Dialog.tsx'
import styles from './DemoDialog.module.css'

/** The film's frame; until the film is made it shows its poster and says so. */
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
      title="Hurd in 2 minutes"
      onClose={onClose}
      wide
      flush
      note="Press Escape to close"
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          <Button onClick={onGetStarted}>Get Started</Button>
        </>
      }
    >
      <figure className={styles.frame}>
        <video
          className={styles.film}
          poster="/demo-poster.svg"
          muted
          playsInline
          aria-label="Hurd in 2 minutes"
        />
        <figcaption className={styles.words}>
          The film is on its way. Until then: read a bill, pick a stance, and change it whenever you like.
        </figcaption>
      </figure>
    </Dialog>
  )
}
