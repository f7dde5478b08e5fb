import { Circle, CircleCheck } from 'lucide-react'
import { firstSteps, type FirstStep } from '#contract/administration/administration.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { Link } from '#web/kit/history.tsx'
import { tabPath } from './paths.ts'
import { styles } from './styles.ts'

const steps: Record<FirstStep, { text: string; tab: string; link: string }> = {
  mail: {
    text: t('A mail server delivers emails.'),
    tab: 'operation',
    link: t('Set SMTP_URL'),
  },
  backup: { text: t('There is a backup of the last two days.'), tab: 'operation', link: t('Backup') },
  sources: { text: t('Every source was checked lately.'), tab: 'operation', link: t('Sources') },
  terms: { text: t('The terms are published.'), tab: 'branding', link: t('Terms') },
  privacy: { text: t('The privacy policy is published.'), tab: 'branding', link: t('Privacy policy') },
  administrators: {
    text: t('A second administrator with two-step sign-in can take over.'),
    tab: 'members',
    link: t('Members'),
  },
}

/** What to do before people are invited, and what needs attention again later. It disappears when nothing is open. */
export function OpenSteps({ open }: { open: readonly FirstStep[] }) {
  if (open.length === 0) {
    return null
  }
  return (
    <details className={`card ${styles.panel} ${styles.attention} no-print`}>
      <summary className={styles.title}>
        {plural(open.length, '{n} thing needs attention|{n} things need attention')}
      </summary>
      <ul
        className={styles.steps}
        aria-label={plural(
          firstSteps.length,
          '{n} thing that every instance needs|{n} things that every instance needs',
        )}
      >
        {firstSteps.map((step) => (
          <Step key={step} step={step} isOpen={open.includes(step)} />
        ))}
      </ul>
    </details>
  )
}

function Step({ step, isOpen }: { step: FirstStep; isOpen: boolean }) {
  const { text, tab, link } = steps[step]
  return (
    <li>
      {isOpen ? <Circle aria-label={t('Open:')} /> : <CircleCheck aria-label={t('Done:')} />}
      <span>
        {text} {isOpen && <Link to={tabPath(tab)}>{link}</Link>}
      </span>
    </li>
  )
}
