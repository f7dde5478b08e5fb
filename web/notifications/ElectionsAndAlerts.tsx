import { CalendarDays, Megaphone } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#web/kit/paths.ts'
import { ItemContent, Widget } from './Widget.tsx'
import styles from './Notifications.module.css'

const alerts = [
  {
    to: paths.elections,
    text: 'Election season is here: open the elections guide.',
    note: 'ELECTIONS',
    Icon: CalendarDays,
  },
  {
    to: paths.news,
    text: 'Breaking news alerts are on: see the news page.',
    note: 'NEWS',
    Icon: Megaphone,
  },
]

/** A list of links to the elections guide and to the news page. It is the same for everyone. */
export function ElectionsAndAlerts() {
  return (
    <Widget title="Elections & Alerts" count={alerts.length}>
      {alerts.map(({ to, text, note, Icon }) => (
        <li key={to}>
          <Link to={to} className={styles.item}>
            <ItemContent icon={<Icon />} note={note}>
              {text}
            </ItemContent>
          </Link>
        </li>
      ))}
    </Widget>
  )
}
