import { Users } from 'lucide-react'
import type { GroupActivity } from '../../contract/groups.ts'
import { cutAtWord, timeAgoInCapitals } from '../kit/format.ts'
import { useNow } from './useNow.ts'
import { ItemContent, Widget } from './Widget.tsx'
import styles from './Notifications.module.css'

const shown = 10

/** What others posted in the groups that the member follows; each leads to its group by a hash (R61). */
export function GroupUpdates({ activity }: { activity: GroupActivity[] }) {
  const now = useNow()
  return (
    <Widget
      title="Group Updates"
      count={activity.length}
      empty="New posts in the groups you follow appear here."
    >
      {activity.slice(0, shown).map((one) => (
        <li key={one.post_id}>
          <a href={`#/groups/${encodeURIComponent(one.group_id)}`} className={styles.item}>
            <ItemContent icon={<Users />} note={timeAgoInCapitals(one.created_at, now)}>
              <b>{one.group_name}</b>: {one.title_is_cut ? cutAtWord(one.post_title) : one.post_title}
            </ItemContent>
          </a>
        </li>
      ))}
    </Widget>
  )
}
