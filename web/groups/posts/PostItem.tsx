import { ChevronDown, ChevronUp, Heart, MessageSquare, Pin } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { replacementText } from '#contract/discussionTexts.ts'
import type { GroupPost } from '#contract/groups.ts'
import { plural, t } from '#contract/kit/translate.ts'
import type { MuteState } from '#contract/mutes.ts'
import { Translatable } from '#web/comments/translation/Translatable.tsx'
import { useDeletePost, useLikePost } from '#web/groups/actions.ts'
import { formatDateTime, formatNumber, formatShort, timeAgo } from '#web/kit/format.ts'
import { useHadDraft } from '#web/kit/forms/useDraft.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Avatar } from '#web/kit/ui/Avatar.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { DeleteButton } from '#web/kit/ui/DeleteButton.tsx'
import { AuthorLine } from '#web/people/AuthorLine.tsx'
import { MemberMenu } from '#web/people/mutes/MemberMenu.tsx'
import { MutedNote } from '#web/people/mutes/MutedNote.tsx'
import { PostComments } from './PostComments.tsx'
import { postDrafts } from './postDiscussion.ts'
import styles from './Post.module.css'

type PostItemProps = {
  group_id: string
  post: GroupPost
  /** How the viewer muted the author, or null. */
  muted: MuteState
}

/**
 * A post in the feed, with a button that opens its comments. A post by a muted member is collapsed to one line at
 * first.
 */
export function PostItem({ group_id, post, muted }: PostItemProps) {
  const [isShown, setIsShown] = useState(false)
  if (isShown && !muted) {
    setIsShown(false)
  }
  const [isOpen, setIsOpen] = useState(useHadDraft(postDrafts(post.post_id)))
  const itemRef = useRef<HTMLLIElement>(null)
  const panelId = useId()
  const deletion = useDeletePost(group_id, post.post_id)
  const { user } = useSession()
  const { post_id, content, is_pinned, is_deleted, comment_count } = post
  const isMine = user !== null && post.user_id === user.userId
  const collapsed = isShown ? null : muted
  const Arrow = isOpen ? ChevronUp : ChevronDown
  const item = {
    ref: itemRef,
    tabIndex: -1,
    className: classNames('card', styles.post, is_pinned && styles.pinned, collapsed && styles.collapsed),
  }
  if (collapsed) {
    return (
      <li {...item}>
        <MutedNote
          what="post"
          kind={collapsed}
          onShow={() => {
            setIsShown(true)
            itemRef.current?.focus()
          }}
        />
      </li>
    )
  }
  return (
    <li {...item}>
      <article aria-label={post.full_name ? t('Post by {name}', { name: post.full_name }) : t('[noun]Post')}>
        {is_pinned && (
          <p className={styles.pin}>
            <Pin aria-hidden="true" />
            {t('Pinned')}
          </p>
        )}
        <PostHead post={post} />
        {is_deleted ? (
          <p className={classNames(styles.text, 'muted')}>{replacementText(content)}</p>
        ) : (
          <Translatable
            target_type="group_post"
            target_id={post_id}
            content={content}
            language={post.language}
          >
            {(text, lang) => (
              <p lang={lang} className={styles.text}>
                {text}
              </p>
            )}
          </Translatable>
        )}
        <div className={styles.actions}>
          <LikeButton group_id={group_id} post={post} isSignedIn={user !== null} />
          <button
            type="button"
            className="action"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <MessageSquare aria-hidden="true" />
            {plural(comment_count, '{n} comment|{n} comments')}
            <Arrow aria-hidden="true" />
          </button>
          {isMine && !is_deleted && (
            <DeleteButton
              what="post"
              deletion={deletion}
              onDeleted={() => document.getElementById('content')?.focus()}
            />
          )}
          {user && !isMine && post.user_id && post.username && (
            <MemberMenu
              member={{
                user_id: post.user_id,
                username: post.username,
                full_name: post.full_name ?? post.username,
                muted,
              }}
              reportedItem={{ target_type: 'group_post', target_id: post_id }}
              className="action"
              // The menu disappears with the content of the post, so the focus moves to the post.
              onChanged={() => itemRef.current?.focus()}
            />
          )}
        </div>
        {isOpen && (
          <div id={panelId} className={styles.panel}>
            <PostComments group_id={group_id} post={post} onDeleted={() => itemRef.current?.focus()} />
          </div>
        )}
      </article>
    </li>
  )
}

function PostHead({ post }: { post: GroupPost }) {
  const { username, full_name, created_at } = post
  return (
    <div className={styles.head}>
      <Avatar
        name={full_name ?? ''}
        pictureUrl={post.profilePictureUrl}
        level={post.engagement_level}
        size="medium"
      />
      <div>
        <p className={styles.who}>
          <AuthorLine author={post} />
        </p>
        <p className="caption-text">
          {username && `@${username} · `}
          <time dateTime={created_at} title={formatDateTime(created_at)}>
            {timeAgo(created_at)}
          </time>
        </p>
      </div>
    </div>
  )
}

type LikeButtonProps = { group_id: string; post: GroupPost; isSignedIn: boolean }

function LikeButton({ group_id, post, isSignedIn }: LikeButtonProps) {
  const { like_count, user_has_liked, is_deleted } = post
  const like = useLikePost(group_id, post)
  return (
    <button
      type="button"
      className={classNames('action', styles.like)}
      aria-label={t('Like, {count}', { count: formatNumber(like_count) })}
      aria-pressed={user_has_liked}
      disabled={!isSignedIn || is_deleted}
      onClick={() => !like.isPending && like.mutate()}
    >
      <Heart aria-hidden="true" />
      {formatShort(like_count)}
    </button>
  )
}
