import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import type { CSSProperties } from 'react'
import { getEchoBaseline, type EchoBaseline } from '#contract/chance.ts'
import { getEchoScore } from '#contract/discussions.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { HintButton } from '#web/kit/ui/overlays/Tooltip.tsx'
import { chanceHelp, chanceMark, describeChance } from './chance.ts'
import { echoBand, echoState, type EchoResponse } from './echo.ts'
import styles from './EchoBar.module.css'

const explanation = t(
  'The score counts votes on comments where both the voter and the author have a stance on this bill. An echo vote is an upvote for your own side or a downvote for another. The score is the share of echo votes.',
)

const limits = t('Under 40% are mixed views, from 70% on it is an echo chamber.')

/**
 * Reads how the echo score compares with chance. The discussion waits for it, because the sentence about it would push the
 * comments down if it came later.
 */
export function useChance(bill_id: string) {
  return useQuery(queryFor(getEchoBaseline, { id: bill_id }))
}

/**
 * The echo chamber score in one line, with an info button that explains it. Without a score the bar is hidden and the button
 * shows the reason. The stylesheet reserves the space of the bar so that nothing below it moves when the score arrives.
 */
export function EchoBar({ bill_id }: { bill_id: string }) {
  const scoreQuery = useQuery({
    ...queryFor(getEchoScore, { id: bill_id }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const state = scoreQuery.isPending ? null : echoState(scoreQuery.data, scoreQuery.error)
  const score = state?.score ?? null
  const { data: chance } = useChance(bill_id)
  return (
    <>
      <div className={styles.echo}>
        <span className={styles.title}>{t('Echo chamber score')}</span>
        <HintButton
          label={t('About the echo chamber score')}
          icon={<Info aria-hidden="true" />}
          text={
            <>
              {state?.reason && <span className={styles.reason}>{state.reason}</span>}
              {score !== null && scoreQuery.data && (
                <span className={styles.reason}>{basis(scoreQuery.data)}</span>
              )}
              <span>{explanation}</span>
              {chance && describeChance(chance) && <span className={styles.help}>{chanceHelp}</span>}
            </>
          }
        />
        {score !== null && <Bar score={score} chance={chance ? chanceMark(chance) : null} />}
        {score !== null && <Verdict score={score} />}
        {state?.score === null && (
          <p className={styles.none}>
            {scoreQuery.data?.insufficient_data
              ? t('Not enough votes yet.')
              : t('The score isn’t available right now.')}
          </p>
        )}
      </div>
      {chance && <Chance chance={chance} score={score} />}
    </>
  )
}

/** Says how the score compares with chance. */
function Chance({ chance, score }: { chance: EchoBaseline; score: number | null }) {
  const sentence = describeChance(chance)
  if (!sentence) {
    return null
  }
  // A red bar that chance alone explains must not be read without the sentence.
  const isContext = chance.verdict === 'unclear' || chance.verdict === 'less'
  const isAsLarge = isContext && score !== null && echoBand(score).name === 'high'
  return <p className={classNames(styles.chance, isAsLarge && styles.asLarge)}>{sentence}</p>
}

/** Says how many votes the score is from, and where its limits are. */
function basis({ total_analyzed_votes }: EchoResponse): string {
  const votes = plural(
    total_analyzed_votes,
    'From {n} vote on this discussion.|From {n} votes on this discussion.',
  )
  return `${votes} ${limits}`
}

function Verdict({ score }: { score: number }) {
  const band = echoBand(score)
  return (
    <span className={classNames(styles.verdict, styles[band.name])}>
      <b>{score}%</b> {band.label}
    </span>
  )
}

function Bar({ score, chance }: { score: number; chance: number | null }) {
  const band = echoBand(score)
  const size: CSSProperties = { width: `${score}%` }
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <meter> cannot show the two band limits
      role="meter"
      aria-label={t('Echo chamber score')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={score}
      aria-valuetext={`${score}%, ${band.label}`}
      data-band={band.name}
      className={classNames(styles.bar, styles[band.name])}
      data-marked={chance !== null || undefined}
    >
      <span className={styles.fill} style={size} />
      {chance !== null && <Mark chance={chance} />}
    </div>
  )
}

/** The share of votes that chance explains, as a labeled mark. */
function Mark({ chance }: { chance: number }) {
  const position: CSSProperties & Record<'--chance', string> = { '--chance': `${chance}%` }
  return (
    <span className={styles.mark} style={position} aria-hidden="true">
      <span>{t('chance {percent}%', { percent: chance })}</span>
    </span>
  )
}
