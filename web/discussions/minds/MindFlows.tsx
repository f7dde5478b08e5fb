import { Fragment, useId, useState } from 'react'
import type { MindFlow } from '#contract/discussions.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { minShownMembers } from '#contract/stances.ts'
import { StanceIcon } from '#web/bills/stance/StanceIcon.tsx'
import { stanceNames } from '#web/bills/stance/stanceLabels.ts'
import { formatNumber } from '#web/kit/format.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { layOutFlows, type FlowBand, type FlowNode } from './flowLayout.ts'
import stanceStyles from '#web/bills/stance/stance.module.css'
import styles from './Minds.module.css'

/** Shows between which stances members moved, as a picture and as a table. */
export function MindFlows({ flows, otherMembers }: { flows: readonly MindFlow[]; otherMembers: number }) {
  const [isTable, setIsTable] = useState(false)
  const tableId = useId()
  return (
    <div className={styles.flows}>
      <Picture flows={flows} />
      {otherMembers > 0 && (
        <p className="note-text">
          {plural(
            otherMembers,
            '{n} other person moved between other stances. To protect privacy, a move is shown when at least {minimum} people have made it.|{n} other people moved between other stances. To protect privacy, a move is shown when at least {minimum} people have made it.',
            { minimum: minShownMembers },
          )}
        </p>
      )}
      <TextButton
        className={classNames(styles.toggle)}
        aria-expanded={isTable}
        aria-controls={tableId}
        onClick={() => setIsTable(!isTable)}
      >
        {isTable ? t('Hide the table') : t('Show as a table')}
      </TextButton>
      <div id={tableId} hidden={!isTable}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('Before')}</th>
              <th scope="col">{t('After')}</th>
              <th scope="col">{t('People')}</th>
            </tr>
          </thead>
          <tbody>
            {flows.map(({ from, to, members }) => (
              <tr key={`${from} ${to}`}>
                <td>{stanceNames[from]}</td>
                <td>{stanceNames[to]}</td>
                <td>{formatNumber(members)}</td>
              </tr>
            ))}
            {otherMembers > 0 && (
              <tr>
                <td colSpan={2}>{t('Other moves')}</td>
                <td>{formatNumber(otherMembers)}</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Picture({ flows }: { flows: readonly MindFlow[] }) {
  const id = useId()
  const { from, to, bands, height } = layOutFlows(flows)
  const description = flows
    .map((flow) =>
      t('{from} to {to}: {count}', {
        from: stanceNames[flow.from],
        to: stanceNames[flow.to],
        count: formatNumber(flow.members),
      }),
    )
    .join(', ')
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn from HTML and SVG, there is no picture for an <img>
      role="img"
      aria-label={t('Moves between stances. {moves}.', { moves: description })}
      className={styles.picture}
    >
      <span aria-hidden="true" className={styles.caption}>
        {t('Before')}
      </span>
      <span aria-hidden="true" className={styles.caption}>
        {t('After')}
      </span>
      <Side nodes={from} height={height} />
      <svg
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        style={{ height: `${height}rem` }}
        aria-hidden="true"
      >
        {bands.map((band) => (
          <Fragment key={`${band.from} ${band.to}`}>
            <linearGradient id={`${id}${band.from}${band.to}`}>
              <stop offset="0" className={stanceStyles[band.from]} />
              <stop offset="1" className={stanceStyles[band.to]} />
            </linearGradient>
            <path d={bandPath(band)} fill={`url(#${id}${band.from}${band.to})`} />
          </Fragment>
        ))}
      </svg>
      <Side nodes={to} height={height} />
    </div>
  )
}

function bandPath({ start, startHeight, end, endHeight }: FlowBand): string {
  const [startBottom, endBottom] = [start + startHeight, end + endHeight]
  return `M0 ${start}C50 ${start} 50 ${end} 100 ${end}V${endBottom}C50 ${endBottom} 50 ${startBottom} 0 ${startBottom}Z`
}

function Side({ nodes, height }: { nodes: readonly FlowNode[]; height: number }) {
  return (
    <div aria-hidden="true" className={styles.side} style={{ height: `${height}rem` }}>
      {nodes.map((node) => (
        <span
          key={node.stance}
          className={classNames(styles.node, stanceStyles[node.stance])}
          style={{ top: `${node.top}rem`, height: `${node.height}rem` }}
        >
          <StanceIcon stance={node.stance} />
          <span>{stanceNames[node.stance]}</span>
          <b>{formatNumber(node.members)}</b>
        </span>
      ))}
    </div>
  )
}
