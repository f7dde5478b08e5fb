import { LockKeyhole, MapPin, Send, Users } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { Dialog } from '#web/kit/ui/overlays/Dialog.tsx'
import styles from './AddressHelp.module.css'

const reasons = [
  {
    icon: Users,
    title: t('Government groups'),
    text: t('It places you in the groups for your city, state and country.'),
  },
  {
    icon: Send,
    title: t('Contacting representatives'),
    text: t('It shows who represents you, so your message reaches the right office.'),
  },
  {
    icon: MapPin,
    title: t('Local insights'),
    text: t('It lets you see what people near you think about a bill.'),
  },
  {
    icon: LockKeyhole,
    title: t('Privacy'),
    text: t(
      'You choose. You can skip this step now, and change your address later in Settings. To find your exact districts, we may send your address to the U.S. Census Bureau, without your name.',
    ),
  },
]

export default function AddressHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      title={t('Why do you need my address?')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('Got it')}</Button>}
    >
      <ul className={styles.uses}>
        {reasons.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <span className={styles.picture} aria-hidden="true">
              <Icon />
            </span>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
