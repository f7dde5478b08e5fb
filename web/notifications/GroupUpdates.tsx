import { Users } from 'lucide-react'
import type { GroupActivity } from '#contract/groups.ts'
import { cutAtWord, timeAgoInCapitals } from '#web/kit/format.ts'
import { useNow } from './useNow.ts'
import { ItemContent, Widget } from './Widget.tsx'
import styles from './Notifications.module.css'

const itemsShown = 10

/** Lists new posts in the groups that the member follows. Each item has a hash link to its group. */
export function GroupUpdates({ activity }: { activity: GroupActivity[] }) {
  const now = useNow()
  return (
    <Widget
      title="Group Updates"
      count={activity.length}
      empty="New posts in the groups you follow appear here."
    >
      {activity.slice(0, itemsShown).map((post) => (
        <li key={post.post_id}>
          <a href={`#/groups/${encodeURIComponent(post.group_id)}`} className={styles.item}>
            <ItemContent icon={<Users />} note={timeAgoInCapitals(post.created_at, now)}>
              <b>{post.group_name}</b>: {post.title_is_cut ? cutAtWord(post.post_title) : post.post_title}
            </ItemContent>
          </a>
        </li>
      ))}
    </Widget>
  )
}
