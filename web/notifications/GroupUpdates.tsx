import { Users } from 'lucide-react'
import type { GroupActivity } from '#contract/groups.ts'
import { t } from '#contract/kit/translate.ts'
import { placeText } from '#contract/placeTexts.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { langOf } from '#web/kit/textLanguage.ts'
import { cutAtWord, timeAgoInCapitals } from './entryText.ts'
import { useNow } from './useNow.ts'
import { ItemContent, Widget } from './Widget.tsx'
import styles from './Notifications.module.css'

const itemsShown = 10

type GroupUpdatesProps = {
  activity: readonly GroupActivity[]
  /** How many items are shown. */
  shown?: number
}

/** Lists new posts in the groups that the member follows. Each item leads to its group. */
export function GroupUpdates({ activity, shown = itemsShown }: GroupUpdatesProps) {
  const now = useNow()
  return (
    <Widget
      title={t('Group Updates')}
      count={activity.length}
      empty={t('New posts in the groups you follow appear here.')}
    >
      {activity.slice(0, shown).map((post) => (
        <li key={post.post_id}>
          <Link to={linkOf(post.group_id)} className={styles.item}>
            <ItemContent icon={<Users />} note={timeAgoInCapitals(post.created_at, now)}>
              <b>{placeText(post.group_name)}</b>:{' '}
              <span lang={langOf(post.language)}>
                {post.title_is_cut ? cutAtWord(post.post_title) : post.post_title}
              </span>
            </ItemContent>
          </Link>
        </li>
      ))}
    </Widget>
  )
}

/** The documented hash on the real path of the group. The app removes it from the URL, in this tab and in a new one. */
function linkOf(group_id: string): string {
  return `${paths.group(group_id, 'feed')}#/groups/${encodeURIComponent(group_id)}`
}
