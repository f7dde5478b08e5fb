import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#contract/kit/translate.ts'
import { checkStatement } from '#contract/messages.ts'
import { withoutDuplicates } from '#web/kit/api/pages.ts'
import { useFocusOnFirstNew } from '#web/kit/focus.ts'
import { formatDate } from '#web/kit/format.ts'
import { useHadDraft } from '#web/kit/forms/useDraft.ts'
import { Link } from '#web/kit/history.tsx'
import { officeTitle } from '#web/kit/officeTitle.ts'
import { paths } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Button, TextButton } from '#web/kit/ui/Button.tsx'
import { MoreButton } from '#web/kit/ui/PagedContent.tsx'
import { Section } from '#web/kit/ui/Section.tsx'
import { ReportMenu } from '#web/moderation/ReportMenu.tsx'
import { statementDraftKey, usePublish, useStatements } from './actions.ts'
import { WritingForm } from './WritingForm.tsx'
import styles from './Office.module.css'

/** The statements of representatives on a bill. A representative also gets a form. Without either nothing is shown. */
export function BillStatements({ bill_id }: { bill_id: string }) {
  const { user } = useSession()
  const query = useStatements(bill_id)
  const pages = query.data?.pages ?? []
  const statements = withoutDuplicates(
    pages.flatMap((page) => page.statements),
    ({ statement_id }) => statement_id,
  )
  const list = useFocusOnFirstNew<HTMLUListElement>(statements.length, 'a', pages.length)
  if (query.isPending) {
    return null
  }
  const can_publish_statement = pages[0]?.can_publish_statement ?? false
  if (!query.isError && statements.length === 0 && !can_publish_statement) {
    return null
  }
  return (
    <Section title={t('From representatives')} className={styles.statements}>
      {query.isError && !query.isFetchNextPageError && (
        <>
          <p className="muted">{t('The statements could not be loaded.')}</p>
          <TextButton onClick={() => void query.refetch()}>{t('Try Again')}</TextButton>
        </>
      )}
      <ul ref={list} className={styles.list}>
        {statements.map(({ statement_id, rep_id, rep_name, title, content, created_at, is_edited }) => (
          <li key={statement_id} className={styles.statement}>
            <div className={styles.head}>
              <p className={styles.from}>
                <Link to={paths.representative(rep_id)}>{rep_name}</Link> · {officeTitle(title)} ·{' '}
                {formatDate(created_at)}
                {is_edited && ` · ${t('Replaces an earlier statement')}`}
              </p>
              {user && !can_publish_statement && (
                <ReportMenu
                  target_type="official_statement"
                  target_id={statement_id}
                  name={rep_name}
                  className="action"
                />
              )}
            </div>
            <p className={styles.text}>{content}</p>
          </li>
        ))}
      </ul>
      <MoreButton query={query}>{t('Show older statements')}</MoreButton>
      {can_publish_statement && <StatementForm bill_id={bill_id} />}
    </Section>
  )
}

function StatementForm({ bill_id }: { bill_id: string }) {
  const draftKey = statementDraftKey(bill_id)
  const [isWriting, setIsWriting] = useState(useHadDraft(draftKey))
  const button = useRef<HTMLButtonElement>(null)
  const publish = usePublish(bill_id)
  function close() {
    flushSync(() => setIsWriting(false))
    button.current?.focus()
  }
  if (isWriting) {
    return (
      <WritingForm
        draftKey={draftKey}
        label={t('Your statement on this bill')}
        hint={t(
          'Everyone can see it with your name and office. It replaces your earlier statement, if you have one.',
        )}
        current=""
        check={checkStatement}
        send={publish}
        submitLabel={t('Publish statement')}
        onClose={close}
      />
    )
  }
  return (
    <div className={styles.buttons}>
      <Button ref={button} variant="secondary" onClick={() => setIsWriting(true)}>
        {t('Write a statement')}
      </Button>
      <Link to={paths.officeStatements}>{t('Your statements')}</Link>
    </div>
  )
}
