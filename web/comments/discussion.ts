import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { GroupComment, listGroupComments } from '#contract/groups.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import type { MuteState } from '#contract/mutes.ts'
import type { WrittenText } from './chosenLanguage.ts'
import type { MentionScope } from './mentionField.ts'

/** A comment on a bill or on a group post, without its replies. */
export type CommentFacts = Omit<GroupComment, 'parentCommentId' | 'profilePictureUrl'> & {
  parent_comment_id: string | null
  profile_picture_url: string | null
  /** How the viewer muted the author, or null. A comment by a muted author is collapsed. */
  muted?: MuteState
}

export type ThreadComment<C> = CommentFacts & { replies: C[] }

export type CommentPage<C> = {
  comments: C[]
  pagination: OutputOf<typeof listGroupComments>['pagination']
  /** The cursor for the next page. */
  next: string | null
  /**
   * The time up to which the viewer has seen the discussion, and the time of this page. Only comments on bills have
   * them.
   */
  read_at?: string | null
  as_of?: string
}

type KeyParameters = Record<string, string>

/** Where comments are read from. The query keys consist of `path` and one of `scope`, `section` and `list`. */
export type ThreadSource<C extends ThreadComment<C>> = {
  path: string
  /** All comments of one bill or post. */
  scope: KeyParameters
  /** The comments of one category of a bill, or of one post, in any order. */
  section: KeyParameters
  /** The comments of one category or post in the selected order. */
  list: KeyParameters
  /** The end of the list where a new thread is shown, or null if only the server knows its position. */
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
  post: (text: WrittenText, parent_comment_id: string | null, idempotencyKey: string) => Promise<C>
  delete: (comment_id: string) => Promise<{ deletion_type: 'soft' | 'hard' }>
  /** Completes the viewer's own comment, which is shown until the server answers. */
  pending: (shared: ThreadComment<never>) => C
  /** Updates counts outside of the threads after a comment was added (1) or deleted (-1). */
  onCount: (cache: QueryClient, step: 1 | -1, comment: C | null) => void
  /** The storage keys of all drafts begin with this prefix. */
  draftPrefix: string
  /** The prefix of the draft of a new thread, if it is another one. */
  newDraftPrefix?: string
  check: (text: string) => string | null
  maxLength: number
  failedToPost: (isReply: boolean, reason: string) => string
  reportType: 'bill_comment' | 'group_comment'
  mentionScope: MentionScope
  /** Comments by other members after this time are new to the viewer. Without a time no comment is new. */
  newSince?: string | null
  /** The id of the field for a new thread, an element that says what the thread is about, and one that chooses its category. */
  newThread?: { fieldId: string | undefined; about: ReactNode; choice: ReactNode }
  /** Elements that only one kind of comment has, beside the author, under the text, and before and after "Reply". */
  badges?: (comment: C) => ReactNode
  notes?: (comment: C) => ReactNode
  firstActions?: (comment: C) => ReactNode
  /** These actions are offered only on comments by other members. */
  moreActions?: (comment: C, name: string) => ReactNode
}

/** `compact` is for comments inside a card, with small avatars and text and a single-line field. */
type CommentVariant = 'full' | 'compact'

/**
 * The comment that the member replies to, and the id of the comment under which the reply is shown. They differ on the
 * last level, where a reply is shown beside its parent.
 */
export type ReplyTarget<C> = { parent: C; shownUnder: string | null }

/** Returns the storage key of the draft of a reply to this comment, or of a new thread. */
export function draftKey(
  { draftPrefix, newDraftPrefix = draftPrefix }: { draftPrefix: string; newDraftPrefix?: string },
  comment_id?: string,
): string {
  return comment_id === undefined ? `${newDraftPrefix}:new` : `${draftPrefix}:${comment_id}`
}

/** The properties that all threads of a list share. The object changes only when all threads have to render again. */
export type ThreadView<C extends ThreadComment<C>> = {
  discussion: Discussion<C>
  /** Null when signed out. */
  viewerId: string | null
  /** The comment that is highlighted because a link points to it. */
  highlightedId: string | null
  /** The first comment that the viewer has not seen. The line "First new comment" is above it. */
  firstNewId: string | null
  onDeleted: () => void
}

export type ThreadProps<C extends ThreadComment<C>> = {
  view: ThreadView<C>
  comment: C
  /** The indentation, from 1 to 3. Deeper replies have level 3 too. */
  level: number
}
