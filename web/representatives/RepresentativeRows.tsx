import { useId } from 'react'
import type { Representative } from '../../contract/representatives.ts'
import { formatDate } from '../kit/format.ts'
import styles from './ContactSection.module.css'

type RepresentativeRowsProps = {
  representatives: readonly Representative[]
  chosen: Representative | null
  onChoose: (representative: Representative) => void
}

export function RepresentativeRows({ representatives, chosen, onChoose }: RepresentativeRowsProps) {
  const name = useId()
  const sources = [...new Set(representatives.map(sourceOf))]
  return (
    <fieldset className={styles.rows}>
      <legend>Representative</legend>
      {representatives.map((one) => (
        <label key={one.rep_id} className={styles.representative}>
          <input
            type="radio"
            name={name}
            checked={chosen?.rep_id === one.rep_id}
            onChange={() => onChoose(one)}
          />
          <b>{one.rep_name}</b>
          <span className={styles.about}>{aboutOf(one)}</span>
        </label>
      ))}
      <p className={styles.about}>Source: {sources.join('; ')}</p>
    </fieldset>
  )
}

/** The day of the check is the source’s, not the reader’s: it is the same day everywhere. */
function sourceOf({ source_name, source_checked_at }: Representative): string {
  return source_checked_at
    ? `${source_name}, last checked ${formatDate(source_checked_at.slice(0, 10))}`
    : source_name
}

function aboutOf({ title, district, party, government_level }: Representative): string {
  return [
    [title, district].filter(Boolean).join(', '),
    party ? `Party: ${party}` : null,
    government_level.toUpperCase(),
  ]
    .filter(Boolean)
    .join(' · ')
}
