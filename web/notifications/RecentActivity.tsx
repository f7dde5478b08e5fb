import {
  ArrowBigUp,
  Bell,
  Brain,
  ChevronDown,
  ChevronUp,
  FileClock,
  FilePenLine,
  Landmark,
  MailQuestion,
  MessageSquare,
  MailCheck,
  Scale,
  UserPlus,
  type LucideIcon,
} from 'lucide-react'
import { Fragment, useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import type { Notification } from '#contract/notifications.ts'
import { placeText } from '#contract/placeTexts.ts'
import { formatNumber } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { site } from '#web/kit/site.ts'
import { langOf } from '#web/kit/textLanguage.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { T } from '#web/kit/ui/T.tsx'
import { useReadNotification } from './actions.ts'
import { beginningOf, timeAgoInCapitals } from './entryText.ts'
import { type FoldedEntry, groupNotifications } from './groups.ts'
import { notificationPath } from './notificationPath.ts'
import { useNow } from './useNow.ts'
import { ItemContent, Widget } from './Widget.tsx'
import styles from './Notifications.module.css'

const itemsShown = 10

/** How many members an entry of several shows. */
const shownFaces = 3

export const notificationIcons: Record<Notification['type'], LucideIcon> = {
  comment_reply: MessageSquare,
  comment_mention: MessageSquare,
  post_comment: MessageSquare,
  comment_votes_batched: ArrowBigUp,
  comment_influenced_mind: Brain,
  followee_stance: Scale,
  new_follower: UserPlus,
  bill_update: FileClock,
  bill_changed: FilePenLine,
  message_follow_up: MailQuestion,
  representative_voted: Landmark,
  official_replied: MailCheck,
}

/** Lists the newest notifications by kind. If there are none, a welcome message is shown. */
export function RecentActivity({ notifications }: { notifications: Notification[] }) {
  const groups = groupNotifications(notifications.slice(0, itemsShown))
  return (
    <Widget title={t('Recent Activity')} count={Math.max(1, notifications.length)}>
      {notifications.length === 0 && <Welcome />}
      {groups.map(({ kind, items, folded }) => (
        <Fragment key={kind}>
          {items.map((item) => (
            <Entry key={item.id} notification={item} />
          ))}
          {folded && <FoldedStances folded={folded} />}
        </Fragment>
      ))}
    </Widget>
  )
}

/** One notification, which leads to its subject and is then read. */
function Entry({ notification }: { notification: Notification }) {
  const read = useReadNotification()
  const now = useNow()
  const Icon = notificationIcons[notification.type]
  const { own_comment, own_comment_language, bill_title, group_name, text, text_language } = notification.data
  const about = bill_title ?? (group_name && placeText(group_name))
  return (
    <li>
      <Link
        to={notificationPath(notification.data)}
        className={classNames(styles.item, !notification.read && styles.unread)}
        onClick={() => !notification.read && read.mutate(notification.id)}
      >
        <ItemContent
          icon={<Icon />}
          note={
            <ReadStateAndTime
              isRead={notification.read}
              time={timeAgoInCapitals(notification.created_at, now)}
            />
          }
        >
          {notification.message}
          {text && (
            <>
              : <span lang={langOf(text_language)}>“{beginningOf(text, 100)}”</span>
            </>
          )}
          {own_comment && !text && (
            <span className={styles.own}>
              <OwnWords text={own_comment} language={own_comment_language} />
            </span>
          )}
          {own_comment && !text && about && (
            <span className={styles.about} lang={bill_title ? recordLanguage : undefined}>
              {about}
            </span>
          )}
        </ItemContent>
      </Link>
    </li>
  )
}

/** The beginning of what the member wrote. */
export function OwnWords({ text, language }: { text: string; language: string | null }) {
  return (
    <T text="You: {text}" values={{ text: <span lang={langOf(language)}>{beginningOf(text, 160)}</span> }} />
  )
}

/** The stances of several followed members as one entry, which lists them on request. */
export function FoldedStances({ folded }: { folded: FoldedEntry }) {
  const [isOpen, setIsOpen] = useState(false)
  const now = useNow()
  const { stances, people, names, bills, isRead } = folded
  const Chevron = isOpen ? ChevronUp : ChevronDown
  const [newest] = stances
  return (
    <>
      <li>
        <button
          type="button"
          className={classNames(styles.item, !isRead && styles.unread)}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ItemContent
            faces={people.slice(0, shownFaces)}
            note={
              <ReadStateAndTime isRead={isRead} time={timeAgoInCapitals(newest?.created_at ?? '', now)} />
            }
          >
            <T
              text="<b>{names}</b> took stances on {count} bill|<b>{names}</b> took stances on {count} bills"
              count={bills}
              values={{ names, count: formatNumber(bills), b: (content) => <b>{content}</b> }}
            />
            <span className={styles.show}>
              <span>{isOpen ? t('Hide them') : t('Show them')}</span>
              <Chevron aria-hidden="true" />
            </span>
          </ItemContent>
        </button>
      </li>
      {isOpen && stances.map((item) => <Entry key={item.id} notification={item} />)}
    </>
  )
}

/** A welcome message that the server does not know. Pressing it marks it as read until the page is loaded again. */
function Welcome() {
  const [isRead, setIsRead] = useState(false)
  return (
    <li>
      <button
        type="button"
        className={classNames(styles.item, !isRead && styles.unread)}
        onClick={() => setIsRead(true)}
      >
        <ItemContent icon={<Bell />} note={<ReadStateAndTime isRead={isRead} time={t('JUST NOW')} />}>
          {t('Welcome to {name}! This is a test notification.', { name: site.name })}
        </ItemContent>
      </button>
    </li>
  )
}

export function ReadStateAndTime({ isRead, time }: { isRead: boolean; time: string }) {
  return (
    <>
      {!isRead && (
        <>
          <b>{t('New')}</b> ·{' '}
        </>
      )}
      {time}
    </>
  )
}
