import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { getGroup, type Group, groupPostPageSize, listGroupPosts } from '#contract/groups.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { call, messageOr, queryFor } from '#web/kit/api/api.ts'
import { byCursor } from '#web/kit/api/pages.ts'
import { formatNumber } from '#web/kit/format.ts'
import { paths } from '#web/kit/paths.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { Empty, Failure, LoadingShape, Skeleton } from '#web/kit/ui/Feedback.tsx'
import { MoreButton } from '#web/kit/ui/PagedContent.tsx'
import { MemberTypeBadge } from '#web/people/MemberTypeBadge.tsx'
import { PostingArea, useCanPost } from './posts/PostingArea.tsx'
import { PostItem } from './posts/PostItem.tsx'
import styles from './GroupFeed.module.css'

const failure = t('Failed to load posts')

/**
 * The posts of a group: pinned posts first, then the newest. Above them is the composer or the reason why it is
 * missing.
 */
export function GroupFeed({ group }: { group: Group }) {
  const { group_id } = group
  const permission = useCanPost(group_id)
  const posts = useInfiniteQuery({
    queryKey: [listGroupPosts.path, group_id],
    queryFn: ({ pageParam, signal }) =>
      call(listGroupPosts, { id: group_id, limit: groupPostPageSize, after: pageParam }, { signal }),
    ...byCursor,
  })
  const shownPosts = posts.data?.pages.flatMap((page) => page.posts) ?? []
  const muted = new Map(
    posts.data?.pages.flatMap((page) =>
      page.muted_authors.map((author) => [author.user_id, author.muted] as const),
    ),
  )
  const list = useFocusOnNewPosts(posts.data?.pages.length ?? 0, shownPosts.length)

  return (
    <div className={styles.plan}>
      <div className={styles.feed}>
        <PostingArea group={group} permission={permission} />
        {posts.isPending && <LoadingPosts />}
        {posts.isError && (
          <Failure
            title={t('Error Loading Posts')}
            message={messageOr(posts.error, failure)}
            isRetrying={posts.isFetching}
            onRetry={() => (posts.isFetchNextPageError ? posts.fetchNextPage() : posts.refetch())}
          />
        )}
        {posts.data && shownPosts.length === 0 && (
          <Empty
            icon={<MessageSquareText />}
            title={t('No posts yet')}
            hint={t('Posts from residents will appear here.')}
          />
        )}
        {shownPosts.length > 0 && (
          <ul ref={list} className={styles.posts} aria-label={t('Posts')}>
            {shownPosts.map((post) => (
              <PostItem
                key={post.post_id}
                group_id={group_id}
                post={post}
                muted={(post.user_id && muted.get(post.user_id)) || null}
              />
            ))}
          </ul>
        )}
        {!posts.isError && (
          <MoreButton query={posts} className={styles.more}>
            {plural(groupPostPageSize, 'Show {n} more post|Show {n} more posts')}
          </MoreButton>
        )}
      </div>
      <div className={styles.side}>
        <MemberSummary group_id={group_id} />
        {permission.state === 'yes' && (
          <Alert kind="info" title={t('You can post here')}>
            <p>{t("Your address is inside this group's jurisdiction.")}</p>
          </Alert>
        )}
      </div>
    </div>
  )
}

/** Moves the focus to the first new post, because the pressed button moves below the new posts. */
function useFocusOnNewPosts(pages: number, posts: number) {
  const list = useRef<HTMLUListElement>(null)
  const previous = useRef({ pages, posts })
  useEffect(() => {
    const before = previous.current
    if (before.pages > 0 && pages > before.pages) {
      const first = list.current?.children[before.posts]
      if (first instanceof HTMLElement) {
        first.focus()
      }
    }
    previous.current = { pages, posts }
  }, [pages, posts])
  return list
}

const kinds = [
  { type: 'elected_official', count: 'elected_officials' },
  { type: 'community_leader', count: 'community_leaders' },
  { type: 'regular', count: 'regular' },
] as const

function MemberSummary({ group_id }: { group_id: string }) {
  const { data } = useQuery(queryFor(getGroup, { id: group_id }))
  if (!data) {
    return null
  }
  const { stats } = data
  return (
    <aside className={`card ${styles.who}`} aria-labelledby="who-is-here">
      <h2 id="who-is-here" className="h-sec">
        {t('Who is here')}
      </h2>
      <dl>
        {kinds.map(({ type, count }) => (
          <div key={type}>
            <dt>
              <MemberTypeBadge type={type} />
            </dt>
            <dd className="num">{formatNumber(stats[count])}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.shares} aria-hidden="true">
        {kinds.map(
          ({ type, count }) =>
            stats[count] > 0 && <span key={type} data-type={type} style={{ flexGrow: stats[count] }} />,
        )}
      </div>
      <ButtonLink variant="soft" block to={paths.group(group_id, 'members')}>
        {t('See all members')}
      </ButtonLink>
    </aside>
  )
}

function LoadingPosts() {
  return (
    <LoadingShape label={t('Loading posts...')} className={styles.posts}>
      {['one', 'two', 'three'].map((key) => (
        <div key={key} className={`card ${styles.loadingPost}`}>
          <Skeleton width="40%" height="1.25rem" />
          <Skeleton height="3.5rem" />
          <Skeleton width="30%" />
        </div>
      ))}
    </LoadingShape>
  )
}
