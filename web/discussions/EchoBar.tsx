import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import type { CSSProperties } from 'react'
import { getEchoScore } from '#contract/discussions.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { pluralize } from '#web/kit/format.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { HintButton } from '#web/kit/ui/overlays/Tooltip.tsx'
import { echoBand, echoState, type EchoResponse } from './echo.ts'
import styles from './EchoBar.module.css'

const explanation =
  'The score counts votes on comments where both the voter and the author have a stance on this bill. An echo vote is an upvote for your own side or a downvote for another. The score is the share of echo votes.'

/**
 * The echo chamber score. Without a score the bar is hidden and the info button shows the reason. The stylesheet
 * reserves the space of the bar so that nothing below it moves when the response arrives.
 */
export function EchoBar({ bill_id }: { bill_id: string }) {
  const scoreQuery = useQuery({
    ...queryFor(getEchoScore, { id: bill_id }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const state = scoreQuery.isPending ? null : echoState(scoreQuery.data, scoreQuery.error)
  return (
    <div className={styles.echo}>
      <div className={styles.head}>
        <span className={styles.title}>Echo chamber score</span>
        <HintButton
          label="About the echo chamber score"
          icon={<Info aria-hidden="true" />}
          text={
            <>
              {state?.reason && <span className={styles.reason}>{state.reason}</span>}
              <span>{explanation}</span>
            </>
          }
        />
        {state && state.score !== null && <Verdict score={state.score} />}
      </div>
      {state && state.score !== null && scoreQuery.data && (
        <Bar score={state.score} response={scoreQuery.data} />
      )}
      {state?.score === null && (
        <p className={styles.none}>
          {scoreQuery.data?.insufficient_data
            ? 'Not enough votes yet.'
            : 'The score isn’t available right now.'}
        </p>
      )}
    </div>
  )
}

function Verdict({ score }: { score: number }) {
  const band = echoBand(score)
  return (
    <span className={classNames(styles.verdict, styles[band.name])}>
      <b>{score}%</b> {band.label}
    </span>
  )
}

function Bar({ score, response }: { score: number; response: EchoResponse }) {
  const band = echoBand(score)
  const size: CSSProperties = { width: `${score}%` }
  return (
    <>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <meter> cannot show the two band limits
        role="meter"
        aria-label="Echo chamber score"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={score}
        aria-valuetext={`${score}%, ${band.label}`}
        data-band={band.name}
        className={classNames(styles.bar, styles[band.name])}
      >
        <span style={size} />
      </div>
      <div className={styles.scale} aria-hidden="true">
        <span>Mixed views</span>
        <span>One way</span>
        <span>Echo chamber</span>
      </div>
      <p className={styles.votes}>
        From {pluralize(response.total_analyzed_votes, 'vote')} on this discussion
      </p>
    </>
  )
}
