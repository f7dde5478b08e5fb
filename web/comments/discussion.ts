import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { GroupComment, listGroupComments } from '../../contract/groups.ts'
import type { OutputOf } from '../../contract/kit/endpoint.ts'

/** A comment on a bill or on a group post, without its replies. */
export type CommentFacts = Omit<GroupComment, 'parentCommentId' | 'profilePictureUrl'> & {
  parent_comment_id: string | null
  profile_picture_url: string | null
}

export type ThreadComment<C> = CommentFacts & { replies: C[] }

export type CommentPage<C> = {
  comments: C[]
  pagination: OutputOf<typeof listGroupComments>['pagination']
}

type KeyWords = Record<string, string>

/** Where comments are read from. The key words and `path` make up the query keys, the widest first. */
export type ThreadSource<C extends ThreadComment<C>> = {
  path: string
  /** Everything that stands on one bill or post. */
  scope: KeyWords
  /** What one list shows of it, whatever the order. */
  place: KeyWords
  /** The list in its order. */
  list: KeyWords
  /** At which end of the list a new thread belongs; null when that cannot be known here. */
  newThreadsAt: 'start' | 'end' | null
  readPage: (
    page: { limit: number; offset: number; parent_comment_id?: string },
    signal: AbortSignal,
  ) => Promise<CommentPage<C>>
  /** The whole thread that one comment belongs to. */
  readThread: (comment_id: string, signal: AbortSignal) => Promise<C>
}

/** Everything the shared components need to know about comments of one kind. */
export type Discussion<C extends ThreadComment<C>> = ThreadSource<C> & {
  look: CommentLook
  post: (content: string, parent_comment_id: string | null, idempotencyKey: string) => Promise<C>
  delete: (comment_id: string) => Promise<{ deletion_type: 'soft' | 'hard' }>
  /** The viewer's own comment as it is shown until the server answers. */
  pending: (shared: ThreadComment<never>) => C
  /** Updates what is shown outside of the threads after a comment was added (1) or deleted (-1). */
  onCount: (cache: QueryClient, step: 1 | -1, comment: C | null) => void
  /** The address part of drafts: `comment:…` for threads; replies to one comment are kept below it. */
  draft: string
  replyDraft: (comment_id: string) => string
  check: (text: string) => string | null
  maxLength: number
  failedToPost: (isReply: boolean, reason: string) => string
  reportType: 'bill_comment' | 'group_comment'
  /** What only one kind of comments has: beside the author, under the text, before and after "Reply". */
  badges?: (comment: C) => ReactNode
  notes?: (comment: C) => ReactNode
  firstActions?: (comment: C) => ReactNode
  /** Only for comments of others. */
  moreActions?: (comment: C, name: string) => ReactNode
}

/** `compact` is for comments inside a card: small pictures and text, and a single line to write in. */
type CommentLook = 'full' | 'compact'

export type ThreadProps<C extends ThreadComment<C>> = {
  discussion: Discussion<C>
  comment: C
  /** 1 to 3; deeper replies are shown at 3. */
  level: number
  /** Null for a visitor, who can do nothing to comments. */
  myId: string | null
  /** The comment that glows because a link points at it. */
  glowingId: string | null
  onDeleted: () => void
}
