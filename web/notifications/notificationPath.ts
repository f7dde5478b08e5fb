import type { Notification } from '#contract/notifications.ts'
import { paths } from '#web/kit/paths.ts'

type Subject = Pick<Notification['data'], 'bill_id' | 'comment_id' | 'group_id' | 'follower_username'>

export function notificationPath({ bill_id, comment_id, group_id, follower_username }: Subject): string {
  if (follower_username) {
    return paths.profile(follower_username)
  }
  if (group_id) {
    return paths.group(group_id, 'feed')
  }
  return bill_id ? paths.bill(bill_id, comment_id) : paths.feed
}
