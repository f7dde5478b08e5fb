import { Landmark } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#contract/kit/translate.ts'
import { ApiError } from '#web/kit/api/api.ts'
import { withoutDuplicates } from '#web/kit/api/pages.ts'
import { useFocusOnFirstNew } from '#web/kit/focus.ts'
import { navigate } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useSearchParams } from '#web/kit/router.tsx'
import { site } from '#web/kit/site.ts'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import { MoreButton } from '#web/kit/ui/PagedContent.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { Tabs } from '#web/kit/ui/Tabs.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { useOfficialMessages, useOfficialStatements } from './actions.ts'
import { MessageGroupItem } from './MessageGroupItem.tsx'
import { OwnStatementItem } from './OwnStatementItem.tsx'
import styles from './Office.module.css'

/**
 * The screen /office of a representative with a verified account. It shows residents' messages and the representative's
 * statements.
 */
export default function OfficeScreen() {
  usePageTitle(t('Your office'))
  const searchParams = useSearchParams()
  const tab = searchParams.get('tab') === 'statements' ? 'statements' : 'messages'
  return (
    <div className={styles.screen}>
      <h1 className="h-page">{t('Your office')}</h1>
      <Tabs
        label={t('Your office')}
        tabs={[
          { id: 'messages', label: t('Messages'), count: undefined },
          { id: 'statements', label: t('Statements'), count: undefined },
        ]}
        selected={tab}
        onSelect={(next) =>
          navigate(next === 'statements' ? `${paths.office}?tab=${next}` : paths.office, { replace: true })
        }
      >
        {(shown) => (shown === 'statements' ? <Statements /> : <Messages />)}
      </Tabs>
    </div>
  )
}

function Messages() {
  const query = useOfficialMessages()
  const pages = query.data?.pages ?? []
  const groups = withoutDuplicates(
    pages.flatMap((page) => page.groups),
    ({ group_id }) => group_id,
  )
  const list = useFocusOnFirstNew<HTMLUListElement>(groups.length, ':scope > li', pages.length)
  return (
    <OfficeList query={query} name="messages">
      {groups.length === 0 ? (
        <Empty
          icon={<Landmark />}
          title={t('No messages yet')}
          hint={t(
            'When residents write to you on {site}, their messages appear here and you can answer them.',
            { site: site.name },
          )}
        />
      ) : (
        <ul ref={list} className={styles.list}>
          {groups.map((group) => (
            <MessageGroupItem key={group.group_id} group={group} />
          ))}
        </ul>
      )}
    </OfficeList>
  )
}

function Statements() {
  const query = useOfficialStatements()
  const pages = query.data?.pages ?? []
  const statements = withoutDuplicates(
    pages.flatMap((page) => page.statements),
    ({ statement_id }) => statement_id,
  )
  const list = useFocusOnFirstNew<HTMLUListElement>(statements.length, 'a', pages.length)
  return (
    <OfficeList query={query} name="statements">
      {statements.length === 0 ? (
        <Empty
          icon={<Landmark />}
          title={t('No statements yet')}
          hint={t('Open a bill to publish where you stand. Everyone who reads the bill sees your statement.')}
        >
          <ButtonLink to={paths.feed}>{t('Find a bill')}</ButtonLink>
        </Empty>
      ) : (
        <ul ref={list} className={styles.list}>
          {statements.map((statement) => (
            <OwnStatementItem key={statement.statement_id} statement={statement} />
          ))}
        </ul>
      )}
    </OfficeList>
  )
}

type OfficeListProps = {
  query: ReturnType<typeof useOfficialMessages> | ReturnType<typeof useOfficialStatements>
  name: 'messages' | 'statements'
  children: ReactNode
}

const listTexts = {
  messages: {
    failure: t('The messages could not be loaded'),
    loading: t('Loading the messages...'),
    whose: (name: string) => t('Sent through {site} to {name}', { site: site.name, name }),
    more: t('Show older messages'),
  },
  statements: {
    failure: t('The statements could not be loaded'),
    loading: t('Loading the statements...'),
    whose: (name: string) => t('Published by {name}', { name }),
    more: t('Show older statements'),
  },
}

/** The states that both lists share: loading, an error, and a viewer who is not in office. */
function OfficeList({ query, name, children }: OfficeListProps) {
  const texts = listTexts[name]
  if (!query.data) {
    return (
      <QueryView
        query={query}
        title={texts.failure}
        shape={{
          label: texts.loading,
          className: styles.list,
          heights: ['9rem', '9rem'],
        }}
        instead={notInOffice}
      />
    )
  }
  const [first] = query.data.pages
  return (
    <>
      <p className={styles.whose}>{texts.whose(first?.rep_name ?? '')}</p>
      {children}
      <MoreButton query={query}>{texts.more}</MoreButton>
    </>
  )
}

function notInOffice(error: unknown): ReactNode {
  return error instanceof ApiError && error.status === 403 ? (
    <Empty
      icon={<Landmark />}
      title={t('This page is for representatives')}
      hint={t(
        'You need the verified account of a person in office. If you are in office, ask the operator of this site to verify your account.',
      )}
    />
  ) : null
}
