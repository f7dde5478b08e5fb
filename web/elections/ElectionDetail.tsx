import { ArrowRight, Calendar, Check, CircleCheck, Columns3, UserRoundX } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import { formatDate } from '#web/kit/format.ts'
import { Badge } from '#web/kit/ui/Badge.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { SampleBadge } from '#web/kit/ui/SampleBadge.tsx'
import type { Candidate, Election } from './election.ts'
import { statusNames, statusTone, typeNames } from './electionStatus.ts'
import { ElectionTimeline } from './ElectionTimeline.tsx'
import styles from './Elections.module.css'

type ElectionDetailProps = { election: Election; onOpen: (candidateId: string) => void }

/** One election with its description, candidates and dates. */
export function ElectionDetail({ election, onOpen }: ElectionDetailProps) {
  const { title, date, type, status, description, keyInfo, candidates, timeline } = election
  const StatusIcon = status === 'completed' ? CircleCheck : Calendar
  return (
    <div className={styles.detail}>
      <article className={classNames('card', styles.about)}>
        <p className={styles.kind}>
          <Badge tone={statusTone(status)} icon={<StatusIcon aria-hidden="true" />}>
            {statusNames[status]}
          </Badge>
          <span className="muted">{typeNames[type]}</span>
          <SampleBadge />
        </p>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.date}>
          <Calendar aria-hidden="true" />
          {formatDate(date)}
        </p>
        <p className={styles.description}>{description}</p>
        <h3 className={classNames('h-sec', styles.keyHead)}>{t('Key information')}</h3>
        <ul className={styles.keyInfo}>
          {keyInfo.map((fact) => (
            <li key={fact}>
              <Check aria-hidden="true" />
              {fact}
            </li>
          ))}
        </ul>
      </article>

      <section aria-labelledby="candidates">
        <div className={styles.sectionHead}>
          <h2 id="candidates" className={styles.sectionTitle}>
            {t('Candidates')}
          </h2>
          {candidates.length > 1 && (
            <Button
              variant="secondary"
              onClick={() => toast(t('The candidate comparison feature would open here.'))}
            >
              <Columns3 aria-hidden="true" />
              {t('Compare Candidates')}
            </Button>
          )}
        </div>
        {candidates.length === 0 ? (
          <p className={classNames('card', styles.none)}>
            <UserRoundX aria-hidden="true" />
            {t('No candidate information available yet.')}
          </p>
        ) : (
          <ul className={styles.candidates}>
            {candidates.map((candidate) => (
              <CandidateCard key={candidate.id} candidate={candidate} onOpen={onOpen} />
            ))}
          </ul>
        )}
      </section>

      <ElectionTimeline timeline={timeline} />
    </div>
  )
}

function CandidateCard({ candidate, onOpen }: { candidate: Candidate; onOpen: (id: string) => void }) {
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        className={classNames('card', styles.candidate)}
        onClick={() => onOpen(candidate.id)}
      >
        <span className={styles.initials} aria-hidden="true">
          {candidate.avatar}
        </span>
        <span className={styles.who}>
          <strong>{candidate.name}</strong>
          <span className={styles.party}>{t('{party} · invented', { party: candidate.party })}</span>
          <SampleBadge />
        </span>
        <span className={styles.preview}>{candidate.preview}</span>
        <span className={styles.more}>
          {t('View details')}
          <ArrowRight aria-hidden="true" />
        </span>
      </button>
    </li>
  )
}
