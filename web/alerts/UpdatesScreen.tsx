import { useInfiniteQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { Link } from 'react-router'
import { listUpdates, type SourceRead, type Update } from '#contract/alerts.ts'
import { statusLabels } from '#contract/bills/billContent.ts'
import { call } from '#web/kit/api/api.ts'
import { formatDate, formatDateTime, pluralize } from '#web/kit/format.ts'
import { paths } from '#web/kit/paths.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import { MoreButton } from '#web/kit/ui/PagedContent.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { useNow } from '#web/notifications/useNow.ts'
import { Follows } from './Follows.tsx'
import styles from './Updates.module.css'

/** The screen /updates. It shows what happened to the bills that the member follows, and everything they follow. */
export default function UpdatesScreen() {
  usePageTitle('Updates')
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1 className="h-page">Updates</h1>
        <Link to={paths.settingsSection('notifications')}>Email settings</Link>
      </div>
      <Updates />
    </div>
  )
}

/** What happened, and below it everything that the member follows. */
function Updates() {
  const list = useInfiniteQuery({
    queryKey: [listUpdates.path],
    queryFn: ({ pageParam, signal }) => call(listUpdates, { limit: 20, before: pageParam }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ updates, has_more }) => (has_more ? updates.at(-1)?.update_id : undefined),
  })
  const updates = list.data?.pages.flatMap((page) => page.updates)
  const late = list.data?.pages[0]?.sources.filter(({ is_late }) => is_late) ?? []
  return (
    <>
      <section aria-label="What happened" className={styles.section}>
        {late.map((source) => (
          <LateSource key={source.source_name} source={source} />
        ))}
        <QueryView
          query={list}
          title="We couldn't load your updates"
          shape={{ label: 'Loading updates', className: styles.list, heights: ['7rem', '7rem', '7rem'] }}
        />
        {updates?.length === 0 && (
          <Empty
            icon={<BellRing />}
            title="Nothing has happened yet"
            hint="When a bill you follow moves, is voted on, or gets new text, you'll see it here. Updates start when you follow something."
          >
            <ButtonLink to={paths.feed}>Find bills to follow</ButtonLink>
          </Empty>
        )}
        {updates && updates.length > 0 && (
          <ul className={styles.list}>
            {updates.map((update) => (
              <UpdateItem key={update.update_id} update={update} />
            ))}
          </ul>
        )}
        <MoreButton query={list}>Show older updates</MoreButton>
      </section>
      {/* It is below the list, whose height is not known before. */}
      {!list.isPending && <Follows />}
    </>
  )
}

function LateSource({ source: { source_name, read_at } }: { source: SourceRead }) {
  const now = useNow()
  const days = Math.floor((now - Date.parse(read_at)) / 86_400_000)
  return (
    <Alert kind="info" title={`${source_name} was last checked ${pluralize(days, 'day')} ago`}>
      <p>We haven't been able to check this source, so updates may be missing.</p>
    </Alert>
  )
}

function UpdateItem({ update }: { update: Update }) {
  const { bill, summary, occurred_on, first_seen_at, source_name, reason } = update
  return (
    <li className={`card ${styles.item}`}>
      <p className={styles.code}>
        {bill.bill_code} · {statusLabels[bill.status]}
      </p>
      <h2 className={styles.title}>
        <Link to={paths.bill(bill.bill_id)}>{bill.title}</Link>
      </h2>
      <p className={styles.summary}>{summary}</p>
      <p className={styles.source}>
        {source_name}
        {occurred_on && `, ${formatDate(occurred_on)}`} · Seen {formatDateTime(first_seen_at)}
      </p>
      <p className={styles.reason}>{reasonText(reason)}</p>
    </li>
  )
}

function reasonText({ target_type, name }: Update['reason']): string {
  if (target_type === 'bill') return 'You follow this bill'
  if (target_type === 'stance') return 'You took a stance on this bill'
  if (target_type === 'search') return `You follow the search ${name}`
  return `You follow ${name}`
}
