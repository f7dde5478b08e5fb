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
  const checkedAt = representatives.find((one) => one.source_checked_at)?.source_checked_at
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
      {checkedAt && <p className={styles.about}>Last checked {formatDate(checkedAt)}</p>}
    </fieldset>
  )
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
