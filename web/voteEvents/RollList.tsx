import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { PersonVote } from '../../contract/bills/voteEvents.ts'
import type { VoteOption } from '../../contract/rules/bills/voteTally.ts'
import { formatNumber } from '../kit/format.ts'
import { paths } from '../kit/paths.ts'
import { TextButton } from '../kit/ui/Button.tsx'
import { SelectField, TextField } from '../kit/ui/Field.tsx'
import { optionLabels, partyName, votedText } from './voteWords.ts'
import styles from './VoteEvents.module.css'

type Filters = { name: string; option: string; party: string; state: string }
const noFilters: Filters = { name: '', option: '', party: '', state: '' }

/** Everybody on the roll, with filters by name, vote, party and state. The viewer's representatives come first. */
export function RollList({ votes }: { votes: readonly PersonVote[] }) {
  const headingId = useId()
  const [filters, setFilters] = useState(noFilters)
  const own = votes.filter(({ represents_you }) => represents_you)
  const ordered = [...own, ...votes.filter(({ represents_you }) => !represents_you)]
  const shown = ordered.filter((vote) => matches(vote, filters))
  const change = (change: Partial<Filters>) => setFilters({ ...filters, ...change })
  return (
    <section className={styles.roll} aria-labelledby={headingId}>
      <h2 id={headingId} className="h-sec">
        How each member voted
      </h2>
      <div className={styles.filters}>
        <TextField
          label="Name"
          type="search"
          value={filters.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Choice
          label="Vote"
          value={filters.option}
          values={valuesOf(votes, ({ option }) => option)}
          nameOf={labelOf}
          onChange={(option) => change({ option })}
        />
        <Choice
          label="Party"
          value={filters.party}
          values={valuesOf(votes, ({ party }) => party)}
          nameOf={partyName}
          onChange={(party) => change({ party })}
        />
        <Choice
          label="State"
          value={filters.state}
          values={valuesOf(votes, ({ state }) => state)}
          onChange={(state) => change({ state })}
        />
      </div>
      <output className={styles.note}>
        {shown.length === votes.length
          ? `${formatNumber(votes.length)} members`
          : `${formatNumber(shown.length)} of ${formatNumber(votes.length)} members`}
      </output>
      {shown.length === 0 ? (
        <p className="muted">
          Nobody matches. <TextButton onClick={() => setFilters(noFilters)}>Remove the filters</TextButton>
        </p>
      ) : (
        <ul className={`card ${styles.rows}`}>
          {shown.map((vote, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a roll may list a name twice
            <Row key={`${vote.voter_name} ${vote.state ?? ''} ${index}`} vote={vote} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({
  vote: { voter_name, party, state, rep_id, option, source_option, represents_you },
}: {
  vote: PersonVote
}) {
  return (
    <li>
      <span>
        {rep_id ? <Link to={paths.representative(rep_id)}>{voter_name}</Link> : voter_name}
        <span className={styles.office}>
          {[party && partyName(party), state, represents_you && 'Represents you'].filter(Boolean).join(' · ')}
        </span>
      </span>
      <b data-option={option}>
        {option === 'yes' || option === 'no' ? optionLabels[option] : votedText(option, source_option)}
      </b>
    </li>
  )
}

type ChoiceProps = {
  label: string
  value: string
  values: readonly string[]
  nameOf?: (value: string) => string
  onChange: (value: string) => void
}

/** Nothing where there is only one value to choose. */
function Choice({ label, value, values, nameOf, onChange }: ChoiceProps) {
  if (values.length < 2) return null
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">All</option>
      {values.map((name) => (
        <option key={name} value={name}>
          {nameOf ? nameOf(name) : name}
        </option>
      ))}
    </SelectField>
  )
}

const isOption = (value: string): value is VoteOption => value in optionLabels
const labelOf = (value: string) => (isOption(value) ? optionLabels[value] : value)

function valuesOf(votes: readonly PersonVote[], of: (vote: PersonVote) => string | null): string[] {
  return [...new Set(votes.flatMap((vote) => of(vote) ?? []))].toSorted()
}

function matches({ voter_name, option, party, state }: PersonVote, filters: Filters): boolean {
  return (
    plain(voter_name).includes(plain(filters.name)) &&
    (filters.option === '' || option === filters.option) &&
    (filters.party === '' || party === filters.party) &&
    (filters.state === '' || state === filters.state)
  )
}

/** Without accents and case, so that "Barragan" finds Barragán. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()
}
