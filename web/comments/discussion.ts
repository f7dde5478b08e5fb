import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { GroupComment, listGroupComments } from '../../contract/groups/groups.ts'
import type { OutputOf } from '../../contract/kit/endpoint.ts'
import type { Muted } from '../../contract/mutes/muted.ts'

/** A comment on a bill or on a group post, without its replies. */
export type CommentFacts = Omit<GroupComment, 'parentCommentId' | 'profilePictureUrl'> & {
  parent_comment_id: string | null
  profile_picture_url: string | null
  /** Whether the viewer muted the author; the comment is then collapsed. */
  muted?: Muted
}

export type ThreadComment<C> = CommentFacts & { replies: C[] }

export type CommentPage<C> = {
  comments: C[]
  pagination: OutputOf<typeof listGroupComments>['pagination']
  /** The cursor for the next page. */
  next: string | null
  /** Until when the viewer has seen the discussion, and the time of this page. Only the comments of bills have them. */
  read_at?: string | null
  as_of?: string
}

type KeyParameters = Record<string, string>

/** Where comments are read from. `path` and the parameters make up the query keys, the widest first. */
export type ThreadSource<C extends ThreadComment<C>> = {
  path: string
  /** All comments of one bill or post. */
  scope: KeyParameters
  /** The category of a bill, or all of a post, in any order. */
  section: KeyParameters
  /** The list in its order. */
  list: KeyParameters
  /** The end of the list where a new thread belongs; null if only the server knows its position. */
  newThreadsAt: 'start' | 'end' | null
  readPage: (
    page: { limit: number; offset?: number; after?: string | undefined; parent_comment_id?: string },
    signal: AbortSignal,
  ) => Promise<CommentPage<C>>
  /** The whole thread that one comment belongs to. */
  readThread: (comment_id: string, signal: AbortSignal) => Promise<C>
}

/** What the shared components need to know about the comments of a bill or of a post. */
export type Discussion<C extends ThreadComment<C>> = ThreadSource<C> & {
  variant: CommentVariant
  post: (content: string, parent_comment_id: string | null, idempotencyKey: string) => Promise<C>
  delete: (comment_id: string) => Promise<{ deletion_type: 'soft' | 'hard' }>
  /** The viewer's own comment as it is shown until the server answers. */
  pending: (shared: ThreadComment<never>) => C
  /** Updates what is shown outside of the threads after a comment was added (1) or deleted (-1). */
  onCount: (cache: QueryClient, step: 1 | -1, comment: C | null) => void
  /** The storage keys of all drafts begin with this. */
  draftPrefix: string
  check: (text: string) => string | null
  maxLength: number
  failedToPost: (isReply: boolean, reason: string) => string
  reportType: 'bill_comment' | 'group_comment'
  /** Comments by others after this time are new to the viewer. Absent or null: nothing is marked as new. */
  newSince?: string | null
  /** The id of the field for a new thread, and what its form has beside the counter. */
  newThread?: { fieldId: string; about: ReactNode }
  /** Parts that only one kind of comment has: beside the author, under the text, before and after "Reply". */
  badges?: (comment: C) => ReactNode
  notes?: (comment: C) => ReactNode
  firstActions?: (comment: C) => ReactNode
  /** Only on comments by other members. */
  moreActions?: (comment: C, name: string) => ReactNode
}

/** `compact` is for comments inside a card, with small avatars and text and a single-line field. */
type CommentVariant = 'full' | 'compact'

/** The answered comment, and the one under which the reply appears: on the last level, the parent of the answered one. */
export type ReplyTarget<C> = { parent: C; shownUnder: string | null }

/** The storage key of the draft of a reply to this comment, or of a new thread. */
export function draftKey({ draftPrefix }: { draftPrefix: string }, comment_id = 'new'): string {
  return `${draftPrefix}:${comment_id}`
}

/** What all threads of a list have in common. It changes only when all of them have to render again. */
export type ThreadView<C extends ThreadComment<C>> = {
  discussion: Discussion<C>
  /** Null when signed out. */
  viewerId: string | null
  /** The comment that glows because a link points to it. */
  glowingId: string | null
  /** The first comment that the viewer has not seen; "First new comment" stands above it. */
  firstNewId: string | null
  onDeleted: () => void
}

export type ThreadProps<C extends ThreadComment<C>> = {
  view: ThreadView<C>
  comment: C
  /** 1 to 3; deeper replies are shown at 3. */
  level: number
}
