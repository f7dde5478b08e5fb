import { CircleCheck, Clock, RotateCcw, Scale, Unlink } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { msg, t } from '#contract/kit/translate.ts'
import { readDecision, type AppealedDecision } from '#contract/moderation/appeals.ts'
import { ApiError, call, messageOr } from '#web/kit/api/api.ts'
import { formatDate } from '#web/kit/format.ts'
import { paths } from '#web/kit/paths.ts'
import { site } from '#web/kit/site.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { AppealForm } from './AppealForm.tsx'
import { useLinkToken } from './useLinkToken.ts'
import { VerifyFrame } from './VerifyFrame.tsx'
import styles from './Appeal.module.css'

type Failure = { message: string; isFinal: boolean }

/**
 * The link in an email about a moderators' decision opens this screen at /appeal?token=. It needs no session, because a
 * suspended member has none. After the member has appealed, the same link shows the state of the appeal and its answer.
 */
export default function AppealScreen() {
  const [attempt, setAttempt] = useState(0)
  return <LinkContent key={attempt} attempt={attempt} onRetry={() => setAttempt(attempt + 1)} />
}

function LinkContent({ attempt, onRetry }: { attempt: number; onRetry: () => void }) {
  const [decision, setDecision] = useState<AppealedDecision | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const token = useLinkToken(failure?.isFinal ?? false)

  useEffect(() => {
    const controller = new AbortController()
    async function load() {
      try {
        const response = await call(readDecision, { token }, { signal: controller.signal })
        setDecision(response.decision)
      } catch (error) {
        if (!controller.signal.aborted) {
          setFailure(failureOf(error))
        }
      }
    }
    void load()
    return () => controller.abort()
  }, [token])

  if (decision) {
    return <Decision token={token} decision={decision} onChange={setDecision} />
  }
  if (!failure) {
    return (
      <VerifyFrame
        icon={<Scale />}
        title={t('Appeal a decision')}
        message={t('Loading the decision...')}
        step={0}
      />
    )
  }
  return (
    <VerifyFrame
      icon={failure.isFinal ? <Unlink /> : <RotateCcw />}
      title={failure.isFinal ? t("This link doesn't work") : t("The decision couldn't be loaded")}
      message={failure.message}
      step={attempt + 1}
    >
      {!failure.isFinal && (
        <Button size="large" block onClick={onRetry}>
          {t('Try Again')}
        </Button>
      )}
      <BackLink />
    </VerifyFrame>
  )
}

type DecisionProps = {
  token: string
  decision: AppealedDecision
  onChange: (decision: AppealedDecision) => void
}

function Decision({ token, decision, onChange }: DecisionProps) {
  const { icon, title, message } = textsFor(decision)
  return (
    <VerifyFrame icon={icon} title={title} message={message} step={states.indexOf(decision.state) + 1}>
      {decision.state === 'open' && <AppealForm token={token} decision={decision} onSent={onChange} />}
      <LabeledText label={t('Your appeal')} text={decision.text} />
      <LabeledText label={t('The answer')} text={decision.answer} />
      <BackLink />
    </VerifyFrame>
  )
}

const states = ['open', 'expired', 'waiting', 'upheld', 'reversed']

const commentRemoved = msg('On {date}, the moderators removed your comment. The reason: {reason}')

const removals: Record<AppealedDecision['target_type'], string> = {
  bill_comment: commentRemoved,
  group_post: msg('On {date}, the moderators removed your post. The reason: {reason}'),
  group_comment: commentRemoved,
  official_statement: msg('On {date}, the moderators removed your statement. The reason: {reason}'),
  user: msg('On {date}, the moderators removed your account. The reason: {reason}'),
}

function summaryOf({ decision, target_type, decided_at, reason }: AppealedDecision): string {
  const values = { date: formatDate(decided_at), reason }
  return decision === 'suspend'
    ? t('On {date}, the moderators suspended your account. The reason: {reason}', values)
    : t(removals[target_type], values)
}

function textsFor(decision: AppealedDecision): { icon: ReactNode; title: string; message: string } {
  const { state } = decision
  const summary = summaryOf(decision)
  const texts: Record<typeof state, [icon: ReactNode, title: string, message: string]> = {
    open: [<Scale key="icon" />, t('Appeal this decision'), summary],
    expired: [
      <Clock key="icon" />,
      t('The deadline to appeal has passed'),
      `${summary} ${t('You could appeal until {date}.', { date: formatDate(decision.appeal_until) })}`,
    ],
    waiting: [
      <CircleCheck key="icon" />,
      t('Your appeal is sent'),
      t('A moderator reads it and answers by email. This page shows the answer too.'),
    ],
    upheld: [<Scale key="icon" />, t('The decision stays'), summary],
    reversed: [<CircleCheck key="icon" />, t('The decision was reversed'), summary],
  }
  const [icon, title, message] = texts[state]
  return { icon, title, message }
}

function LabeledText({ label, text }: { label: string; text: string | null }) {
  if (text === null) {
    return null
  }
  return (
    <div>
      <h2 className={styles.label}>{label}</h2>
      <p className={styles.text}>{text}</p>
    </div>
  )
}

function BackLink() {
  return (
    <ButtonLink to={paths.login} variant="secondary" size="large" block>
      {t('Go to {site}', { site: site.name })}
    </ButtonLink>
  )
}

function failureOf(error: unknown): Failure {
  return {
    message: messageOr(error, t("We couldn't load the decision. Please try again.")),
    isFinal: error instanceof ApiError && error.code === 'appeal_link_invalid',
  }
}
