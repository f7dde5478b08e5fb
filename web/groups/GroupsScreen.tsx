import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type GovernmentLevel, governmentLevels } from '../../contract/billContent.ts'
import { groupPageSize, listGroups } from '../../contract/groups.ts'
import { call, messageOr } from '../kit/api/api.ts'
import { withoutMoved } from '../kit/api/pages.ts'
import { Chip } from '../kit/ui/Badge.tsx'
import { Button } from '../kit/ui/Button.tsx'
import { Empty, Failure, LoadingShape, Skeleton } from '../kit/ui/Feedback.tsx'
import { FieldError } from '../kit/ui/Field.tsx'
import { usePageTitle } from '../kit/usePageTitle.ts'
import { GroupCard } from './GroupCard.tsx'
import { useMemberCounts } from './memberCounts.ts'
import styles from './Groups.module.css'

const levelNames = { all: 'All', federal: 'Federal', state: 'State', local: 'Local' }
const failure = 'Failed to load groups'

/** /groups, and the groups tab of /dashboard. The query parameter `level` filters the list. */
export default function GroupsScreen() {
  const [level, show] = useLevel()
  const { groups, list } = useGroups(level)
  const grid = useNewCardFocus(groups?.length ?? 0)
  useMemberCounts((groups ?? []).map(({ group_id }) => group_id))
  usePageTitle('Groups')

  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1 className="h-page">All Groups{groups && ` (${groups.length})`}</h1>
        <fieldset aria-label="Level of government" className={styles.levels}>
          {(['all', ...governmentLevels] as const).map((choice) => (
            <Chip key={choice} aria-pressed={choice === (level ?? 'all')} onClick={() => show(choice)}>
              {levelNames[choice]}
            </Chip>
          ))}
        </fieldset>
      </div>
      {list.isPending && <LoadingCards />}
      {list.isError && !groups && (
        <Failure
          title="Error Loading Groups"
          message={messageOr(list.error, failure)}
          isRetrying={list.isFetching}
          onRetry={list.refetch}
        />
      )}
      {groups?.length === 0 && (
        <Empty
          icon={<Users />}
          title="No groups found"
          hint="Try adjusting your filter to see more groups."
        />
      )}
      {groups && groups.length > 0 && (
        <ul ref={grid} className={styles.grid}>
          {groups.map((group) => (
            <GroupCard key={group.group_id} group={group} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className={styles.more}>
          {list.isFetchNextPageError && (
            <div role="alert">
              <FieldError>{messageOr(list.error, failure)}</FieldError>
            </div>
          )}
          <Button
            variant="secondary"
            busy={list.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void list.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      )}
    </div>
  )
}

function useLevel() {
  const [address, setAddress] = useSearchParams()
  const level = governmentLevels.find((name) => name === address.get('level'))
  function show(next: GovernmentLevel | 'all') {
    const changed = new URLSearchParams(address)
    if (next === 'all') changed.delete('level')
    else changed.set('level', next)
    setAddress(changed, { preventScrollReset: true })
  }
  return [level, show] as const
}

function useGroups(level: GovernmentLevel | undefined) {
  const list = useInfiniteQuery({
    queryKey: [listGroups.path, { government_level: level }],
    queryFn: ({ pageParam, signal }) =>
      call(listGroups, { government_level: level, limit: groupPageSize, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ pagination }) =>
      pagination.has_more ? pagination.offset + pagination.limit : undefined,
  })
  const groups =
    list.data &&
    withoutMoved(
      list.data.pages.flatMap((page) => page.groups),
      (group) => group.group_id,
    )
  return { list, groups }
}

/** Moves the focus to the first new card, because the pressed button moves or disappears. */
function useNewCardFocus(count: number) {
  const grid = useRef<HTMLUListElement>(null)
  const shown = useRef(0)
  useEffect(() => {
    if (shown.current > 0 && shown.current % groupPageSize === 0 && count > shown.current) {
      grid.current?.querySelectorAll<HTMLElement>('h2 a')[shown.current]?.focus()
    }
    shown.current = count
  }, [count])
  return grid
}

function LoadingCards() {
  return (
    <LoadingShape label="Loading groups..." className={styles.grid}>
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
