import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  createGroupPost,
  deleteGroupPost,
  deletedPostText,
  type GroupPost,
  likeGroupPost,
} from '../../contract/groups.ts'
import { call, messageOf } from '../kit/api/api.ts'
import { useIdempotentRetry, useDraftRetry } from '../kit/api/useIdempotentRetry.ts'
import { forgetDraft } from '../kit/forms/useDraft.ts'
import { announce, toast } from '../kit/ui/overlays/toast.ts'
import { useIsMounted } from '../kit/useIsMounted.ts'
import { changeGroup, changePages, changePost } from './groupCache.ts'

/** What is shown of something that was deleted but still holds others' words. */
const nobody = {
  user_id: null,
  username: null,
  full_name: null,
  is_verified: false,
  profilePictureUrl: null,
  engagement_level: null,
  is_deleted: true,
} as const

/**
 * The new post stands at the top until the list is read again, pinned posts or not (R70). `draft` is the place of its
 * draft, which goes also when the box is not on the screen any more.
 */
export function useCreatePost(group_id: string, draft: string) {
  const cache = useQueryClient()
  const lost = useDraftRetry(draft)
  const isMounted = useIsMounted()
  const mutationKey = ['post', draft]
  // Also what a form is sending that has left the screen since.
  const isPosting = useIsMutating({ mutationKey }) > 0
  const posting = useMutation({
    mutationKey,
    mutationFn: (content: string) =>
      lost.repeat(content, (idempotencyKey) =>
        call(createGroupPost, { id: group_id, content }, { idempotencyKey }),
      ),
    onSuccess: ({ post }) => {
      forgetDraft(draft)
      announce('Post published.')
      changePages(cache, group_id, (pages) =>
        pages.map((page, place) => (place === 0 ? { ...page, posts: [post, ...page.posts] } : page)),
      )
      changeGroup(cache, group_id, () => ({ last_activity_at: post.created_at }))
    },
    onError: (error) => {
      if (!isMounted.current) toast(failureOf(error), 'failure')
    },
  })
  return {
    isPosting,
    failure: posting.error ? failureOf(posting.error) : null,
    post(content: string) {
      // Asked of the cache: two presses can come before the form is drawn again.
      if (cache.isMutating({ mutationKey }) === 0) posting.mutate(content)
    },
  }
}

function failureOf(error: Error): string {
  return `Failed to create post: ${messageOf(error)}`
}

/** Count and state are the server's; a failure is only logged, as documented. */
export function useLikePost(group_id: string, { post_id, user_has_liked }: GroupPost) {
  const cache = useQueryClient()
  const lost = useIdempotentRetry()
  return useMutation({
    // Pressed again where nothing seems to have happened it is the same deed still: a like toggles.
    mutationFn: () =>
      lost.repeat(`like after ${user_has_liked}`, (idempotencyKey) =>
        call(likeGroupPost, { id: group_id, post_id }, { idempotencyKey }),
      ),
    onSuccess: ({ like_count, user_has_liked }) =>
      changePost(cache, group_id, post_id, () => ({ like_count, user_has_liked })),
    // oxlint-disable-next-line no-console -- the specification wants this failure logged and not shown
    onError: (error) => console.error(`The like failed: ${messageOf(error)}`),
  })
}

/** Called with what puts the focus elsewhere, once the server has deleted the post and before it leaves the screen. */
export function useDeletePost(group_id: string, post_id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (_leave: () => void) => call(deleteGroupPost, { id: group_id, post_id }),
    onSuccess: ({ deletion_type }, leave) => {
      leave()
      if (deletion_type === 'soft') {
        const gone = { ...nobody, member_type: null, content: deletedPostText, is_pinned: false }
        changePost(cache, group_id, post_id, () => gone)
        return
      }
      changePages(cache, group_id, (pages) =>
        pages.map((page) => ({ ...page, posts: page.posts.filter((post) => post.post_id !== post_id) })),
      )
    },
    onError: (error) => toast(`Failed to delete post: ${messageOf(error)}`, 'failure'),
  })
}
