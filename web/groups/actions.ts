import { useMutation, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { OutputOf } from '../../contract/endpoint.ts'
import {
  createGroupComment,
  createGroupPost,
  deleteGroupComment,
  deleteGroupPost,
  deletedPostText,
  type GroupComment,
  type GroupPost,
  likeGroupPost,
  listGroupComments,
  listGroupPosts,
} from '../../contract/groups.ts'
import { deletedCommentText } from '../../contract/discussions.ts'
import { ask, call, wordsOf } from '../kit/api.ts'
import { toast } from '../kit/ui/toast.ts'
import { forgetDraft } from '../kit/useDraft.ts'
import { useLostDeed } from '../kit/useLostDeed.ts'
import { changeGroup } from './groupCache.ts'

type PostPages = InfiniteData<OutputOf<typeof listGroupPosts>, number>

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
  const lost = useLostDeed()
  return useMutation({
    mutationFn: (content: string) =>
      lost.repeat(content, (actionKey) => call(createGroupPost, { id: group_id, content }, { actionKey })),
    onSuccess: ({ post }) => {
      forgetDraft(draft)
      changePages(cache, group_id, (pages) =>
        pages.map((page, place) => (place === 0 ? { ...page, posts: [post, ...page.posts] } : page)),
      )
      changeGroup(cache, group_id, () => ({ last_activity_at: post.created_at }))
    },
    onError: (error) => toast(`Failed to create post: ${wordsOf(error)}`, 'failure'),
  })
}

/** Count and state are the server's; a failure is only logged, as documented. */
export function useLikePost(group_id: string, { post_id, user_has_liked }: GroupPost) {
  const cache = useQueryClient()
  const lost = useLostDeed()
  return useMutation({
    // Pressed again where nothing seems to have happened it is the same deed still: a like toggles.
    mutationFn: () =>
      lost.repeat(`like after ${user_has_liked}`, (actionKey) =>
        call(likeGroupPost, { id: group_id, post_id }, { actionKey }),
      ),
    onSuccess: ({ like_count, user_has_liked }) =>
      changePost(cache, group_id, post_id, () => ({ like_count, user_has_liked })),
    // oxlint-disable-next-line no-console -- the specification wants this failure logged and not shown
    onError: (error) => console.error(`The like failed: ${wordsOf(error)}`),
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
    onError: (error) => toast(`Failed to delete post: ${wordsOf(error)}`, 'failure'),
  })
}

type CommentPlace = { id: string; post_id: string; parent_comment_id: string | null; draft: string }

export function useCreateGroupComment({ id, post_id, parent_comment_id, draft }: CommentPlace) {
  const cache = useQueryClient()
  const lost = useLostDeed()
  return useMutation({
    mutationFn: (content: string) =>
      lost.repeat(content, (actionKey) =>
        call(createGroupComment, { id, post_id, content, parent_comment_id }, { actionKey }),
      ),
    onSuccess: ({ comment }) => {
      forgetDraft(draft)
      changeComments(cache, id, post_id, (comments) => [...comments, comment])
      changeGroup(cache, id, () => ({ last_activity_at: comment.created_at }))
      changePost(cache, id, post_id, (post) => ({ comment_count: post.comment_count + 1 }))
    },
    onError: (error) => toast(`Failed to post comment: ${wordsOf(error)}`, 'failure'),
  })
}

/** See `useDeletePost`. */
export function useDeleteGroupComment(id: string, post_id: string, comment_id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (_leave: () => void) => call(deleteGroupComment, { id, post_id, comment_id }),
    onSuccess: ({ deletion_type }, leave) => {
      leave()
      changeComments(cache, id, post_id, (comments) =>
        deletion_type === 'soft'
          ? comments.map((comment) =>
              comment.comment_id === comment_id
                ? { ...comment, ...nobody, content: deletedCommentText }
                : comment,
            )
          : withoutComment(comments, comment_id),
      )
      changePost(cache, id, post_id, (post) => ({ comment_count: Math.max(0, post.comment_count - 1) }))
    },
    onError: (error) => toast(`Failed to delete comment: ${wordsOf(error)}`, 'failure'),
  })
}

/** A deleted parent that has lost its last reply goes with it, as on the server (R50, R71). */
export function withoutComment(comments: readonly GroupComment[], comment_id: string): GroupComment[] {
  const gone = comments.find((comment) => comment.comment_id === comment_id)
  const left = comments.filter((comment) => comment.comment_id !== comment_id)
  const parent = left.find((comment) => comment.comment_id === gone?.parentCommentId)
  const isEmpty = parent?.is_deleted && left.every((one) => one.parentCommentId !== parent.comment_id)
  return isEmpty ? withoutComment(left, parent.comment_id) : left
}

function changePages(
  cache: QueryClient,
  group_id: string,
  change: (pages: PostPages['pages']) => PostPages['pages'],
) {
  cache.setQueryData<PostPages>([listGroupPosts.path, group_id], (held) =>
    held ? { ...held, pages: change(held.pages) } : held,
  )
}

function changePost(
  cache: QueryClient,
  group_id: string,
  post_id: string,
  change: (post: GroupPost) => Partial<GroupPost>,
) {
  changePages(cache, group_id, (pages) =>
    pages.map((page) => ({
      ...page,
      posts: page.posts.map((post) => (post.post_id === post_id ? { ...post, ...change(post) } : post)),
    })),
  )
}

function changeComments(
  cache: QueryClient,
  id: string,
  post_id: string,
  change: (comments: GroupComment[]) => GroupComment[],
) {
  cache.setQueryData(ask(listGroupComments, { id, post_id }).queryKey, (held) =>
    held ? { ...held, comments: change(held.comments) } : held,
  )
}
