import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import type { CSSProperties } from 'react'
import { getEchoScore } from '../../contract/discussions.ts'
import { queryFor } from '../kit/api/api.ts'
import { pluralize } from '../kit/format.ts'
import { classNames } from '../kit/ui/classNames.ts'
import { HintButton } from '../kit/ui/overlays/Tooltip.tsx'
import { echoBand, echoState, type EchoAnswer } from './echo.ts'
import styles from './EchoBar.module.css'

const formula =
  'The score looks at votes on comments where both the voter and the writer have a stance on this bill. A vote echoes when it praises one’s own side or rejects another side. The score is the share of such votes.'

/**
 * How much the discussion echoes. Without a score the bar is hidden and the info button bears the reason; its room is kept,
 * so that nothing below moves when the answer comes.
 */
export function EchoBar({ bill_id }: { bill_id: string }) {
  const loaded = useQuery({
    ...queryFor(getEchoScore, { id: bill_id }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const state = loaded.isPending ? null : echoState(loaded.data, loaded.error)
  return (
    <div className={styles.echo}>
      <div className={styles.head}>
        <span className={styles.title}>Echo chamber score</span>
        <HintButton
          label="About the echo chamber score"
          icon={<Info aria-hidden="true" />}
          words={
            <>
              {state?.reason && <span className={styles.reason}>{state.reason}</span>}
              <span>{formula}</span>
            </>
          }
        />
        {state && state.score !== null && <Verdict score={state.score} />}
      </div>
      {state && state.score !== null && loaded.data && <Bar score={state.score} answer={loaded.data} />}
      {state?.score === null && (
        <p className={styles.none}>
          {loaded.data?.insufficient_data
            ? 'Shown once enough people with different stances have voted on comments.'
            : 'The score cannot be shown right now.'}
        </p>
      )}
    </div>
  )
}

function Verdict({ score }: { score: number }) {
  const band = echoBand(score)
  return (
    <span className={classNames(styles.verdict, styles[band.name])}>
      <b>{score}%</b> {band.words}
    </span>
  )
}

function Bar({ score, answer }: { score: number; answer: EchoAnswer }) {
  const band = echoBand(score)
  const size: CSSProperties = { width: `${score}%` }
  return (
    <>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <meter> cannot be drawn with the two marks
        role="meter"
        aria-label="Echo chamber score"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={score}
        aria-valuetext={`${score}%, ${band.words}`}
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
      <p className={styles.votes}>From {pluralize(answer.total_analyzed_votes, 'vote')} on this discussion</p>
    </>
  )
}
