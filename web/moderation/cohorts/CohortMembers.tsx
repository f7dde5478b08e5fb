import { useState } from 'react'
import { plural, t } from '#contract/kit/translate.ts'
import type { CohortDecision, CohortMember } from '#contract/moderation/cohorts.ts'
import { focusContent, useFocusOnClose, useFocusOnFirstNew } from '#web/kit/focus.ts'
import { formatDate } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { Badge } from '#web/kit/ui/Badge.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { PagedContent } from '#web/kit/ui/PagedContent.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { DecisionForm } from '#web/moderation/cases/DecisionForm.tsx'
import { styles } from '#web/moderation/cases/styles.ts'
import { useCohortMembers, useDecideMember } from './actions.ts'
import { decisionHints, decisionLabels, usualReasons } from './labels.ts'

export function CohortMembers({ cohortId }: { cohortId: string }) {
  const query = useCohortMembers(cohortId)
  const members = query.data?.pages.flatMap((page) => page.members) ?? []
  const list = useFocusOnFirstNew<HTMLUListElement>(members.length, ':scope > li', query.data?.pages.length)
  if (!query.data) {
    return <QueryView query={query} title={t('The members could not be loaded')} />
  }
  return (
    <section aria-label={t('Members')}>
      <h3 className={styles.label}>{t('Members, the oldest account first')}</h3>
      <PagedContent query={query} failureTitle={t('The members could not be loaded')}>
        <ul ref={list} className={styles.people} aria-label={t('Members')}>
          {members.map((member) => (
            <MemberRow key={member.user_id} cohortId={cohortId} member={member} />
          ))}
        </ul>
      </PagedContent>
    </section>
  )
}

type MemberRowProps = { cohortId: string; member: CohortMember }

function MemberRow({ cohortId, member }: MemberRowProps) {
  const [openDecision, setOpenDecision] = useState<CohortDecision | null>(null)
  // The name is the same for both decisions, because the possible one can change while the form is open.
  const buttonOf = useFocusOnClose(openDecision && 'decision')
  const { username, full_name, account_status, suspended_until, joined_on, stances, votes } = member
  const isSuspended = account_status === 'suspended'
  const possibleDecision = isSuspended ? 'restore' : 'suspend'
  return (
    <li tabIndex={-1}>
      <div className={styles.head}>
        <span>
          <Link to={paths.profile(username)}>
            {full_name} (@{username})
          </Link>{' '}
          {isSuspended && <Badge>{t('Suspended')}</Badge>}
          <span className={styles.line}>
            {t('Joined {date}', { date: formatDate(joined_on) })} ·{' '}
            {plural(stances, '{n} stance|{n} stances')} · {plural(votes, '{n} vote|{n} votes')}
            {suspended_until && ` · ${t('until {date}', { date: formatDate(suspended_until) })}`}
          </span>
          {member.has_case && (
            <Link to={paths.moderationCase({ target_type: 'user', target_id: member.user_id }, 'all')}>
              {t('Open the case')}
            </Link>
          )}
        </span>
        {member.can_decide && !openDecision && (
          <Button
            ref={buttonOf('decision')}
            variant="secondary"
            aria-label={decisionLabels[possibleDecision](username)}
            onClick={() => setOpenDecision(possibleDecision)}
          >
            {isSuspended ? t('Restore') : t('Suspend')}
          </Button>
        )}
      </div>
      {openDecision && (
        <Decision
          cohortId={cohortId}
          member={member}
          decision={openDecision}
          onClose={() => setOpenDecision(null)}
        />
      )}
    </li>
  )
}

type DecisionProps = MemberRowProps & { decision: CohortDecision; onClose: () => void }

function Decision({ cohortId, member: { user_id, username }, decision, onClose }: DecisionProps) {
  const decide = useDecideMember(cohortId, user_id, () => {
    announce(
      decision === 'suspend'
        ? t('@{username} is suspended. The counts are updated.', { username })
        : t('@{username} is restored. The counts are updated.', { username }),
    )
    focusContent()
    onClose()
  })
  return (
    <DecisionForm
      decision={decision}
      label={decisionLabels[decision](username)}
      hint={decisionHints[decision]}
      reasons={usualReasons[decision]}
      decide={decide}
      onCancel={onClose}
    />
  )
}
