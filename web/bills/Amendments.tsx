import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listAmendments, amendmentCounts, amendmentOutcomes } from '#contract/bills/billParts.ts'
import type { BillDetail } from '#contract/bills/bills.ts'
import { roadText } from '#contract/bills/roadTexts.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { msg, t } from '#contract/kit/translate.ts'
import { call } from '#web/kit/api/api.ts'
import { useFocusOnFirstNew } from '#web/kit/focus.ts'
import { formatDate } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { RetryText } from '#web/kit/ui/RetryText.tsx'
import { T } from '#web/kit/ui/T.tsx'
import styles from './BillParts.module.css'

type Amendment = OutputOf<typeof listAmendments>['amendments'][number]

const pageSize = 20

/** The amendments that were offered to a bill, newest first, each with its last roll call. They are loaded when opened. */
export function Amendments({ bill }: { bill: BillDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  const summary = useRef<HTMLElement>(null)
  const query = useInfiniteQuery({
    queryKey: [listAmendments.path, { id: bill.bill_id }],
    queryFn: ({ pageParam: offset, signal }) =>
      call(listAmendments, { id: bill.bill_id, limit: pageSize, offset }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ pagination: { offset, limit, has_more } }) =>
      has_more ? offset + limit : undefined,
    enabled: isOpen,
  })
  const amendments = query.data?.pages.flatMap((page) => page.amendments) ?? []
  const list = useFocusOnFirstNew<HTMLUListElement>(
    amendments.length,
    ':scope > li',
    query.data?.pages.length,
  )
  return (
    <details className={styles.amendments} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary ref={summary}>{amendmentCounts(bill.amendment_counts)}</summary>
      <ul ref={list} className={styles.list} aria-label={t('Amendments')}>
        {amendments.map((amendment) => (
          <AmendmentItem key={amendment.amendment_id} amendment={amendment} />
        ))}
      </ul>
      {query.isFetching && <output>{t('Loading…')}</output>}
      {query.isError && !query.isFetching && (
        <p role="alert">
          <RetryText
            text={msg('The amendments could not be loaded. <textButton>Try Again</textButton>')}
            onRetry={() => {
              // The pressed button disappears while the amendments are loaded.
              summary.current?.focus()
              void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())
            }}
          />
        </p>
      )}
      {query.hasNextPage && !query.isFetching && !query.isError && (
        <TextButton onClick={() => void query.fetchNextPage()}>{t('Show more amendments')}</TextButton>
      )}
    </details>
  )
}

function AmendmentItem({ amendment }: { amendment: Amendment }) {
  const { number, chamber, outcome, offered_on, purpose, vote_event_id } = amendment
  const label = t((outcome && amendmentOutcomes[outcome]) ?? '')
  const facts = [chamber && roadText(chamber), label, offered_on && formatDate(offered_on)]
  return (
    <li tabIndex={-1}>
      <span className={styles.name}>{number}</span>
      <span className={styles.muted}>{facts.filter(Boolean).join(' · ')}</span>
      <Sponsor amendment={amendment} />
      {purpose && <span lang={recordLanguage}>{purpose}</span>}
      <LatestAction amendment={amendment} />
      {vote_event_id && (
        <span>
          <Link to={paths.vote(vote_event_id)}>
            <T
              text="See the vote<span> on {number}</span>"
              values={{ number, span: (content) => <span className="vh">{content}</span> }}
            />
          </Link>
        </span>
      )}
    </li>
  )
}

function Sponsor({ amendment: { sponsor_name, rep_id } }: { amendment: Amendment }) {
  if (sponsor_name === null) {
    return null
  }
  return (
    <span>
      <T
        text="Offered by {name}"
        values={{
          name: rep_id ? <Link to={paths.representative(rep_id)}>{sponsor_name}</Link> : sponsor_name,
        }}
      />
    </span>
  )
}

function LatestAction({ amendment: { latest_action, latest_action_on } }: { amendment: Amendment }) {
  if (latest_action === null) {
    return null
  }
  return (
    <span className={styles.muted}>
      {latest_action_on && `${formatDate(latest_action_on)}: `}
      <span lang={recordLanguage}>{latest_action}</span>
    </span>
  )
}
