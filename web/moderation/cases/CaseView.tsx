import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import { deletedCommentText } from '#contract/discussions.ts'
import { replacementText } from '#contract/discussionTexts.ts'
import { deletedPostText } from '#contract/groups.ts'
import { plural, t } from '#contract/kit/translate.ts'
import type { CaseDetail, Decision } from '#contract/moderation/cases.ts'
import { placeText } from '#contract/placeTexts.ts'
import { reportText } from '#contract/storedTexts.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { useCharacterKeys } from '#web/kit/characterKeys.ts'
import { detectedLang } from '#web/kit/detectedLang.ts'
import { useFocusAfterNavigation, useFocusOnClose } from '#web/kit/focus.ts'
import { formatDate, timeAgo } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { useSession } from '#web/kit/session/session.ts'
import { site } from '#web/kit/site.ts'
import { langOf } from '#web/kit/textLanguage.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Badge } from '#web/kit/ui/Badge.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { useAssign, useCase, type CaseKey } from './actions.ts'
import { caseKeys, decisionKeys, noKeys } from './caseKeys.ts'
import { CaseDecisionForm } from './DecisionForm.tsx'
import { History } from './History.tsx'
import { decisionNames, itemNames, itemTitles, reasonNames } from './labels.ts'
import { styles } from './styles.ts'

/** Shows one case with the reported content, the decision, the reports, and the author's history. */
export function CaseView({ caseKey, ...actions }: { caseKey: CaseKey } & CaseActions) {
  const query = useCase(caseKey)
  return (
    <QueryView
      query={query}
      title={t('The case could not be loaded')}
      shape={{ label: t('Loading the case...'), className: styles.list, heights: ['12rem', '8rem'] }}
    >
      {(detail) => <LoadedCase detail={detail.case} {...actions} />}
    </QueryView>
  )
}

type CaseActions = { onDecided: () => void; onStep: (by: 1 | -1) => void }
type LoadedCaseProps = { detail: CaseDetail } & CaseActions

function LoadedCase({ detail, ...actions }: LoadedCaseProps) {
  const titles = itemTitles[detail.target_type]
  const heading = useFocusAfterNavigation<HTMLHeadingElement>()
  return (
    <article className={`card ${styles.panel}`} aria-label={titles.reported}>
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {detail.author ? titles.reportedBy(detail.author.username) : titles.reported}
        </h2>
        <State detail={detail} />
      </header>
      <Content detail={detail} />
      <Decisions detail={detail} {...actions} />
      <Assignment detail={detail} />
      <Reports detail={detail} />
      <History detail={detail} />
    </article>
  )
}

function State({ detail: { state, is_open, target_type } }: { detail: CaseDetail }) {
  if (state === 'hidden') {
    return (
      <Badge icon={<EyeOff aria-hidden="true" />}>
        {target_type === 'user' ? t('Suspended') : t('Hidden')}
      </Badge>
    )
  }
  if (state === 'deleted') {
    return <Badge>{t('Deleted')}</Badge>
  }
  return <Badge tone={is_open ? 'next' : 'done'}>{is_open ? t('[case]Open') : t('Decided')}</Badge>
}

function Content({ detail }: { detail: CaseDetail }) {
  const { target_type, target_id, text, language, reported_text, context, created_at } = detail
  const reportedLang = reported_text === null ? undefined : detectedLang(reported_text)
  const { thread, bill_id, group_id } = context
  const place = context.place === null || bill_id ? context.place : placeText(context.place)
  const comment_id = target_type === 'bill_comment' ? target_id : null
  const link = bill_id ? paths.bill(bill_id, comment_id) : group_id ? paths.group(group_id) : null
  return (
    <section className={styles.content} aria-label={t('Reported content')}>
      {(place !== null || created_at !== null) && (
        <p className={styles.meta}>
          {link && place ? (
            <Link to={link} lang={bill_id ? recordLanguage : undefined}>
              {place}
            </Link>
          ) : (
            place
          )}
          {created_at && `${place === null ? '' : ' · '}${formatDate(created_at)}`}
        </p>
      )}
      <ThreadLines lines={thread.filter(({ is_before }) => is_before)} label={t('Before it')} />
      <p className={styles.text} lang={text === null ? reportedLang : langOf(language)}>
        {text ?? reported_text ?? t('The text was deleted.')}
      </p>
      {reported_text !== null && text !== null && (
        <>
          <h3 className={styles.label}>{t('The text when it was reported')}</h3>
          <p className={styles.text} lang={reportedLang}>
            {reported_text}
          </p>
        </>
      )}
      <ThreadLines lines={thread.filter(({ is_before }) => !is_before)} label={t('Replies to it')} />
    </section>
  )
}

type ThreadLinesProps = { lines: CaseDetail['context']['thread']; label: string }

/** What was written around the reported comment, because a text alone can mean something else. */
function ThreadLines({ lines, label }: ThreadLinesProps) {
  if (lines.length === 0) {
    return null
  }
  return (
    <ol className={styles.thread} aria-label={label}>
      {lines.map(({ username, text, language }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines never change
        <li key={index} className={styles.parent}>
          <span className={styles.meta}>{username === null ? t('A former member') : `@${username}`}</span>
          <br />
          <span lang={isDeletedText(text) ? undefined : langOf(language)}>{replacementText(text)}</span>
        </li>
      ))}
    </ol>
  )
}

const isDeletedText = (text: string) => text === deletedCommentText || text === deletedPostText

function possibleDecisions({ is_open, state, target_type, author }: CaseDetail): Decision[] {
  const possible: Decision[] = []
  if (is_open) {
    possible.push('dismiss')
  }
  if (is_open && state === 'visible' && target_type !== 'user') {
    possible.push('hide')
  }
  if (is_open && author) {
    possible.push('suspend')
  }
  if (state === 'hidden' || author?.account_status === 'suspended') {
    possible.push('restore')
  }
  return possible
}

function Decisions({ detail, onDecided, onStep }: LoadedCaseProps) {
  const [openDecision, setOpenDecision] = useState<Decision | null>(null)
  const buttonOf = useFocusOnClose(openDecision)
  const possible = possibleDecisions(detail)
  useCharacterKeys(openDecision ? noKeys : caseKeys, (key) => {
    if (key === 'j' || key === 'k') onStep(key === 'j' ? 1 : -1)
    else setOpenDecision(possible[decisionKeys.indexOf(key)] ?? null)
  })
  if (openDecision) {
    return (
      <CaseDecisionForm
        decision={openDecision}
        cases={[detail]}
        what={itemNames[detail.target_type]}
        onDecided={() => {
          setOpenDecision(null)
          onDecided()
        }}
        onCancel={() => setOpenDecision(null)}
      />
    )
  }
  if (possible.length === 0) {
    return null
  }
  return (
    <div className={styles.buttons}>
      {possible.map((decision, index) => (
        // None stands out, because the screen must not suggest a decision.
        <Button
          key={decision}
          ref={buttonOf(decision)}
          variant="secondary"
          aria-keyshortcuts={decisionKeys[index]}
          onClick={() => setOpenDecision(decision)}
        >
          {decisionNames[decision]}
        </Button>
      ))}
    </div>
  )
}

function Assignment({ detail }: { detail: CaseDetail }) {
  const { user } = useSession()
  const assign = useAssign(detail)
  if (!detail.is_open) {
    return null
  }
  const { assigned_to } = detail
  const isMine = assigned_to?.user_id === user?.userId
  return (
    <div className={styles.assignment}>
      {assign.isError && <Alert kind="error" title={messageOf(assign.error)} level={3} />}
      <span className={styles.meta}>
        {assigned_to === null
          ? t('This case is not assigned.')
          : isMine
            ? t('This case is assigned to you.')
            : t('This case is assigned to @{username}.', { username: assigned_to.username })}
      </span>
      <Button
        variant="quiet"
        busy={assign.isPending}
        busyLabel={t('Saving...')}
        onClick={() => assign.mutate({ assigned: !isMine, take_over: assigned_to !== null })}
      >
        {isMine ? t('Unassign me') : assigned_to === null ? t('Assign to me') : t('Reassign to me')}
      </Button>
    </div>
  )
}

function Reports({ detail: { reports, report_count } }: { detail: CaseDetail }) {
  return (
    <section aria-label={t('Reports')}>
      <h3 className={styles.label}>{plural(report_count, '{n} report|{n} reports')}</h3>
      <ul className={styles.reports}>
        {reports.map(({ report_id, reason, details, created_at, is_automatic, note }) => (
          <li key={report_id}>
            <p className={styles.meta}>
              <b>{is_automatic ? t('Noticed by {name}', { name: site.name }) : reasonNames[reason]}</b> ·{' '}
              {timeAgo(created_at)}
            </p>
            {details !== null && (
              <p
                className={styles.text}
                lang={reportText(details) === details ? detectedLang(details) : undefined}
              >
                {reportText(details)}
              </p>
            )}
            {note !== null && (
              <p className={styles.meta}>
                <T text="Decided: {note}" values={{ note: <span lang={detectedLang(note)}>{note}</span> }} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
