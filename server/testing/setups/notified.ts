import { type Comment, postComment, voteOnComment } from '#contract/discussions.ts'
import { listNotifications, readNotification } from '#contract/notifications.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'

/** Returns a member's notifications, newest first, and the number of unread ones. */
export async function notificationsOf(person: Person) {
  await person.runWorkers()
  const { notifications, unread_count } = await person.call(listNotifications, {})
  return { items: notifications, messages: notifications.map(({ message }) => message), unread_count }
}

export async function readNewest(person: Person) {
  const { items } = await notificationsOf(person)
  return person.call(readNotification, { id: items[0]!.id })
}

/** Posts a comment on a new bill. */
export async function commentBy(app: TestServer, author: Person) {
  const { bill_id, bill_code } = await app.bill('A Bill of Talk')
  const { comment } = await author.call(postComment, {
    id: bill_id,
    content: 'A view of mine',
    category_id: 'general-discussion',
  })
  return { id: comment.comment_id, bill_id, bill_code }
}

/** Posts a comment on this bill, or a reply to one. */
export async function say(author: Person, bill_id: string, content: string, parent?: Comment) {
  const { comment } = await author.call(postComment, {
    id: bill_id,
    content,
    category_id: 'general-discussion',
    parent_comment_id: parent?.comment_id ?? null,
  })
  return comment
}

export function vote(person: Person, id: string, vote_type: 'upvote' | 'downvote' = 'upvote') {
  return person.call(voteOnComment, { id, vote_type })
}
