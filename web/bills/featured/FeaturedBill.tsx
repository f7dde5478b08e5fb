import { Brain } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import {
  getFeaturedBill,
  type FeaturedBill as FeaturedBillRecord,
  type PublicComment,
} from '#contract/bills/publicBills.ts'
import { billPagePath } from '#contract/bills/sharedBills.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { stanceCount, stanceProse, stances, stanceTag } from '#contract/stances.ts'
import { LevelName } from '#web/bills/card/LevelLabel.tsx'
import { StanceBar } from '#web/bills/stance/StanceBar.tsx'
import { StanceIcon } from '#web/bills/stance/StanceIcon.tsx'
import { call } from '#web/kit/api/api.ts'
import { formatNumber } from '#web/kit/format.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { langOf } from '#web/kit/textLanguage.ts'
import { Chamber } from '#web/kit/ui/Chamber.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import meta from '#web/bills/card/billMeta.module.css'
import stanceStyles from '#web/bills/stance/stance.module.css'
import styles from './FeaturedBill.module.css'

type FeaturedResponse = OutputOf<typeof getFeaturedBill>

/**
 * The bill on the sign-in page: where it is, what people think of it, and the comment that changed most minds. The chamber
 * takes its place if no bill has been discussed enough, or if the bill cannot be read.
 */
export function FeaturedBill() {
  // Each choice is an object of its own, so a place whose bill could not be read can be chosen again.
  const [choice, setChoice] = useState<{ place?: string }>({})
  const [hasFailed, setHasFailed] = useState(false)
  const [response, setResponse] = useState<FeaturedResponse | 'failed' | null>(null)
  const selectId = useId()

  useEffect(() => {
    let isCurrent = true
    const show = (read: FeaturedResponse | null) => {
      if (!isCurrent) return
      setHasFailed(read === null)
      // A bill that is already shown stays.
      setResponse((shown) => read ?? shown ?? 'failed')
    }
    call(getFeaturedBill, choice).then(show, () => show(null))
    return () => {
      isCurrent = false
    }
  }, [choice])

  if (response === null) {
    return null
  }
  if (response === 'failed' || response.bill === null) {
    return (
      <div className={styles.chamber} data-no-bill="">
        <Chamber />
      </div>
    )
  }
  const { bill, places } = response
  const only = places.length === 1 ? places[0]?.name : undefined
  return (
    <div className={classNames('card', styles.bill)}>
      <div className={styles.head}>
        <label htmlFor={selectId}>
          {only === undefined ? t('A bill from') : t('A bill from {place}', { place: only })}
        </label>
        {only === undefined && (
          <select
            id={selectId}
            className={styles.place}
            value={bill.jurisdiction}
            onChange={({ target }) => {
              // Screen readers announce a second failure only if its message is new.
              setHasFailed(false)
              setChoice({ place: target.value })
            }}
          >
            {places.map(({ jurisdiction, name }) => (
              <option key={jurisdiction} value={jurisdiction}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      {hasFailed && (
        <div role="alert">
          <FieldError>{t('The bill could not be loaded. Please try again.')}</FieldError>
        </div>
      )}
      <p className={styles.meta}>
        <LevelName level={bill.government_level} />
        <span className={meta.code}>{bill.bill_code}</span>
        {bill.event && <span>{bill.event}</span>}
      </p>
      <h2>
        {/* This link loads a new page, because the server renders the bill's page. */}
        <a href={billPagePath(bill.path)} lang={recordLanguage}>
          {bill.title}
        </a>
      </h2>
      <p className={styles.sentence} lang={bill.sentence_language === 'en' ? recordLanguage : undefined}>
        {bill.sentence}
      </p>
      <div className={styles.opinion}>
        <StanceBar counts={bill} />
        <ul className={styles.counts}>
          {stances.map((stance) => (
            <li key={stance} className={stanceStyles[stance]}>
              <StanceIcon stance={stance} />
              <b>{formatNumber(stanceCount(bill, stance))}</b> {t(stanceProse[stance])}
            </li>
          ))}
        </ul>
      </div>
      <Discussion bill={bill} />
    </div>
  )
}

function Discussion({ bill: { comment, answered, change_count } }: { bill: FeaturedBillRecord }) {
  return (
    <div className={styles.discussion}>
      <h3>
        <Brain aria-hidden="true" />
        {t('The comment that changed most minds')}
      </h3>
      {answered && (
        <blockquote className={styles.answered}>
          <Author comment={answered} />
          <p className={styles.twoLines} lang={langOf(answered.language)}>
            {answered.content}
          </p>
        </blockquote>
      )}
      <blockquote className={styles.answer}>
        <Author comment={comment} />
        <p className={styles.threeLines} lang={langOf(comment.language)}>
          {comment.content}
        </p>
      </blockquote>
      <p className="note-text">
        {plural(
          change_count,
          '{n} person says this comment changed their mind.|{n} people say this comment changed their mind.',
        )}
      </p>
    </div>
  )
}

function Author({ comment: { author, stance } }: { comment: PublicComment }) {
  const tag = stanceTag(stance, stance)
  return (
    <p className={styles.author}>
      <b>{author}</b>
      {tag && stance && (
        <span className={classNames(styles.tag, stanceStyles[stance])}>
          <StanceIcon stance={stance} />
          {tag.label}
        </span>
      )}
    </p>
  )
}
