import {
  Award,
  AtSign,
  BriefcaseBusiness,
  Contact,
  Flag,
  Globe,
  HandCoins,
  Mail,
  Phone,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#contract/kit/translate.ts'
import { formatNumber } from '#web/kit/format.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { Dialog } from '#web/kit/ui/overlays/Dialog.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { SampleBadge } from '#web/kit/ui/SampleBadge.tsx'
import type { Candidate } from './election.ts'
import styles from './CandidateDialog.module.css'

type CandidateDialogProps = {
  /**
   * Null while the dialog is closed. It stays mounted so that the focus returns to the candidate's card when it closes.
   */
  candidate: Candidate | null
  race: string
  onClose: () => void
}

export default function CandidateDialog({ candidate, race, onClose }: CandidateDialogProps) {
  return (
    <Dialog
      isOpen={candidate !== null}
      wide
      title={candidate?.name ?? ''}
      serif
      subtitle={candidate ? `${candidate.party} · ${race}` : ''}
      portrait={
        <span className={styles.initials} aria-hidden="true">
          {candidate?.avatar}
        </span>
      }
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button onClick={() => toast(t('The donation page of this campaign would open here.'))}>
            <HandCoins aria-hidden="true" />
            {t('Donate to Campaign')}
          </Button>
        </>
      }
    >
      {candidate && <CandidateDetails candidate={candidate} />}
    </Dialog>
  )
}

function CandidateDetails({ candidate }: { candidate: Candidate }) {
  const { platform, experience, endorsements, finance, contact } = candidate
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <p>
          <SampleBadge /> {t('Sample data for demonstration. This candidate is invented.')}
        </p>
        <Section title={t('Platform')} icon={Flag}>
          <Points points={platform} />
        </Section>
        <Section title={t('Experience')} icon={BriefcaseBusiness}>
          <Points points={experience} />
        </Section>
        <Section title={t('Endorsements')} icon={Award}>
          <Points points={endorsements} />
        </Section>
      </div>
      <div className={styles.column}>
        <div className={styles.finance}>
          <Section title={t('Finance')} icon={HandCoins}>
            <Amount label={t('[money]Raised')} dollars={finance.raised} raised={finance.raised} />
            <Amount label={t('[money]Spent')} dollars={finance.spent} raised={finance.raised} />
            <Amount label={t('Cash on hand')} dollars={finance.cash} raised={finance.raised} />
            <h4 className={styles.donorsHead}>{t('Top donors')}</h4>
            <p className="note-text">{finance.topDonors.join(', ')}</p>
          </Section>
        </div>
        <Section title={t('Contact')} icon={Contact}>
          <ul className={styles.contact}>
            <ContactLink to={contact.website} icon={Globe}>
              {new URL(contact.website).hostname}
            </ContactLink>
            <ContactLink to={`mailto:${contact.email}`} icon={Mail}>
              {t('Email')}
            </ContactLink>
            <ContactLink to={contact.twitter} icon={AtSign}>
              {t('Twitter')}
            </ContactLink>
            <ContactLink to={`tel:+1-${contact.phone}`} icon={Phone}>
              {contact.phone}
            </ContactLink>
          </ul>
        </Section>
      </div>
    </div>
  )
}

type SectionProps = { title: string; icon: LucideIcon; children: ReactNode }

function Section({ title, icon: Icon, children }: SectionProps) {
  return (
    <section>
      <h3 className={styles.head}>
        <Icon aria-hidden="true" />
        {title}
      </h3>
      {children}
    </section>
  )
}

function Points({ points }: { points: string[] }) {
  return (
    <ul className={styles.points}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}

/** An amount, with a bar that shows its share of the raised money. */
function Amount({ label, dollars, raised }: { label: string; dollars: number; raised: number }) {
  return (
    <div className={styles.sum}>
      <span>{label}</span>
      <strong className="num">${formatNumber(dollars)}</strong>
      <span className={styles.track} aria-hidden="true">
        <span style={{ inlineSize: `${raised > 0 ? (100 * dollars) / raised : 0}%` }} />
      </span>
    </div>
  )
}

function ContactLink({ to, icon: Icon, children }: { to: string; icon: LucideIcon; children: string }) {
  const isExternal = to.startsWith('https:')
  return (
    <li>
      <a href={to} {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}>
        <Icon aria-hidden="true" />
        {children}
      </a>
    </li>
  )
}
