import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Compass, X } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { listTopics, type Bill } from '#contract/bills/bills.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { cardTitleId } from '#web/bills/card/BillCard.tsx'
import { FollowTopicChip } from '#web/bills/card/TopicChips.tsx'
import { useOtherTabs } from '#web/bills/otherTabs.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { lazyPart, preload } from '#web/kit/api/lazyPart.ts'
import { useLocation } from '#web/kit/router.tsx'
import { Chip, RemovableChip } from '#web/kit/ui/Badge.tsx'
import { PartBoundary, PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import { Button, IconButton } from '#web/kit/ui/Button.tsx'
import { Failure, Loading } from '#web/kit/ui/Feedback.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { useMedia, widths } from '#web/kit/useMedia.ts'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { BillGrid } from './BillGrid.tsx'
import { activeFilters, readFilters, noFilters, withFilters, type Filters } from './feedFilters.ts'
import { relevanceText } from './feedScopes.ts'
import { readState, useFeedSearchParams } from './feedSearchParams.ts'
import { useHighlightedBill } from './overlay/useHighlightedBill.ts'
import { useOpenBill } from './overlay/useOpenBill.ts'
import { AddressOffer, ScopeChips } from './ScopeChips.tsx'
import { SinceLastVisit } from './SinceLastVisit.tsx'
import { refreshChangedLists, useFeed } from './useFeed.ts'
import styles from './FeedScreen.module.css'

const headingId = 'bills'

type FeedTotal = ReturnType<typeof useFeed>['total']

const BillOverlay = lazyPart(async () => ({
  default: (await import('./overlay/BillOverlay.tsx')).BillOverlay,
}))
// Not part of the feed's code, because on a phone the filters are shown only when they are opened.
const loadFilterPanel = async () => ({ default: (await import('./FilterPanel.tsx')).FilterPanel })
const FilterPanel = lazyPart(loadFilterPanel)
if (window.matchMedia(widths.rail).matches) {
  preload(loadFilterPanel)
}

const DiscoverSheet = lazyPart(async () => ({ default: (await import('./DiscoverSheet.tsx')).DiscoverSheet }))

/**
 * The screen /feed, and the feed tab of /dashboard. Its state is in the URL parameters: `scope` selects the view; `level`,
 * `topics`, `status`, `trending`, `bookmarks`, `past` and `q` are the filters; `highlight` opens a bill, and `comment`
 * highlights one of its comments.
 *
 * @param Welcome the card that a new member sees above the bills
 */
export function FeedScreen({ Welcome }: { Welcome: ComponentType<{ onClose: () => void }> | null }) {
  const [searchParams, setSearchParams] = useFeedSearchParams()
  const cache = useQueryClient()
  const filters = readFilters(searchParams)
  const { scope } = filters
  const feed = useFeed(filters)
  useOtherTabs()
  const topics = useQuery(queryFor(listTopics, {}))
  const opened = useOpenBill()
  const highlighted = useHighlightedBill(opened, feed)
  const { layout, button, toggle, close } = useDiscover()
  const draft = useFilterDraft(filters)
  const isPhone = useMedia(widths.phone)
  usePageTitle(highlighted.bill?.title ?? t('Bills'))
  useBookmarksFromNavigation()
  useFocusAfterClosing(opened.billId)

  const followedTopics = (topics.data?.topics ?? [])
    .filter((topic) => topic.is_following)
    .map((topic) => topic.topic)
  const active = activeFilters(filters)

  const open = (bill_id: string) =>
    opened.open(bill_id, highlighted.bills.find((bill) => bill.bill_id === bill_id)?.path)

  function showChanges() {
    void refreshChangedLists(cache)
    highlighted.unpin()
  }
  function apply(next: Filters) {
    showChanges()
    setSearchParams((now) => withFilters(now, next))
  }
  function applyAndClose(next: Filters) {
    apply(next)
    close()
  }

  const choices = { ...draft, onApply: applyAndClose }
  const panel = (
    <PartBoundary loading={<Loading>{t('Loading...')}</Loading>}>
      <FilterPanel {...choices} />
    </PartBoundary>
  )
  const count = active.length > 0 && (
    <span className="count">
      <T
        text="{count} <hidden>filter is on</hidden>|{count} <hidden>filters are on</hidden>"
        count={active.length}
        values={{ count: active.length, hidden: (content) => <span className="vh">{content}</span> }}
      />
    </span>
  )

  return (
    <div className={styles.feed} data-rail={layout === 'rail' || undefined}>
      {layout === 'rail' && (
        <section className={`card ${styles.rail}`} aria-label={t('Discover')}>
          <div className={styles.railHead}>
            <h2>
              <button type="button" ref={button} aria-expanded="true" onClick={close}>
                <Compass aria-hidden="true" />
                {t('Discover')}
                {count}
              </button>
            </h2>
            <IconButton label={t('Close filters')} icon={<X aria-hidden="true" />} onClick={close} />
          </div>
          {panel}
        </section>
      )}
      <div className={styles.main}>
        <div className={styles.head}>
          <div>
            <h1 id={headingId} tabIndex={-1} className="h-page">
              {t('Bills')}
            </h1>
            <p className={styles.total} aria-live="polite">
              {totalText(feed.total, active.length > 0, orderText(filters.trending, scope ? [] : feed.bills))}
            </p>
          </div>
          {layout !== 'rail' && !isPhone && (
            <Button variant="secondary" ref={button} aria-expanded={layout !== null} onClick={toggle}>
              <Compass aria-hidden="true" />
              {t('Discover')}
              {count}
            </Button>
          )}
        </div>
        {layout === 'panel' && (
          <section className="card" aria-label={t('Discover')}>
            {panel}
          </section>
        )}
        <ScopeChips
          view={filters.trending ? 'trending' : scope}
          discover={
            isPhone && (
              <Chip ref={button} aria-expanded={layout !== null} aria-haspopup="dialog" onClick={toggle}>
                <Compass aria-hidden="true" />
                {t('Discover')}
                {count}
              </Chip>
            )
          }
          onChange={showChanges}
        />
        {Welcome && <Welcome onClose={showChanges} />}
        {scope === null && <AddressOffer />}
        {active.length > 0 && (
          <div className={styles.chips}>
            <ul className={styles.chips} aria-label={t('Filters')}>
              {active.map((filter) => (
                <li key={filter.key}>
                  <RemovableChip
                    onRemove={(chip) => {
                      focusBeside(chip)
                      apply(filter.without)
                    }}
                  >
                    {filter.label}
                  </RemovableChip>
                </li>
              ))}
            </ul>
            {filters.topics.length === 1 && (
              <FollowTopicChip topic={filters.topics[0] ?? ''} followed={followedTopics} showsVerb />
            )}
          </div>
        )}
        {highlighted.error && (
          <Failure title={t('Error Loading Bill')} error={highlighted.error} onRetry={highlighted.retry} />
        )}
        <section
          id="bill-list"
          tabIndex={-1}
          aria-label={t('List of bills')}
          aria-keyshortcuts="j k"
          className={styles.list}
        >
          {/* The block is inside the list so that the list does not move when the block appears together with the cards. */}
          <SinceLastVisit isReady={feed.isComplete} onOpenBill={open} onDismissed={focusHeading} />
          <BillGrid
            feed={feed}
            bills={highlighted.bills}
            opensBill={opened.billId !== null && highlighted.error === null}
            hasFilters={active.length > 0}
            isBookmarksOnly={filters.bookmarked}
            followedTopics={followedTopics}
            scope={scope}
            onOpen={open}
            onClearFilters={() => {
              focusHeading()
              apply({ ...noFilters, scope })
            }}
          />
        </section>
      </div>
      <PopupBoundary onClose={close}>
        {layout === 'sheet' && <DiscoverSheet {...choices} onClose={close} />}
      </PopupBoundary>
      <PopupBoundary onClose={opened.close}>
        {highlighted.bill && (
          <BillOverlay
            key={highlighted.bill.bill_id}
            bill={highlighted.bill}
            detail={highlighted.detail}
            comment={opened.comment}
            followedTopics={followedTopics}
            onClose={opened.close}
          />
        )}
      </PopupBoundary>
    </div>
  )
}

/** Moves the focus from a chip that will be removed to its neighbor, or to the heading if it is the last chip. */
function focusBeside(chip: HTMLElement) {
  const item = chip.closest('li')
  const neighbor = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('button')
  if (neighbor) {
    neighbor.focus()
  } else {
    focusHeading()
  }
}

function focusHeading() {
  document.getElementById(headingId)?.focus()
}

function totalText(total: FeedTotal, hasFilters: boolean, order: string): string {
  if (total === null) {
    return '\u00a0'
  }
  const bills = hasFilters
    ? plural(total.count, '{n} bill matches|{n} bills match')
    : plural(total.count, '{n} bill|{n} bills')
  const count = total.isExact ? `${bills}.` : t('More than {bills}.', { bills })
  // An empty list has no order to describe.
  return total.count === 0 ? count : `${count} ${order}`
}

function orderText(isTrending: boolean, bills: readonly Bill[]): string {
  return isTrending ? t('Most active first.') : relevanceText(bills)
}

/** Keeps what was chosen in the filters without being applied, until other filters apply. */
function useFilterDraft(applied: Filters) {
  const key = JSON.stringify(applied)
  const [changed, setChanged] = useState({ key, draft: applied })
  return {
    draft: changed.key === key ? changed.draft : applied,
    onChange: (draft: Filters) => setChanged({ key, draft }),
  }
}

/** In a wide window, Discover is a rail that is open at first. On a phone it is a sheet, and otherwise a panel. */
function useDiscover() {
  const hasRail = useMedia(widths.rail)
  const isPhone = useMedia(widths.phone)
  const [choice, setChoice] = useState<boolean | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = choice ?? hasRail

  // The open rail has its own button, which takes the focus because the pressed button disappears.
  function show(open: boolean) {
    flushSync(() => setChoice(open))
    button.current?.focus()
  }
  return {
    layout: !isOpen ? null : hasRail ? 'rail' : isPhone ? 'sheet' : 'panel',
    button,
    toggle: () => show(!isOpen),
    close: () => show(false),
  } as const
}

/** Writes the filter of an entry that another screen made with { filter: "bookmarks" } into its URL. */
function useBookmarksFromNavigation() {
  const [, setSearchParams] = useFeedSearchParams()
  const { filter, expandBillId } = readState(useLocation().state)
  useEffect(() => {
    if (filter !== 'bookmarks') return
    setSearchParams((now) => now, { replace: true, state: expandBillId ? { expandBillId } : null })
  }, [filter, expandBillId, setSearchParams])
}

function useFocusAfterClosing(billId: string | null) {
  const lastOpen = useRef<string | null>(null)
  useEffect(() => {
    if (!billId && lastOpen.current) {
      document.getElementById(cardTitleId(lastOpen.current))?.focus()
    }
    lastOpen.current = billId
  }, [billId])
}
