import { CircleCheck } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { t } from '#contract/kit/translate.ts'
import type { Appeal, AppealOutcome } from '#contract/moderation/appeals.ts'
import { checkDecisionReason } from '#contract/moderation/cases.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { detectedLang } from '#web/kit/detectedLang.ts'
import { focusAtEnd, focusContent, useFocusOnClose, useFocusOnFirstNew } from '#web/kit/focus.ts'
import { timeAgo } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import { TextArea } from '#web/kit/ui/Field.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { PagedContent } from '#web/kit/ui/PagedContent.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { useAppeals, useDecideAppeal } from './appealActions.ts'
import { itemTitles } from './labels.ts'
import { styles } from './styles.ts'

const outcomeNames: Record<AppealOutcome, string> = {
  upheld: t('Keep the decision'),
  reversed: t('Reverse it'),
}

/** Lists the appeals that wait for a decision, the oldest first. */
export function Appeals() {
  const query = useAppeals()
  const appeals = query.data?.pages.flatMap((page) => page.appeals) ?? []
  const list = useFocusOnFirstNew<HTMLUListElement>(appeals.length, ':scope > li', query.data?.pages.length)
  if (!query.data) {
    return (
      <QueryView
        query={query}
        title={t('The appeals could not be loaded')}
        shape={{ label: t('Loading the appeals...'), className: styles.list, heights: ['12rem'] }}
      />
    )
  }
  if (appeals.length === 0) {
    return (
      <Empty
        icon={<CircleCheck />}
        title={t('No appeals')}
        hint={t('When a member appeals against a decision, the appeal appears here, the oldest first.')}
      />
    )
  }
  return (
    <PagedContent query={query} failureTitle={t('The appeals could not be loaded')}>
      <ul ref={list} className={styles.list} aria-label={t('Appeals')}>
        {appeals.map((appeal) => (
          <li key={appeal.appeal_id} tabIndex={-1}>
            <AppealCard appeal={appeal} />
          </li>
        ))}
      </ul>
    </PagedContent>
  )
}

function AppealCard({ appeal }: { appeal: Appeal }) {
  const { user } = useSession()
  const { author_username, target_type, decision, decided_at, reason, content, text, appealed_at } = appeal
  const decisionText = decision === 'suspend' ? t('Suspended') : itemTitles[target_type].hidden
  return (
    <article
      className={`card ${styles.panel}`}
      aria-label={t('Appeal by @{username}', { username: author_username })}
    >
      <header>
        <h2 className={styles.title}>{t('Appeal by @{username}', { username: author_username })}</h2>
        <p className={styles.meta}>
          {decisionText} · {timeAgo(decided_at)} · <span lang={detectedLang(reason)}>{reason}</span>
        </p>
      </header>
      <div>
        <h3 className={styles.label}>{t("The member's appeal")}</h3>
        <p className={styles.text} lang={detectedLang(text)}>
          {text}
        </p>
        <p className={styles.meta}>{timeAgo(appealed_at)}</p>
      </div>
      <section className={styles.content} aria-label={t('Content of the decision')}>
        <p className={styles.text} lang={content === null ? undefined : detectedLang(content)}>
          {content ?? t('The text was deleted.')}
        </p>
        <Link to={paths.moderationCase(appeal, 'all')}>{t('Open the case')}</Link>
      </section>
      {appeal.can_decide ? (
        <Decision appeal={appeal} />
      ) : (
        <p className={styles.meta}>
          {author_username === user?.username
            ? t('This is your appeal, so another moderator answers it.')
            : t('You made this decision, so another moderator answers the appeal.')}
        </p>
      )}
    </article>
  )
}

function Decision({ appeal }: { appeal: Appeal }) {
  const [outcome, setOutcome] = useState<AppealOutcome | null>(null)
  const buttonOf = useFocusOnClose(outcome)
  if (outcome) {
    return <AnswerForm appeal={appeal} outcome={outcome} onCancel={() => setOutcome(null)} />
  }
  return (
    <div className={styles.buttons}>
      <Button ref={buttonOf('upheld')} variant="secondary" onClick={() => setOutcome('upheld')}>
        {outcomeNames.upheld}
      </Button>
      <Button ref={buttonOf('reversed')} variant="secondary" onClick={() => setOutcome('reversed')}>
        {outcomeNames.reversed}
      </Button>
    </div>
  )
}

type AnswerFormProps = { appeal: Appeal; outcome: AppealOutcome; onCancel: () => void }

function AnswerForm({ appeal, outcome, onCancel }: AnswerFormProps) {
  const [answer, setAnswer] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const decide = useDecideAppeal(appeal.appeal_id, () => {
    announce(t('Decided. We email your answer to the member.'))
    focusContent()
  })
  const problem = checkDecisionReason(answer)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasSubmitted(true)
    if (!problem && !decide.isPending) {
      decide.mutate({ outcome, answer: answer.trim() })
    }
  }

  return (
    <form className={styles.form} aria-label={outcomeNames[outcome]} onSubmit={submit} noValidate>
      {decide.isError && (
        <Alert
          kind="error"
          title={t('Not decided: {reason}', { reason: messageOf(decide.error) })}
          level={3}
        />
      )}
      <TextArea
        label={t('Reason')}
        required
        hint={t('We email it to the member.')}
        rows={3}
        ref={focusAtEnd}
        value={answer}
        error={wasSubmitted ? problem : null}
        onChange={(event) => setAnswer(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button type="submit" busy={decide.isPending} busyLabel={t('Saving...')}>
          {outcomeNames[outcome]}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
