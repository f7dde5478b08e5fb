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
  const levels = [...new Set(representatives.map(({ government_level }) => government_level.toUpperCase()))]
  return (
    <fieldset className={styles.rows}>
      <legend>
        Representative {levels.length === 1 && <span className={styles.about}>· {levels[0]}</span>}
      </legend>
      {representatives.map((representative) => (
        <label key={representative.rep_id} className={styles.representative}>
          <input
            type="radio"
            name={name}
            checked={chosen?.rep_id === representative.rep_id}
            onChange={() => onChoose(representative)}
          />
          <b>{representative.rep_name}</b>
          <span className={styles.about}>{aboutText(representative, levels.length > 1)}</span>
        </label>
      ))}
      <p className={styles.about}>Source: {sources.join('; ')}</p>
    </fieldset>
  )
}

/** The date of the check has no time, so that it is the same in every time zone. */
function sourceText({ source_name, source_checked_at }: Representative): string {
  return source_checked_at
    ? `${source_name}, last checked ${formatDate(source_checked_at.slice(0, 10))}`
    : source_name
}

/** The level is in the heading, or in each row if there are representatives of several levels. */
function aboutText({ title, district, party, government_level }: Representative, hasLevel: boolean): string {
  return [
    [title, district].filter(Boolean).join(', '),
    party ? `Party: ${party}` : null,
    hasLevel ? government_level.toUpperCase() : null,
  ]
    .filter(Boolean)
    .join(' · ')
}
