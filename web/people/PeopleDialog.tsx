import { useInfiniteQuery } from '@tanstack/react-query'
import { Check, Users } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Profile } from '../../contract/accounts.ts'
import { listFollowers, listFollowing, type UserCard } from '../../contract/people.ts'
import { call } from '../kit/api/api.ts'
import { paths } from '../kit/paths.ts'
import { Avatar } from '../kit/ui/Avatar.tsx'
import { Button } from '../kit/ui/Button.tsx'
import { Empty, Failure, Loading } from '../kit/ui/Feedback.tsx'
import { Dialog } from '../kit/ui/overlays/Dialog.tsx'
import { VerifiedTick } from './VerifiedTick.tsx'
import styles from './PeopleDialog.module.css'

export type PeopleSide = 'followers' | 'following'

const pageSize = 20
const titles = { followers: 'Followers', following: 'Following' }
const emptyTitles = { followers: 'No followers yet', following: 'Not following anyone yet' }

type PeopleDialogProps = { profile: Profile; side: PeopleSide; onClose: () => void }

/** Who follows a member, or whom they follow; the newest first, page by page. */
export function PeopleDialog({ profile, side, onClose }: PeopleDialogProps) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [side === 'followers' ? listFollowers.path : listFollowing.path, profile.userId],
      queryFn: ({ pageParam, signal }) => loadPage(profile.userId, side, pageParam, signal),
      initialPageParam: 0,
      getNextPageParam: ({ pagination }) =>
        pagination.has_more ? pagination.offset + pagination.limit : undefined,
    })
  // Somebody who came between two pages would otherwise stand there twice.
  const people = new Map(data?.pages.flatMap((page) => page.people).map((one) => [one.user_id, one]))

  const list = useRef<HTMLUListElement>(null)
  const shown = useRef(0)
  // The button that was pressed goes or moves on; reading continues with the first person of the next page.
  useEffect(() => {
    if (shown.current > 0 && people.size > shown.current) {
      list.current?.querySelectorAll('a')[shown.current]?.focus()
    }
    shown.current = people.size
  }, [people.size])

  return (
    <Dialog title={`${titles[side]} of ${profile.fullName}`} isOpen onClose={onClose} flush>
      {!data && !error && <Loading>Loading...</Loading>}
      {error && (
        <Failure
          title={`${titles[side]} could not be loaded`}
          error={error}
          level={3}
          isRetrying={isFetching}
          onRetry={() => (data ? fetchNextPage() : refetch())}
        />
      )}
      {data && people.size === 0 && <Empty icon={<Users />} title={emptyTitles[side]} level={3} />}
      {people.size > 0 && (
        <ul ref={list} className={styles.list} aria-label={titles[side]}>
          {[...people.values()].map((person) => (
            <li key={person.user_id}>
              <Row person={person} onOpen={onClose} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && !error && (
        <div className={styles.more}>
          <Button
            variant="secondary"
            busy={isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Row({ person, onOpen }: { person: UserCard; onOpen: () => void }) {
  return (
    <Link className={styles.person} to={paths.profile(person.username)} onClick={onOpen}>
      <Avatar
        name={person.full_name}
        pictureUrl={person.profile_picture_url}
        level={person.engagement_level}
        size="medium"
      />
      <span className={styles.names}>
        <span className={styles.name}>
          {person.full_name}
          {person.is_verified && <VerifiedTick />}
        </span>
        <span className="muted">@{person.username}</span>
      </span>
      {person.is_following && (
        <span className={styles.mark}>
          <Check aria-hidden="true" />
          Following
        </span>
      )}
    </Link>
  )
}

async function loadPage(id: string, side: PeopleSide, offset: number, signal: AbortSignal) {
  const input = { id, limit: pageSize, offset }
  if (side === 'followers') {
    const { followers, pagination } = await call(listFollowers, input, { signal })
    return { people: followers, pagination }
  }
  const { following, pagination } = await call(listFollowing, input, { signal })
  return { people: following, pagination }
}
