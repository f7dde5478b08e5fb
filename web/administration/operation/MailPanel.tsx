import { Send } from 'lucide-react'
import type { FailedEmail, Operation, TestEmail } from '#contract/administration/administration.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { styles } from '#web/administration/styles.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { focusContent } from '#web/kit/focus.ts'
import { formatDateTime } from '#web/kit/format.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { Switch } from '#web/kit/ui/Field.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { T } from '#web/kit/ui/T.tsx'
import { isOnItsWay, useRetryEmail, useSendTestEmail, useSetWeeklyEmail } from './actions.ts'
import { nameOf } from './labels.ts'
import { Panel } from './Panel.tsx'

/** Sends a test email, and lists the emails that could not be delivered. No email address is shown. */
export function MailPanel({ operation }: { operation: Operation }) {
  const send = useSendTestEmail()
  const { delivers_mail, test_email, failed_emails } = operation
  const isSending = send.isPending || isOnItsWay(operation)
  return (
    <Panel title={t('Email')}>
      {delivers_mail ? (
        <div className={styles.buttons}>
          <Button
            variant="secondary"
            busy={isSending}
            busyLabel={t('Sending...')}
            onClick={() => send.mutate()}
          >
            <Send aria-hidden="true" />
            {t('Send me a test email')}
          </Button>
        </div>
      ) : (
        <Alert kind="warning" level={3} title={t('No mail server is set')}>
          <p>
            <T
              text="Emails stay in the outbox until <code>SMTP_URL</code> is set."
              values={{ code: (content) => <code>{content}</code> }}
            />
          </p>
        </Alert>
      )}
      {send.isError && (
        <Alert kind="error" level={3} title={t('Not sent: {reason}', { reason: messageOf(send.error) })} />
      )}
      <output>
        {test_email && !send.isError && delivers_mail && !isSending && <Outcome email={test_email} />}
      </output>
      <WeeklyEmail isOn={operation.gets_weekly_email} />
      <FailedEmails emails={failed_emails} />
    </Panel>
  )
}

function WeeklyEmail({ isOn }: { isOn: boolean }) {
  const save = useSetWeeklyEmail()
  return (
    <>
      <Switch
        label={t('Email me every Monday')}
        hint={t('What happened in the week, in numbers, and what is waiting for you.')}
        checked={save.isPending ? save.variables : isOn}
        onChange={({ target }) => save.mutate(target.checked)}
      />
      {save.isError && (
        <Alert kind="error" level={3} title={t('Not saved: {reason}', { reason: messageOf(save.error) })} />
      )}
    </>
  )
}

function Outcome({ email: { state, created_at, last_error } }: { email: TestEmail }) {
  const time = formatDateTime(created_at)
  if (state === 'sent') {
    return (
      <Alert kind="success" level={3} title={t('The mail server accepted the test email')}>
        <p>{t("Sent {time}. If it doesn't arrive, check your spam folder.", { time })}</p>
      </Alert>
    )
  }
  return (
    <Alert kind="error" announced={false} level={3} title={t('The test email could not be delivered')}>
      <p>
        {last_error === null ? t('Reason unknown.') : `${nameOf(last_error)}.`} {t('Sent {time}.', { time })}
        {state === 'pending' && <> {t('It will be tried again.')}</>}
      </p>
    </Alert>
  )
}

function FailedEmails({ emails }: { emails: FailedEmail[] }) {
  const retry = useRetryEmail()
  if (emails.length === 0) {
    return <p className={styles.meta}>{t('No delivery has failed in the last 30 days.')}</p>
  }
  return (
    <>
      <h3 className={styles.label}>{t('Failed deliveries')}</h3>
      {retry.isError && (
        <Alert
          kind="error"
          level={3}
          title={t('Not tried again: {reason}', { reason: messageOf(retry.error) })}
        />
      )}
      <ul className={classNames(styles.people, styles.jobs)} aria-label={t('Failed deliveries')}>
        {emails.map((email) => (
          <li key={email.email_id}>
            <span className={styles.note}>
              <b>{nameOf(email.purpose)}</b>
              {email.last_error !== null && `: ${email.last_error}`}
            </span>
            <span className={styles.meta}>
              {formatDateTime(email.created_at)} · {plural(email.attempts, '{n} attempt|{n} attempts')} ·{' '}
              {email.state === 'pending' ? t('will be tried again') : t('will not be tried again')}
            </span>
            {email.can_retry && (
              <Button
                variant="quiet"
                aria-label={t('Try again now: {email}', { email: nameOf(email.purpose) })}
                busy={retry.isPending && retry.variables === email.email_id}
                onClick={() =>
                  retry.mutate(email.email_id, {
                    onSuccess: () => {
                      announce(t('The email will be sent now.'))
                      focusContent()
                    },
                  })
                }
              >
                {t('Try again now')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
