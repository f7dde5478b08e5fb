import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/kit/translate.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { newIdempotencyKey } from '#web/kit/api/idempotencyKey.ts'
import { responseWasLost } from '#web/kit/api/useIdempotentRetry.ts'
import { currentSession } from '#web/kit/session/session.ts'
import { announce, toast } from '#web/kit/ui/overlays/toast.ts'
import { writtenText } from './chosenLanguage.ts'
import { addReply, temporaryPrefix } from './commentTree.ts'
import { draftKey, type Discussion, type ReplyTarget, type ThreadComment } from './discussion.ts'
import { focusWhenShown } from './newComment.ts'
import {
  changeThreads,
  removeThreadComment,
  replaceTemporary,
  refetchThreads,
  showNewThread,
  cancelThreadReads,
} from './threads.ts'
import { useSendDraft } from './useSendDraft.ts'

/**
 * Posts a reply or, without a target, a new thread. The comment is shown immediately as "Posting". When the server
 * answers, the stored comment replaces it. If the call fails, it disappears and the form shows the error.
 */
export function usePostComment<C extends ThreadComment<C>>(
  discussion: Discussion<C>,
  replyTo: ReplyTarget<C> | undefined,
  onPosted?: () => void,
) {
  const cache = useQueryClient()
  const parentId = replyTo?.parent.comment_id
  const draft = draftKey(discussion, parentId)
  return useSendDraft(draft, {
    send: (content, idempotencyKey) =>
      discussion.post(writtenText(draft, content), parentId ?? null, idempotencyKey),
    onStart: async (content) => {
      const sentFrom = document.activeElement
      await cancelThreadReads(cache, discussion)
      const temporary = discussion.pending(pendingComment(content, replyTo?.shownUnder ?? null))
      if (replyTo) {
        changeThreads<C>(cache, discussion, (threads) => addReply(threads, temporary))
      } else {
        showNewThread(cache, discussion, temporary)
      }
      return { temporary, sentFrom }
    },
    onSuccess: (comment, { temporary, sentFrom }) => {
      announce(replyTo ? t('Reply posted.') : t('Comment posted.'))
      focusWhenShown(comment.comment_id, sentFrom)
      replaceTemporary(cache, discussion, temporary.comment_id, comment)
      discussion.onCount(cache, 1, comment)
      onPosted?.()
    },
    onError: (error, shown) => {
      if (shown) {
        removeThreadComment(cache, discussion, shown.temporary.comment_id)
      }
      // Without a response the comment may still have been saved, so the comments are fetched again.
      if (responseWasLost(error)) {
        void refetchThreads(cache, discussion)
      }
    },
    failureMessage: (error) => discussion.failedToPost(replyTo !== undefined, messageOf(error)),
  })
}

/**
 * Deletes a comment of the viewer and fetches the comments again, because the server decides what else is removed with
 * it. The mutation receives a function that moves the focus elsewhere before the comment disappears.
 */
export function useDeleteComment<C extends ThreadComment<C>>(discussion: Discussion<C>, comment_id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (_moveFocus: () => void) => discussion.delete(comment_id),
    onSuccess: ({ deletion_type }, moveFocus) => {
      moveFocus()
      if (deletion_type === 'hard') {
        removeThreadComment(cache, discussion, comment_id)
      }
      discussion.onCount(cache, -1, null)
      void refetchThreads(cache, discussion)
    },
    onError: (error) => {
      toast(t('Failed to delete comment: {reason}', { reason: messageOf(error) }), 'failure')
      void refetchThreads(cache, discussion)
    },
  })
}

function pendingComment(content: string, parent_comment_id: string | null): ThreadComment<never> {
  const { user } = currentSession()
  return {
    comment_id: temporaryPrefix + newIdempotencyKey(),
    parent_comment_id,
    content,
    language: null,
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
