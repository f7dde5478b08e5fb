import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { type Follow, followedUpdateTypes, type FollowTargetType } from '#contract/alerts.ts'
import { t } from '#contract/kit/translate.ts'
import { focusById } from '#web/kit/focus.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { useChangeFollow, useFollows } from './actions.ts'
import { targetText } from './targetText.ts'
import { UpdateTypes } from './UpdateTypes.tsx'
import styles from './Updates.module.css'

const kindNames: Record<FollowTargetType, string> = {
  bill: t('Bills'),
  topic: t('Topics'),
  representative: t('Representatives'),
  committee: t('Committees'),
  jurisdiction: t('Places'),
  search: t('Searches'),
}
const kindOrder = ['bill', 'topic', 'representative', 'committee', 'jurisdiction', 'search'] as const

/** Everything that the member follows, by kind. The member can choose the kinds of updates or stop following. */
export function Follows() {
  const query = useFollows()
  const { data } = query
  return (
    <section aria-labelledby="follows" className={`card ${styles.follows}`}>
      <h2 id="follows" tabIndex={-1} className={styles.railTitle}>
        {t('Everything you follow')}
      </h2>
      <QueryView
        query={query}
        title={t("We couldn't load what you follow")}
        shape={{
          label: t('Loading what you follow'),
          className: styles.list,
          heights: ['3rem', '3rem', '3rem'],
        }}
      />
      {data?.follows.length === 0 && (
        <p className="muted">
          {t("You don't follow anything yet. Open a bill and press the bell, or follow a topic in the feed.")}
        </p>
      )}
      {data &&
        kindOrder.map((kind) => {
          const follows = data.follows.filter(({ target_type }) => target_type === kind)
          if (follows.length === 0) {
            return null
          }
          return (
            <details key={kind} className={styles.kind}>
              <summary>
                {kindNames[kind]} <span className="num">{follows.length}</span>
                <ChevronRight aria-hidden="true" className={styles.chevron} />
              </summary>
              <ul>
                {follows.map((follow) => (
                  <FollowRow key={follow.target_id} follow={follow} />
                ))}
              </ul>
            </details>
          )
        })}
    </section>
  )
}

function FollowRow({ follow }: { follow: Follow }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const change = useChangeFollow(follow, follow.name)
  const { update_types } = follow
  const name = targetText(follow)
  return (
    <li className={styles.row}>
      <div className={styles.rowHead}>
        <span className={styles.rowName}>
          <Name follow={follow} />
        </span>
        <span className={styles.rowTools}>
          <Button
            variant="quiet"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <T
              text="{count} of {total} kinds<hidden> of updates about {name}</hidden>"
              values={{
                count: update_types.length,
                total: followedUpdateTypes.length,
                name,
                hidden: (content) => <span className="vh">{content}</span>,
              }}
            />
            <ChevronDown aria-hidden="true" className={styles.chevron} />
          </Button>
          <Button
            variant="secondary"
            onClick={() => {
              // The row disappears with the pressed button. The page stays where it is for the next row.
              focusById('follows', { preventScroll: true })
              change.mutate({ isFollowing: false })
            }}
          >
            <T
              text="Stop following<hidden> {name}</hidden>"
              values={{ name, hidden: (content) => <span className="vh">{content}</span> }}
            />
          </Button>
        </span>
      </div>
      {isOpen && <UpdateTypes follow={follow} id={id} className={classNames(styles.types)} />}
    </li>
  )
}

function Name({ follow }: { follow: Follow }) {
  const { target_type, target_id } = follow
  const name = targetText(follow)
  if (target_type === 'bill') {
    return <Link to={paths.bill(target_id)}>{name}</Link>
  }
  if (target_type === 'topic') {
    return <Link to={paths.topic(target_id)}>{name}</Link>
  }
  if (target_type === 'search') {
    return <Link to={paths.searchFor(target_id)}>{name}</Link>
  }
  return name
}
