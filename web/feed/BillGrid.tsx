import { Inbox, SearchX } from 'lucide-react'
import { Fragment, useEffect, useLayoutEffect, useRef } from 'react'
import { type Bill, billPageSize, type BillScope } from '#contract/bills/bills.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { BillCard, cardTitleId } from '#web/bills/card/BillCard.tsx'
import { BillCardSkeleton } from '#web/bills/card/BillCardSkeleton.tsx'
import { messageOr } from '#web/kit/api/api.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { useCharacterKeys } from '#web/kit/characterKeys.ts'
import { removeEarlyScreen } from '#web/kit/earlyScreen.ts'
import { PartBoundary } from '#web/kit/ui/Boundary.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { Empty, Failure, FieldError, Loading, LoadingShape } from '#web/kit/ui/Feedback.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { AgeLine } from './AgeLine.tsx'
import { indexOfExamples, indexOfOtherPlaces } from './feedScopes.ts'
import { useLacksPlace } from './ScopeChips.tsx'
import type { useFeed } from './useFeed.ts'
import styles from './FeedScreen.module.css'

const EmptyScope = lazyPart(() => import('./EmptyScope.tsx'))
const NarrowDown = lazyPart(() => import('./NarrowDown.tsx'))

const stepKeys = ['j', 'k'] as const

/** From this many bills, the end of the list offers to narrow it down. */
const narrowFrom = 2 * billPageSize

type BillGridProps = {
  feed: ReturnType<typeof useFeed>
  bills: readonly Bill[]
  /** True until the bill that the URL names is open, or is known not to open. */
  opensBill: boolean
  hasFilters: boolean
  isBookmarksOnly: boolean
  followedTopics: readonly string[]
  scope: BillScope | null
  onOpen: (bill_id: string) => void
  onClearFilters: () => void
}

/** The cards of the feed, or the reason why there are none. */
export function BillGrid(props: BillGridProps) {
  const { feed, bills, opensBill, hasFilters, isBookmarksOnly, followedTopics, scope } = props
  const { onOpen, onClearFilters } = props
  const showMore = useFocusOnNewCards(feed, bills)
  const lacksPlace = useLacksPlace(scope)
  useCharacterKeys(stepKeys, (key) => focusNextCard(bills, key === 'j' ? 1 : -1))
  const hasResponse = feed.isComplete || feed.error !== null
  // The open bill removes the early screen itself so that the feed is not seen before it.
  const showsFeed = hasResponse && !opensBill
  useLayoutEffect(() => {
    if (showsFeed) {
      removeEarlyScreen()
    }
  }, [showsFeed])
  const failure = isBookmarksOnly ? t('Failed to load bookmarked bills') : t('Failed to fetch bills')
  const failureMessage = messageOr(feed.error, failure)

  if (bills.length === 0) {
    if (feed.error) {
      return (
        <Failure
          title={t('Error Loading Bills')}
          message={failureMessage}
          onRetry={feed.retry}
          isRetrying={feed.isFetching}
        />
      )
    }
    if (!feed.isComplete) {
      return (
        <div className={styles.gridFrame}>
          <LoadingShape label={t('Loading bills...')} className={styles.grid}>
            {[1, 2, 3, 4, 5, 6].map((index) => (
              <BillCardSkeleton key={index} />
            ))}
          </LoadingShape>
        </div>
      )
    }
    if (scope && (lacksPlace || !hasFilters)) {
      return (
        <PartBoundary loading={<Loading>{t('Loading...')}</Loading>}>
          <EmptyScope scope={scope} />
        </PartBoundary>
      )
    }
    return hasFilters ? (
      <Empty
        icon={<SearchX />}
        title={t('No bills match your filters')}
        hint={t('Remove a filter or try a shorter keyword.')}
      >
        <Button variant="secondary" onClick={onClearFilters}>
          {t('Clear all')}
        </Button>
      </Empty>
    ) : (
      <Empty icon={<Inbox />} title={t('No bills found')} hint={t('Check back soon for new legislation.')} />
    )
  }

  const otherPlacesStart = scope ? -1 : indexOfOtherPlaces(bills)
  const examplesStart = indexOfExamples(bills)
  return (
    <>
      {/* The key makes this a new element. The skeleton must not move when a line appears above it with the cards. */}
      <div key="cards" className={styles.gridFrame}>
        <div className={styles.grid}>
          {bills.map((bill, index) => (
            <Fragment key={bill.bill_id}>
              {index === otherPlacesStart && <h2 className={styles.section}>{t('From other places')}</h2>}
              {index === examplesStart && <h2 className={styles.section}>{t('Examples')}</h2>}
              <BillCard bill={bill} followedTopics={followedTopics} onOpen={onOpen} />
            </Fragment>
          ))}
        </div>
      </div>
      <AgeLine bills={bills} />
      {feed.error && (
        <div role="alert" className={styles.failure}>
          <FieldError>{failureMessage}</FieldError>
          {!feed.hasMore && (
            <Button variant="secondary" busy={feed.isFetching} onClick={() => void feed.retry()}>
              {t('Try Again')}
            </Button>
          )}
        </div>
      )}
      {feed.hasMore && (
        <div className={styles.more}>
          <Button
            variant="secondary"
            busy={feed.isLoadingMore}
            busyLabel={t('Loading bills...')}
            onClick={() => void showMore()}
          >
            {t('Show {count} more bills', { count: billPageSize })}
          </Button>
        </div>
      )}
      <PartBoundary>{feed.hasMore && bills.length >= narrowFrom && <NarrowDown />}</PartBoundary>
    </>
  )
}

/** Moves the focus to the title of the next or previous card, or to the first if the focus is outside of the cards. */
function focusNextCard(bills: readonly Bill[], step: 1 | -1) {
  const titles = bills.map(({ bill_id }) => document.getElementById(cardTitleId(bill_id)))
  const current = titles.findIndex((title) => title?.closest('article')?.contains(document.activeElement))
  titles[current === -1 ? 0 : current + step]?.focus()
}

/** Loads the next page, then moves the focus to the first new card and announces how many were added. */
function useFocusOnNewCards(feed: BillGridProps['feed'], bills: readonly Bill[]) {
  const countBefore = useRef<number | null>(null)
  useEffect(() => {
    const before = countBefore.current
    const first = before === null ? undefined : bills[before]
    if (before === null || !first) {
      return
    }
    countBefore.current = null
    document.getElementById(cardTitleId(first.bill_id))?.focus()
    announce(plural(bills.length - before, '{n} more bill|{n} more bills'))
  }, [bills])
  return async () => {
    countBefore.current = bills.length
    const { isFetchNextPageError } = await feed.loadMore()
    if (isFetchNextPageError) {
      countBefore.current = null
    }
  }
}
