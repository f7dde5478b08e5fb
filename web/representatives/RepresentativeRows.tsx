import { useId } from 'react'
import { t } from '#contract/kit/translate.ts'
import { placeText } from '#contract/placeTexts.ts'
import type { Representative } from '#contract/representatives.ts'
import { levelsInCapitals } from '#web/bills/card/levelNames.ts'
import { officeTitle } from '#web/kit/officeTitle.ts'
import { partyName } from '#web/kit/partyName.ts'
import { sourceText } from './office.ts'
import styles from './contact/ContactSection.module.css'

type RepresentativeRowsProps = {
  representatives: readonly Representative[]
  selected: Representative | null
  onSelect: (representative: Representative) => void
}

export function RepresentativeRows({ representatives, selected, onSelect }: RepresentativeRowsProps) {
  const name = useId()
  const levels = [
    ...new Set(representatives.map(({ government_level }) => levelsInCapitals[government_level])),
  ]
  return (
    <fieldset className={styles.rows}>
      <legend>
        {t('Representative')} {levels.length === 1 && <span className={styles.about}>· {levels[0]}</span>}
      </legend>
      {representatives.map((representative) => (
        <label key={representative.rep_id} className={styles.representative}>
          <input
            type="radio"
            name={name}
            checked={selected?.rep_id === representative.rep_id}
            onChange={() => onSelect(representative)}
          />
          <b>{representative.rep_name}</b>
          <span className={styles.about}>{describe(representative, levels.length > 1)}</span>
        </label>
      ))}
      <p className={styles.about}>{t('Source: {source}', { source: sourceText(representatives) })}</p>
    </fieldset>
  )
}

/** Describes a representative. The level is in the heading, or in each row if there are several levels. */
function describe({ title, district, party, government_level }: Representative, hasLevel: boolean): string {
  return [
    [officeTitle(title), district && placeText(district)].filter(Boolean).join(', '),
    party ? t('Party: {party}', { party: partyName(party) }) : null,
    hasLevel ? levelsInCapitals[government_level] : null,
  ]
    .filter(Boolean)
    .join(' · ')
}
