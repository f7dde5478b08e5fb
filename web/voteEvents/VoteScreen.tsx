import { useQuery } from '@tanstack/react-query'
import { ExternalLink, SearchX } from 'lucide-react'
import { voteTime } from '#contract/hearings.ts'
import { t } from '#contract/kit/translate.ts'
import { getVoteEvent, type VoteEvent } from '#contract/votes/votes.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { lastChecked } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { useParams } from '#web/kit/router.tsx'
import { Empty, LoadingShape } from '#web/kit/ui/Feedback.tsx'
import { notFound, QueryView } from '#web/kit/ui/QueryView.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { OwnVotes } from './OwnVotes.tsx'
import { PartyTable } from './PartyTable.tsx'
import { RollList } from './RollList.tsx'
import { SeatChart } from './SeatChart.tsx'
import { VoteBar } from './VoteBar.tsx'
import { bodyName, incompleteText, resultText } from './voteWords.ts'
import styles from './VoteEvents.module.css'

/** The screen /votes/:voteEventId: a vote with its result, the counts by party and all voters. */
export default function VoteScreen() {
  const { voteEventId = '' } = useParams()
  const query = useQuery(queryFor(getVoteEvent, { id: voteEventId }))
  const event = query.data?.vote_event
  usePageTitle(event ? t('Vote in the {body}', { body: bodyName(event.organization) }) : t('Vote'))
  if (!query.data) {
    const loading = (
      <>
        <h1 className="h-page">{t('Vote')}</h1>
        <LoadingShape label={t('Loading the vote...')} className={styles.votes} heights={['8rem', '16rem']} />
      </>
    )
    return (
      <div className={styles.screen}>
        <QueryView
          query={query}
          level={1}
          title={t('The vote could not be loaded')}
          loading={loading}
          instead={notFound(t('Vote not found'), t('It may have been merged with another record.'))}
        />
      </div>
    )
  }
  const { vote_event, bill, votes } = query.data
  const incompleteNote = incompleteText(vote_event)
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <p className={styles.office}>
          {bodyName(vote_event.organization)}
          {vote_event.number !== null && `, ${t('vote {number}', { number: vote_event.number })}`} ·{' '}
          {voteTime(vote_event)}
        </p>
        <h1 className="h-page">{resultText(vote_event)}</h1>
        <p className={styles.motion} lang={recordLanguage}>
          {vote_event.motion_text}
        </p>
        {bill && (
          <p>
            <T
              text="On {bill}"
              values={{
                bill: (
                  <Link to={paths.bill(bill.bill_id)} lang={recordLanguage}>
                    {`${bill.bill_code}: ${bill.title}`}
                  </Link>
                ),
              }}
            />
          </p>
        )}
        {vote_event.committee && (
          <p>
            <T
              text="In the committee {committee}"
              values={{
                committee: vote_event.committee.committee_id ? (
                  <Link to={paths.committee(vote_event.committee.committee_id)}>
                    {vote_event.committee.name}
                  </Link>
                ) : (
                  vote_event.committee.name
                ),
              }}
            />
          </p>
        )}
        {!vote_event.counts_for_agreement && (
          <p className="note-text">
            {t("This vote doesn't decide on the bill, so it isn't counted as support or opposition.")}
          </p>
        )}
      </header>
      <section className={`card ${styles.votes}`} aria-label={t('Result')}>
        <VoteBar event={vote_event} />
        {vote_event.majority_required && vote_event.majority_required !== '1/2' && (
          <p className="note-text">
            {t('{share} of the votes were needed.', {
              share: vote_event.majority_required,
            })}
          </p>
        )}
        {incompleteNote && <p className="note-text">{incompleteNote}</p>}
        <OwnVotes event={vote_event} />
        <SeatChart event={vote_event} />
        <PartyTable event={vote_event} />
        <Source event={vote_event} />
      </section>
      {votes.length > 0 ? (
        <RollList votes={votes} />
      ) : (
        <Empty
          icon={<SearchX />}
          title={t('No roll call was published')}
          hint={t('The source gives no names for this vote.')}
        />
      )}
    </div>
  )
}

function Source({ event: { source_name, source_url, source_checked_at } }: { event: VoteEvent }) {
  return (
    <p className={styles.source}>
      {t('Source: {source}', { source: source_name })}
      {source_checked_at && `, ${lastChecked(source_checked_at)}`}
      {source_url && (
        <>
          {' · '}
          <a href={source_url} target="_blank" rel="noreferrer">
            {t('Official record')}
            <ExternalLink aria-hidden="true" />
          </a>
        </>
      )}
    </p>
  )
}
