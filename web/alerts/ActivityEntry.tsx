import { AtSign, CornerUpLeft, type LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import type { Notification } from '#contract/notifications.ts'
import { placeText } from '#contract/placeTexts.ts'
import { useHadDraft } from '#web/kit/forms/useDraft.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { langOf } from '#web/kit/textLanguage.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { T } from '#web/kit/ui/T.tsx'
import { useReadNotification } from '#web/notifications/actions.ts'
import { beginningOf, timeAgoInCapitals } from '#web/notifications/entryText.ts'
import { notificationPath } from '#web/notifications/notificationPath.ts'
import { notificationIcons, OwnWords, ReadStateAndTime } from '#web/notifications/RecentActivity.tsx'
import { useNow } from '#web/notifications/useNow.ts'
import { MemberTypeBadge } from '#web/people/MemberTypeBadge.tsx'
import { replyDraft, ReplyForm } from './ReplyForm.tsx'
import styles from './Activity.module.css'

/** Icons that the panel does not have, because it is loaded with the feed. */
const pageIcons: Partial<Record<Notification['type'], LucideIcon>> = {
  comment_reply: CornerUpLeft,
  comment_mention: AtSign,
}

/** What another member did that can be answered. */
const actions: Partial<Record<Notification['type'], string>> = {
  comment_reply: t('{member} answered you'),
  comment_mention: t('{member} mentioned you'),
  post_comment: t('{member} commented on your post'),
}

/** One notification on the page of updates, with what was written and what the member can do about it. */
export function ActivityEntry({ notification }: { notification: Notification }) {
  const { type, data, read, message, created_at } = notification
  const reading = useReadNotification()
  const now = useNow()
  const Icon = pageIcons[type] ?? notificationIcons[type]
  const action = actions[type]
  const thread = data.group_id || data.comment_id ? notificationPath(data) : null
  const about = data.bill_title ?? (data.group_name && placeText(data.group_name))
  // The form is open at first if there is a draft, such as after the sign-in that follows an expired session.
  const [isReplying, setIsReplying] = useState(
    useHadDraft(replyDraft(data.bill_id ?? '', data.comment_id ?? '')),
  )
  const replyButton = useRef<HTMLButtonElement>(null)
  const markRead = () => {
    if (!read) {
      reading.mutate(notification.id)
    }
  }
  return (
    <li className={classNames(styles.entry, !read && styles.unread)}>
      <span className={styles.icon} aria-hidden="true">
        <Icon />
      </span>
      <div className={styles.body}>
        <p className={styles.heading}>
          {action && data.username ? (
            <T
              text={action}
              values={{
                member: (
                  <>
                    <Link to={paths.profile(data.username)} onClick={markRead}>
                      {data.full_name}
                    </Link>
                    {data.member_type && data.member_type !== 'regular' && (
                      <>
                        {' '}
                        <MemberTypeBadge type={data.member_type} />
                      </>
                    )}
                  </>
                ),
              }}
            />
          ) : (
            <Link to={notificationPath(data)} onClick={markRead}>
              {message}
            </Link>
          )}
        </p>
        {data.own_comment && (
          <p className={styles.own}>
            <OwnWords text={data.own_comment} language={data.own_comment_language} />
          </p>
        )}
        {data.text && <p lang={langOf(data.text_language)}>“{beginningOf(data.text, 300)}”</p>}
        {thread && about && (
          <p className={styles.about}>
            <Link to={thread} onClick={markRead} lang={data.bill_title ? recordLanguage : undefined}>
              {about}
            </Link>
          </p>
        )}
        {action && thread && (
          <>
            <p className={styles.actions}>
              {data.comment_id && (
                <button
                  type="button"
                  className="action"
                  ref={replyButton}
                  aria-expanded={isReplying}
                  onClick={() => {
                    markRead()
                    setIsReplying(!isReplying)
                  }}
                >
                  <T
                    text="Reply<hidden> to {name}</hidden>"
                    values={{
                      name: data.full_name,
                      hidden: (content) => <span className="vh">{content}</span>,
                    }}
                  />
                </button>
              )}
              <Link to={thread} onClick={markRead}>
                <T
                  text="Read the thread<hidden> with {name}</hidden>"
                  values={{
                    name: data.full_name,
                    hidden: (content) => <span className="vh">{content}</span>,
                  }}
                />
              </Link>
            </p>
            {isReplying && data.bill_id && data.comment_id && (
              <ReplyForm
                bill_id={data.bill_id}
                comment_id={data.comment_id}
                username={data.username}
                name={data.full_name ?? ''}
                onClose={() => {
                  setIsReplying(false)
                  replyButton.current?.focus()
                }}
              />
            )}
          </>
        )}
      </div>
      <span className={styles.note}>
        <ReadStateAndTime isRead={read} time={timeAgoInCapitals(created_at, now)} />
      </span>
    </li>
  )
}
