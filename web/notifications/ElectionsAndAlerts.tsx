import { CalendarDays, Megaphone } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { site } from '#web/kit/site.ts'
import { ItemContent, Widget } from './Widget.tsx'
import styles from './Notifications.module.css'

const alerts = [
  {
    section: 'elections',
    to: paths.elections,
    text: t('Election season is here: open the elections guide.'),
    note: t('ELECTIONS'),
    Icon: CalendarDays,
  },
  {
    section: 'news',
    to: paths.news,
    text: t('Breaking news alerts are on: see the news page.'),
    note: t('NEWS'),
    Icon: Megaphone,
  },
] as const

/** A list of links to the elections guide and to the news page, without those that this instance does not show. */
export function ElectionsAndAlerts() {
  const shown = alerts.filter(({ section }) => site.sections.includes(section))
  if (shown.length === 0) {
    return null
  }
  return (
    <Widget title={t('Elections & Alerts')} count={shown.length}>
      {shown.map(({ to, text, note, Icon }) => (
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
