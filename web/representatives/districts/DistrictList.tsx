import { Search } from 'lucide-react'
import { useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import type { Representative } from '#contract/representatives.ts'
import { officeTitle } from '#web/kit/officeTitle.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { TextField } from '#web/kit/ui/Field.tsx'
import { officeText } from '#web/representatives/office.ts'
import { Portrait } from '#web/representatives/Portrait.tsx'
import styles from './DistrictList.module.css'

/** A district with its short name, such as "10th", and who represents it. */
export type ListedChoice = { division: string; label: string; representatives: readonly Representative[] }

/** A list longer than this has a search field. */
const searchFrom = 8

type DistrictListProps = {
  legend: string
  choices: readonly ListedChoice[]
  selected: string | null
  onSelect: (division: string) => void
}

/** One radio button for each district, with its number, and the names and faces of those who represent it. */
export function DistrictList({ legend, choices, selected, onSelect }: DistrictListProps) {
  const [text, setText] = useState('')
  const matching = choices.filter((choice) => matches(choice, text))
  const shown = choices.filter((choice) => choice.division === selected || matching.includes(choice))
  return (
    <fieldset className={classNames(styles.choices, choices.length > searchFrom && styles.long)}>
      <legend className="vh">{legend}</legend>
      {choices.length > searchFrom && (
        <div className={styles.search}>
          <TextField
            label={t('Name or number')}
            icon={<Search aria-hidden="true" />}
            value={text}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
      {shown.map((choice) => (
        <label key={choice.division} className={styles.choice}>
          <input
            type="radio"
            name={legend}
            checked={choice.division === selected}
            onChange={() => onSelect(choice.division)}
          />
          <DistrictWords {...choice} />
        </label>
      ))}
      {choices.length > searchFrom && (
        <p className="muted" aria-live="polite">
          {matching.length === 0 && t('No district has this name or number.')}
        </p>
      )}
    </fieldset>
  )
}

/** The only district there is, without a choice. */
export function OnlyDistrict(choice: ListedChoice) {
  return (
    <div className={styles.only}>
      <DistrictWords {...choice} />
    </div>
  )
}

function DistrictWords({ label, representatives }: ListedChoice) {
  const [first] = representatives
  if (!first) {
    return <b className={styles.words}>{t('{name} district', { name: label })}</b>
  }
  const names = representatives.map(({ rep_name }) => rep_name).join(', ')
  return (
    <>
      <Portrait representative={first} />
      <span className={styles.words}>
        <span>
          <b>{label}</b> {names}
        </span>
        <small>
          {representatives.length === 1 ? officeText({ ...first, district: null }) : officeTitle(first.title)}
        </small>
      </span>
    </>
  )
}

/** A number matches the district's own number only. Words match the start of any word of a name, without accents. */
function matches({ label, representatives }: ListedChoice, text: string): boolean {
  const wanted = plain(text)
  if (wanted === '') {
    return true
  }
  if (/^\d+$/.test(wanted)) {
    return (/\d+/.exec(label)?.[0] ?? '').startsWith(wanted)
  }
  return [label, ...representatives.map(({ rep_name }) => rep_name)].some((name) =>
    ` ${plain(name)}`.includes(` ${wanted}`),
  )
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}
