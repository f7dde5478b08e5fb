import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type GovernmentLevel, governmentLevels } from '#contract/bills/billContent.ts'
import { groupPageSize, listGroups } from '#contract/groups.ts'
import { t } from '#contract/kit/translate.ts'
import { call, messageOr } from '#web/kit/api/api.ts'
import { byCursor, withoutDuplicates } from '#web/kit/api/pages.ts'
import { formatNumber } from '#web/kit/format.ts'
import { navigate } from '#web/kit/history.tsx'
import { useSearchParams, withQuery } from '#web/kit/router.tsx'
import { Chip } from '#web/kit/ui/Badge.tsx'
import { Empty, LoadingShape, Skeleton } from '#web/kit/ui/Feedback.tsx'
import { MoreButton } from '#web/kit/ui/PagedContent.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { GroupSections } from './GroupSections.tsx'
import { useMemberCountRefresh } from './memberCounts.ts'
import styles from './Groups.module.css'

const levelNames = { all: t('All'), federal: t('Federal'), state: t('State'), local: t('Local') }
const failure = t('Failed to load groups')

/** The screen /groups, and the groups tab of /dashboard. The query parameter `level` filters the list. */
export default function GroupsScreen() {
  const [level, show] = useLevel()
  const { groups, list } = useGroups(level)
  const { screen, onLoadMore } = useFocusOnNewGroups(level, groups?.length ?? 0)
  useMemberCountRefresh(screen, groups ?? [], useLoadTime(list))
  usePageTitle(t('Groups'))

  return (
    <div ref={screen} className={styles.screen}>
      <div className={styles.head}>
        <h1 className="h-page">
          {groups ? t('All Groups ({count})', { count: formatNumber(groups.length) }) : t('All Groups')}
        </h1>
        <fieldset aria-label={t('Level of government')} className={styles.levels}>
          {(['all', ...governmentLevels] as const).map((choice) => (
            <Chip key={choice} aria-pressed={choice === (level ?? 'all')} onClick={() => show(choice)}>
              {levelNames[choice]}
            </Chip>
          ))}
        </fieldset>
      </div>
      <QueryView
        query={{ ...list, data: groups }}
        title={t('Error Loading Groups')}
        message={(error) => messageOr(error, failure)}
        loading={<LoadingCards />}
      >
        {(loaded) =>
          loaded.length > 0 ? (
            <GroupSections groups={loaded} isFiltered={level !== undefined} />
          ) : (
            <Empty
              icon={<Users />}
              title={t('No groups found')}
              hint={t('Try adjusting your filter to see more groups.')}
            />
          )
        }
      </QueryView>
      {list.hasNextPage && (
        <div className={styles.more}>
          <MoreButton query={list} failure={failure} onLoad={onLoadMore}>
            {t('Load more')}
          </MoreButton>
        </div>
      )}
    </div>
  )
}

function useLevel() {
  const searchParams = useSearchParams()
  const level = governmentLevels.find((name) => name === searchParams.get('level'))
  function show(next: GovernmentLevel | 'all') {
    const changed = new URLSearchParams(searchParams)
    if (next === 'all') {
      changed.delete('level')
    } else {
      changed.set('level', next)
    }
    navigate(withQuery(changed))
  }
  return [level, show] as const
}

function useGroups(level: GovernmentLevel | undefined) {
  const list = useInfiniteQuery({
    queryKey: [listGroups.path, { order: 'places', government_level: level }],
    queryFn: ({ pageParam, signal }) =>
      call(
        listGroups,
        { order: 'places', government_level: level, limit: groupPageSize, after: pageParam },
        { signal },
      ),
    ...byCursor,
    // A refetch would move newly followed groups to another section while the member looks at the list. They move when
    // the list is opened again.
    refetchOnWindowFocus: false,
  })
  // A group that the member followed between two pages has moved to an earlier page, so it could be listed twice.
  const groups =
    list.data &&
    withoutDuplicates(
      list.data.pages.flatMap((page) => page.groups),
      (group) => group.group_id,
    )
  return { list, groups }
}

/** Returns when the server sent the list. A change of one group in the cache does not count. */
function useLoadTime({ isFetching, dataUpdatedAt }: { isFetching: boolean; dataUpdatedAt: number }): number {
  const [loaded, setLoaded] = useState({ wasFetching: isFetching, at: dataUpdatedAt })
  if (loaded.wasFetching !== isFetching) {
    setLoaded({ wasFetching: isFetching, at: isFetching ? loaded.at : dataUpdatedAt })
  }
  return loaded.at
}

/**
 * After "Load more", moves the focus to the first new group, because the pressed button moves or disappears. The focus
 * does not move if the member selects another level of government before the groups arrive.
 */
function useFocusOnNewGroups(level: GovernmentLevel | undefined, count: number) {
  const screen = useRef<HTMLDivElement>(null)
  const before = useRef<{ level: GovernmentLevel | undefined; count: number } | null>(null)
  useEffect(() => {
    if (!before.current) {
      return
    }
    const isSameList = before.current.level === level
    if (isSameList && count <= before.current.count) {
      return
    }
    const first = screen.current?.querySelectorAll<HTMLElement>('li :is(h3, h4) a')[before.current.count]
    before.current = null
    if (isSameList) {
      first?.focus()
    }
  }, [level, count])
  return { screen, onLoadMore: () => (before.current = { level, count }) }
}

function LoadingCards() {
  return (
    <LoadingShape label={t('Loading groups...')} className={styles.grid}>
      {['one', 'two', 'three', 'four'].map((key) => (
        <div key={key} className={`card ${styles.card}`}>
          <Skeleton width="60%" height="1.5rem" />
          <Skeleton height="3rem" />
          <Skeleton width="80%" />
        </div>
      ))}
    </LoadingShape>
  )
}
