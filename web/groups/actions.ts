import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  createGroupPost,
  deleteGroupPost,
  deletedPostText,
  type GroupPost,
  likeGroupPost,
} from '#contract/groups.ts'
import { t } from '#contract/kit/translate.ts'
import { writtenText } from '#web/comments/chosenLanguage.ts'
import { useSendDraft } from '#web/comments/useSendDraft.ts'
import { call, messageOf } from '#web/kit/api/api.ts'
import { useIdempotentRetry } from '#web/kit/api/useIdempotentRetry.ts'
import { announce, toast } from '#web/kit/ui/overlays/toast.ts'
import { changeGroup, changePages, changePost } from './groupCache.ts'

/** The author fields of a tombstone, which replaces a deleted post that has comments. */
const noAuthor = {
  user_id: null,
  username: null,
  full_name: null,
  is_verified: false,
  profilePictureUrl: null,
  engagement_level: null,
  is_deleted: true,
} as const

/** Creates a post and shows it at the top, above pinned posts, until the list is fetched again. */
export function useCreatePost(group_id: string, draft: string) {
  const cache = useQueryClient()
  return useSendDraft(draft, {
    send: (content, idempotencyKey) =>
      call(createGroupPost, { id: group_id, ...writtenText(draft, content) }, { idempotencyKey }),
    onStart: async () => undefined,
    onSuccess: ({ post }) => {
      announce(t('Post published.'))
      changePages(cache, group_id, (pages) =>
        pages.map((page, index) => (index === 0 ? { ...page, posts: [post, ...page.posts] } : page)),
      )
      changeGroup(cache, group_id, () => ({ last_activity_at: post.created_at }))
    },
    failureMessage: (error) => t('Failed to create post: {reason}', { reason: messageOf(error) }),
  })
}

/** Likes a post or removes the like. The specification requires that a failure is only logged. */
export function useLikePost(group_id: string, { post_id, user_has_liked }: GroupPost) {
  const cache = useQueryClient()
  const retry = useIdempotentRetry()
  return useMutation({
    // The same call adds and removes a like, so a retry after a lost response must have the idempotency key of the first
    // try.
    mutationFn: () =>
      retry.send(`like after ${user_has_liked}`, (idempotencyKey) =>
        call(likeGroupPost, { id: group_id, post_id }, { idempotencyKey }),
      ),
    onSuccess: ({ like_count, user_has_liked }) =>
      changePost(cache, group_id, post_id, () => ({ like_count, user_has_liked })),
    // oxlint-disable-next-line no-console -- see above
    onError: (error) => console.error(`The like failed: ${messageOf(error)}`),
  })
}

/** Deletes a post. The mutation receives a function that moves the focus elsewhere before the post disappears. */
export function useDeletePost(group_id: string, post_id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (_moveFocus: () => void) => call(deleteGroupPost, { id: group_id, post_id }),
    onSuccess: ({ deletion_type }, moveFocus) => {
      moveFocus()
      if (deletion_type === 'soft') {
        const tombstone = {
          ...noAuthor,
          member_type: null,
          content: t(deletedPostText),
          language: null,
          is_pinned: false,
          like_count: 0,
          user_has_liked: false,
        }
        changePost(cache, group_id, post_id, () => tombstone)
        return
      }
      changePages(cache, group_id, (pages) =>
        pages.map((page) => ({ ...page, posts: page.posts.filter((post) => post.post_id !== post_id) })),
      )
    },
    onError: (error) => toast(t('Failed to delete post: {reason}', { reason: messageOf(error) }), 'failure'),
  })
}
