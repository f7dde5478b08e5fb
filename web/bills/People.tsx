import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { listSponsorships, type Sponsorship } from '#contract/bills/billParts.ts'
import type { BillDetail } from '#contract/bills/bills.ts'
import { isBlank } from '#contract/kit/text.ts'
import { msg, plural, t } from '#contract/kit/translate.ts'
import { call } from '#web/kit/api/api.ts'
import { useFocusOnFirstNew } from '#web/kit/focus.ts'
import { formatDate, formatNumber } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { partyName } from '#web/kit/partyName.ts'
import { paths } from '#web/kit/paths.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { RetryText } from '#web/kit/ui/RetryText.tsx'
import styles from './BillParts.module.css'

/** The maximum number of sponsors that the server returns at once. */
const pageSize = 100

/** The sponsors and cosponsors of a bill. The viewer's own representatives come first. */
export function People({ bill }: { bill: BillDetail }) {
  const headingId = useId()
  const [showsAll, setShowsAll] = useState(false)
  const { primary, cosponsor, by_party } = bill.sponsorship_counts
  const withdrawn = bill.sponsorships.filter(({ withdrawn_on }) => withdrawn_on).length
  const all = useInfiniteQuery({
    queryKey: [listSponsorships.path, { id: bill.bill_id }, 'pages'],
    queryFn: ({ pageParam: offset, signal }) =>
      call(listSponsorships, { id: bill.bill_id, limit: pageSize, offset }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ pagination: { offset, limit, has_more } }) =>
      has_more ? offset + limit : undefined,
    enabled: showsAll,
  })
  const pages = showsAll ? all.data?.pages : undefined
  const people = pages ? pages.flatMap(({ sponsorships }) => sponsorships) : bill.sponsorships
  const total = pages?.[0]?.pagination.total ?? Math.max(primary + cosponsor + withdrawn, people.length)
  const more = total - people.length
  const loadMore = () => (showsAll ? void all.fetchNextPage() : setShowsAll(true))
  // "Show all" loads one page after the other.
  const { hasNextPage, isFetching, isError, fetchNextPage } = all
  useEffect(() => {
    if (showsAll && hasNextPage && !isFetching && !isError) {
      void fetchNextPage()
    }
  }, [showsAll, hasNextPage, isFetching, isError, fetchNextPage])
  // Only the first page moves the focus, because the later ones come while the member reads.
  const list = useFocusOnFirstNew<HTMLUListElement>(Math.min(people.length, pageSize), ':scope > li')
  return (
    <section id="people" className={`card ${styles.card}`} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} className="h-sec">
          {t('People')}
        </h2>
        {people.length > 0 && (
          <p className={styles.muted}>
            {plural(primary, '{n} sponsor|{n} sponsors')}, {plural(cosponsor, '{n} cosponsor|{n} cosponsors')}
            {showsAll && by_party.length > 0 && `: ${by_party.map(partyCount).join(', ')}`}
          </p>
        )}
      </div>
      {people.length === 0 && <p className="muted">{t('The record names no sponsor.')}</p>}
      {people.length > 0 && (
        <ul ref={list} className={styles.people}>
          {people.map((person) => (
            <Person
              key={`${person.name} ${person.district ?? ''} ${person.sponsored_on ?? ''} ${person.withdrawn_on ?? ''}`}
              person={person}
            />
          ))}
        </ul>
      )}
      {more > 0 && !all.isFetching && !all.isError && (
        <TextButton onClick={loadMore}>
          {t('Show all {count}', { count: formatNumber(primary + cosponsor) })}
        </TextButton>
      )}
      {all.isFetching && <output>{t('Loading…')}</output>}
      {all.isError && (
        <p role="alert">
          <RetryText
            text={msg('The other sponsors could not be loaded. <textButton>Try Again</textButton>')}
            onRetry={() => void (all.isFetchNextPageError ? all.fetchNextPage() : all.refetch())}
          />
        </p>
      )}
    </section>
  )
}

function partyCount({ party, count }: { party: string; count: number }): string {
  return `${formatNumber(count)} ${partyName(party)}`
}

function Person({ person }: { person: Sponsorship }) {
  const { name, party, district, classification, rep_id, sponsored_on, withdrawn_on, represents_you } = person
  const affiliation = [party && partyName(party), district].filter(Boolean).join(', ')
  const role = classification === 'primary' ? t('Sponsor') : t('Cosponsor')
  if (isBlank(name)) {
    return (
      <li tabIndex={-1}>
        <span className={styles.name}>{t('One name is missing')}</span>
        <span className={styles.muted}>{t('The source lists it blank')}</span>
      </li>
    )
  }
  return (
    <li tabIndex={-1}>
      <span className={styles.name}>
        {rep_id ? <Link to={paths.representative(rep_id)}>{name}</Link> : name}
        {represents_you && <span className={styles.yours}>{t('Represents you')}</span>}
      </span>
      <span className={styles.muted}>
        {[role, affiliation].filter(Boolean).join(' · ')}
        {withdrawn_on
          ? ` · ${t('Withdrew on {date}', { date: formatDate(withdrawn_on) })}`
          : sponsored_on
            ? ` · ${t('Joined on {date}', { date: formatDate(sponsored_on) })}`
            : ''}
      </span>
    </li>
  )
}
