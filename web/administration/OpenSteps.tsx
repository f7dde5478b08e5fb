import { Circle, CircleCheck } from 'lucide-react'
import { firstSteps, type FirstStep } from '#contract/administration/administration.ts'
import { pluralize } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { tabPath } from './paths.ts'
import { styles } from './styles.ts'

const steps: Record<FirstStep, { text: string; tab: string; link: string }> = {
  mail: {
    text: 'A mail server delivers emails.',
    tab: 'operation',
    link: 'Set SMTP_URL',
  },
  backup: { text: 'There is a backup of the last two days.', tab: 'operation', link: 'Backup' },
  sources: { text: 'Every source was checked lately.', tab: 'operation', link: 'Sources' },
  terms: { text: 'The terms are published.', tab: 'branding', link: 'Terms' },
  privacy: { text: 'The privacy policy is published.', tab: 'branding', link: 'Privacy policy' },
  administrators: {
    text: 'A second administrator with two-step sign-in can take over.',
    tab: 'members',
    link: 'Members',
  },
}

/** What to do before people are invited, and what needs attention again later. It disappears when nothing is open. */
export function OpenSteps({ open }: { open: readonly FirstStep[] }) {
  if (open.length === 0) return null
  return (
    <details className={`card ${styles.panel} ${styles.attention} no-print`}>
      <summary className={styles.title}>
        {open.length === 1 ? '1 thing needs' : `${open.length} things need`} attention
      </summary>
      <ul
        className={styles.steps}
        aria-label={`${pluralize(firstSteps.length, 'thing')} that every instance needs`}
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
      {isOpen ? <Circle aria-label="Open:" /> : <CircleCheck aria-label="Done:" />}
      <span>
        {text} {isOpen && <Link to={tabPath(tab)}>{link}</Link>}
      </span>
    </li>
  )
}
