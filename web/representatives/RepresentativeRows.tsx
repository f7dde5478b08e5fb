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
  const sources = [...new Set(representatives.map(sourceText))]
  const levels = [...new Set(representatives.map((one) => one.government_level.toUpperCase()))]
  return (
    <fieldset className={styles.rows}>
      <legend>
        Representative {levels.length === 1 && <span className={styles.about}>· {levels[0]}</span>}
      </legend>
      {representatives.map((one) => (
        <label key={one.rep_id} className={styles.representative}>
          <input
            type="radio"
            name={name}
            checked={chosen?.rep_id === one.rep_id}
            onChange={() => onChoose(one)}
          />
          <b>{one.rep_name}</b>
          <span className={styles.about}>{aboutText(one, levels.length > 1)}</span>
        </label>
      ))}
      <p className={styles.about}>Source: {sources.join('; ')}</p>
    </fieldset>
  )
}

/** The day of the check is the source’s, not the reader’s: it is the same day everywhere. */
function sourceText({ source_name, source_checked_at }: Representative): string {
  return source_checked_at
    ? `${source_name}, last checked ${formatDate(source_checked_at.slice(0, 10))}`
    : source_name
}

/** The level stands in the heading, and in the row only where representatives of several levels are offered. */
function aboutText({ title, district, party, government_level }: Representative, hasLevel: boolean): string {
  return [
    [title, district].filter(Boolean).join(', '),
    party ? `Party: ${party}` : null,
    hasLevel ? government_level.toUpperCase() : null,
  ]
    .filter(Boolean)
    .join(' · ')
}
