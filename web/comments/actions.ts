import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { newIdempotencyKey, messageOf } from '../kit/api/api.ts'
import { useDraftRetry, responseWasLost } from '../kit/api/useIdempotentRetry.ts'
import { forgetDraft } from '../kit/forms/useDraft.ts'
import { currentSession } from '../kit/session/session.ts'
import { announce, toast } from '../kit/ui/overlays/toast.ts'
import { useIsMounted } from '../kit/useIsMounted.ts'
import { addReply, temporaryPrefix } from './commentTree.ts'
import type { Discussion, ThreadComment } from './discussion.ts'
import { focusWhenShown } from './newComment.ts'
import {
  changeThreads,
  dropComment,
  replaceTemporary,
  rereadThreads,
  showNewThread,
  stopRereading,
} from './threads.ts'

/** `shownUnder` is the comment a reply appears below: at the last level that is the parent of the comment it answers. */
export type NewComment<C> = { parent: C | null; shownUnder: string | null; draft: string }

const postingKey = (draft: string) => ['comment', draft] as const

/** Whether what was written at this place is being sent, even by a form that has left the screen since. */
export function useIsPosting(draft: string): boolean {
  return useIsMutating({ mutationKey: postingKey(draft) }) > 0
}

/**
 * Shows the comment at once as "Posting"; the server's comment takes its place, or it disappears and the form says why. A
 * form that is no longer on the screen says it in a toast.
 */
export function usePostComment<C extends ThreadComment<C>>(
  discussion: Discussion<C>,
  { parent, shownUnder, draft }: NewComment<C>,
) {
  const cache = useQueryClient()
  const lost = useDraftRetry(draft)
  const isMounted = useIsMounted()
  const mutationKey = postingKey(draft)
  const posting = useMutation({
    mutationKey,
    mutationFn: (content: string) =>
      lost.repeat(content, (idempotencyKey) =>
        discussion.post(content, parent?.comment_id ?? null, idempotencyKey),
      ),
    onMutate: async (content) => {
      const sentFrom = document.activeElement
      await stopRereading(cache, discussion)
      const temporary = discussion.pending(ownComment(content, shownUnder))
      if (shownUnder) changeThreads<C>(cache, discussion, (threads) => addReply(threads, temporary))
      else showNewThread(cache, discussion, temporary)
      return { temporary, sentFrom }
    },
    onSuccess: (comment, _content, { temporary, sentFrom }) => {
      announce(parent ? 'Reply posted.' : 'Comment posted.')
      focusWhenShown(comment.comment_id, sentFrom)
      replaceTemporary(cache, discussion, temporary.comment_id, comment)
      discussion.onCount(cache, 1, comment)
      forgetDraft(draft)
    },
    onError: (error, _content, shown) => {
      if (shown) dropComment(cache, discussion, shown.temporary.comment_id)
      if (!isMounted.current) toast(failureOf(error), 'failure')
      // It may have arrived although no answer came back.
      if (responseWasLost(error)) void rereadThreads(cache, discussion)
    },
  })
  const failureOf = (error: Error) => discussion.failedToPost(parent !== null, messageOf(error))
  return {
    isPosting: useIsPosting(draft),
    failure: posting.error ? failureOf(posting.error) : null,
    post(content: string) {
      // Asked of the cache: two presses can come before the form is drawn again.
      if (cache.isMutating({ mutationKey }) === 0) posting.mutate(content)
    },
  }
}

/**
 * Deletes the viewer's own comment and reads the comments again, because the server decides what else goes with it. It is
 * called with a function that moves the focus elsewhere before the comment leaves the screen.
 */
export function useDeleteComment<C extends ThreadComment<C>>(discussion: Discussion<C>, comment_id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (_leave: () => void) => discussion.delete(comment_id),
    onSuccess: ({ deletion_type }, leave) => {
      leave()
      if (deletion_type === 'hard') dropComment(cache, discussion, comment_id)
      discussion.onCount(cache, -1, null)
      void rereadThreads(cache, discussion)
    },
    onError: (error) => {
      toast(`Failed to delete comment: ${messageOf(error)}`, 'failure')
      void rereadThreads(cache, discussion)
    },
  })
}

function ownComment(content: string, parent_comment_id: string | null): ThreadComment<never> {
  const { user } = currentSession()
  return {
    comment_id: temporaryPrefix + newIdempotencyKey(),
    parent_comment_id,
    content,
    username: user?.username ?? null,
    user_id: user?.userId ?? null,
    full_name: user?.fullName ?? null,
    is_verified: user?.emailVerified ?? false,
    member_type: null,
    created_at: new Date().toISOString(),
    engagement_level: user?.engagement_level ?? null,
    profile_picture_url: user?.profilePictureUrl ?? null,
    is_deleted: false,
    reply_count: 0,
    replies: [],
  }
}
