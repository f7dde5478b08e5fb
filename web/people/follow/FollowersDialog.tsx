import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { Check, Users } from 'lucide-react'
import type { Profile } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { listFollowers, listFollowing, type UserCard } from '#contract/people.ts'
import { call } from '#web/kit/api/api.ts'
import { byCursor } from '#web/kit/api/pages.ts'
import { useFocusOnFirstNew } from '#web/kit/focus.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Avatar } from '#web/kit/ui/Avatar.tsx'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import { Dialog } from '#web/kit/ui/overlays/Dialog.tsx'
import { PagedContent } from '#web/kit/ui/PagedContent.tsx'
import { MemberMenu } from '#web/people/mutes/MemberMenu.tsx'
import { VerifiedTick } from '#web/people/VerifiedTick.tsx'
import { RemoveFollower } from './RemoveFollower.tsx'
import styles from './FollowersDialog.module.css'

export type FollowSide = 'followers' | 'following'

const pageSize = 20
const texts = {
  followers: {
    list: t('Followers'),
    title: (name: string) => t('Followers of {name}', { name }),
    empty: t('No followers yet'),
    failure: t('Followers could not be loaded'),
  },
  following: {
    list: t('Following'),
    title: (name: string) => t('Following of {name}', { name }),
    empty: t('Not following anyone yet'),
    failure: t('Following could not be loaded'),
  },
}

type FollowersDialogProps = { profile: Profile; side: FollowSide; onClose: () => void }

/** Lists the followers of a member, or the members that they follow. The newest come first. */
export function FollowersDialog({ profile, side, onClose }: FollowersDialogProps) {
  const queryKey = [side === 'followers' ? listFollowers.path : listFollowing.path, profile.userId]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => loadPage(profile.userId, side, pageParam, signal),
    ...byCursor,
  })
  const people = query.data?.pages.flatMap((page) => page.people) ?? []
  const { user } = useSession()
  const cache = useQueryClient()
  const isOwn = user?.userId === profile.userId

  function removeFromList({ user_id }: UserCard) {
    cache.setQueryData<typeof query.data>(queryKey, (data) => data && withoutPerson(data, user_id))
    focusDialog()
  }
  // The pressed button is removed with the row, so the dialog takes the focus.
  function focusDialog() {
    list.current?.closest<HTMLElement>('[role=dialog]')?.focus()
  }

  const list = useFocusOnFirstNew<HTMLUListElement>(people.length, 'a', query.data?.pages.length)

  return (
    <Dialog title={texts[side].title(profile.fullName)} isOpen onClose={onClose} flush>
      <PagedContent query={query} failureTitle={texts[side].failure} moreClassName={styles.more}>
        {query.data && people.length === 0 && !query.hasNextPage && (
          <Empty icon={<Users />} title={texts[side].empty} level={3} />
        )}
        {people.length > 0 && (
          <ul ref={list} className={styles.list} aria-label={texts[side].list}>
            {people.map((person) => (
              <li key={person.user_id} className={styles.row}>
                <Row person={person} onOpen={onClose} />
                {user && user.userId !== person.user_id && (
                  <MemberMenu
                    member={person}
                    reportedItem={{ target_type: 'user', target_id: person.user_id }}
                    className="action"
                    // A muted member stays in the viewer's own lists.
                    onChanged={(muted) => (muted === 'block' || !isOwn) && focusDialog()}
                  />
                )}
                {isOwn && side === 'followers' && (
                  <RemoveFollower person={person} onRemoved={() => removeFromList(person)} />
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedContent>
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
        <span className={styles.following}>
          <Check aria-hidden="true" />
          {t('Following')}
        </span>
      )}
    </Link>
  )
}

type Pages = InfiniteData<{ people: UserCard[]; next: string | null }>

function withoutPerson(data: Pages, user_id: string): Pages {
  const without = (people: UserCard[]) => people.filter((person) => person.user_id !== user_id)
  return { ...data, pages: data.pages.map((page) => ({ ...page, people: without(page.people) })) }
}

async function loadPage(id: string, side: FollowSide, after: string | undefined, signal: AbortSignal) {
  const input = { id, limit: pageSize, after }
  if (side === 'followers') {
    const { followers, next } = await call(listFollowers, input, { signal })
    return { people: followers, next }
  }
  const { following, next } = await call(listFollowing, input, { signal })
  return { people: following, next }
}
