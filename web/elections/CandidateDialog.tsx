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
import { formatNumber } from '../kit/format.ts'
import { Badge } from '../kit/ui/Badge.tsx'
import { Button } from '../kit/ui/Button.tsx'
import { Dialog } from '../kit/ui/overlays/Dialog.tsx'
import { toast } from '../kit/ui/overlays/toast.ts'
import type { Candidate } from './electionsContent.ts'
import { sampleNote } from './electionWords.ts'
import styles from './CandidateDialog.module.css'

type CandidateDialogProps = {
  /** Null while nobody's card is open: the box stays, so that focus returns to the card when it closes. */
  candidate: Candidate | null
  race: string
  onClose: () => void
}

/** Everything about one candidate; at most 900 px wide. */
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
            Close
          </Button>
          <Button onClick={() => toast('The donation page of this campaign would open here.')}>
            <HandCoins aria-hidden="true" />
            Donate to Campaign
          </Button>
        </>
      }
    >
      {candidate && <Card candidate={candidate} />}
    </Dialog>
  )
}

function Card({ candidate }: { candidate: Candidate }) {
  const { platform, experience, endorsements, finance, contact } = candidate
  return (
    <div className={styles.plan}>
      <div className={styles.column}>
        <p>
          <Badge tone="outline">{sampleNote}</Badge>
        </p>
        <Part title="Platform" icon={Flag}>
          <Points points={platform} />
        </Part>
        <Part title="Experience" icon={BriefcaseBusiness}>
          <Points points={experience} />
        </Part>
        <Part title="Endorsements" icon={Award}>
          <Points points={endorsements} />
        </Part>
      </div>
      <div className={styles.column}>
        <div className={styles.finance}>
          <Part title="Finance" icon={HandCoins}>
            <Sum name="Raised" dollars={finance.raised} of={finance.raised} />
            <Sum name="Spent" dollars={finance.spent} of={finance.raised} />
            <Sum name="Cash on hand" dollars={finance.cash} of={finance.raised} />
            <h4 className={styles.donorsHead}>Top donors</h4>
            <p className={styles.donors}>{finance.topDonors.join(', ')}</p>
          </Part>
        </div>
        <Part title="Contact" icon={Contact}>
          <ul className={styles.contact}>
            <Way to={contact.website} icon={Globe}>
              {new URL(contact.website).hostname}
            </Way>
            <Way to={`mailto:${contact.email}`} icon={Mail}>
              Email
            </Way>
            <Way to={contact.twitter} icon={AtSign}>
              Twitter
            </Way>
            <Way to={`tel:+1-${contact.phone}`} icon={Phone}>
              {contact.phone}
            </Way>
          </ul>
        </Part>
      </div>
    </div>
  )
}

type PartProps = { title: string; icon: LucideIcon; children: ReactNode }

function Part({ title, icon: Icon, children }: PartProps) {
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

/** An amount and, as a bar, its share of what was raised. */
function Sum({ name, dollars, of }: { name: string; dollars: number; of: number }) {
  return (
    <div className={styles.sum}>
      <span>{name}</span>
      <strong className="num">${formatNumber(dollars)}</strong>
      <span className={styles.track} aria-hidden="true">
        <span style={{ inlineSize: `${of > 0 ? (100 * dollars) / of : 0}%` }} />
      </span>
    </div>
  )
}

function Way({ to, icon: Icon, children }: { to: string; icon: LucideIcon; children: string }) {
  const leaves = to.startsWith('https:')
  return (
    <li>
      <a href={to} {...(leaves && { target: '_blank', rel: 'noopener noreferrer' })}>
        <Icon aria-hidden="true" />
        {children}
      </a>
    </li>
  )
}
