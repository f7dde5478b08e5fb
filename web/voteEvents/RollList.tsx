import { useId, useRef, useState } from 'react'
import { plural, t } from '#contract/kit/translate.ts'
import type { PersonVote, VoteOption } from '#contract/votes/votes.ts'
import { formatNumber } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { partyName } from '#web/kit/partyName.ts'
import { paths } from '#web/kit/paths.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { SelectField, TextField } from '#web/kit/ui/Field.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { optionLabels } from './ownVotes.ts'
import { votedText } from './voteWords.ts'
import styles from './VoteEvents.module.css'

type Filters = { name: string; option: string; party: string; state: string }
const noFilters: Filters = { name: '', option: '', party: '', state: '' }

/** All voters of a roll call, with filters by name, vote, party and state. The viewer's representatives come first. */
export function RollList({ votes }: { votes: readonly PersonVote[] }) {
  const headingId = useId()
  const name = useRef<HTMLInputElement>(null)
  const [filters, setFilters] = useState(noFilters)
  const ownVotes = votes.filter(({ represents_you }) => represents_you)
  const orderedVotes = [...ownVotes, ...votes.filter(({ represents_you }) => !represents_you)]
  const shownVotes = orderedVotes.filter((vote) => matches(vote, filters))
  const change = (change: Partial<Filters>) => setFilters({ ...filters, ...change })
  return (
    <section className={styles.roll} aria-labelledby={headingId}>
      <h2 id={headingId} className="h-sec">
        {t('How each member voted')}
      </h2>
      <div className={styles.filters}>
        <TextField
          ref={name}
          label={t('Name')}
          type="search"
          value={filters.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <FilterSelect
          label={t('Vote')}
          value={filters.option}
          values={distinctValues(votes, ({ option }) => option)}
          nameOf={optionLabel}
          onChange={(option) => change({ option })}
        />
        <FilterSelect
          label={t('Party')}
          value={filters.party}
          values={distinctValues(votes, ({ party }) => party)}
          nameOf={partyName}
          onChange={(party) => change({ party })}
        />
        <FilterSelect
          label={t('[place]State')}
          value={filters.state}
          values={distinctValues(votes, ({ state }) => state)}
          onChange={(state) => change({ state })}
        />
      </div>
      <output className="note-text">
        {shownVotes.length === votes.length
          ? plural(votes.length, '[roll]{n} member|{n} members')
          : t('{count} of {total} members', {
              count: formatNumber(shownVotes.length),
              total: formatNumber(votes.length),
            })}
      </output>
      {shownVotes.length === 0 ? (
        <p className="muted">
          <T
            text="Nobody matches. <textButton>Remove the filters</textButton>"
            values={{
              textButton: (content) => (
                <TextButton
                  onClick={() => {
                    setFilters(noFilters)
                    // The button disappears, so the focus moves to the first filter.
                    name.current?.focus()
                  }}
                >
                  {content}
                </TextButton>
              ),
            }}
          />
        </p>
      ) : (
        <ul className={`card ${styles.rows}`}>
          {shownVotes.map((vote, index) => (
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
          {[party && partyName(party), state, represents_you && t('Represents you')]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <b data-option={option}>
        {option === 'yes' || option === 'no' ? optionLabels[option] : votedText(option, source_option)}
      </b>
    </li>
  )
}

type FilterSelectProps = {
  label: string
  value: string
  values: readonly string[]
  nameOf?: (value: string) => string
  onChange: (value: string) => void
}

/** A list of values to filter by. With fewer than two values nothing is shown. */
function FilterSelect({ label, value, values, nameOf, onChange }: FilterSelectProps) {
  if (values.length < 2) {
    return null
  }
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t('All')}</option>
      {values.map((name) => (
        <option key={name} value={name}>
          {nameOf ? nameOf(name) : name}
        </option>
      ))}
    </SelectField>
  )
}

const isOption = (value: string): value is VoteOption => value in optionLabels
const optionLabel = (value: string) => (isOption(value) ? optionLabels[value] : value)

function distinctValues(votes: readonly PersonVote[], read: (vote: PersonVote) => string | null): string[] {
  return [...new Set(votes.flatMap((vote) => read(vote) ?? []))].toSorted()
}

function matches({ voter_name, option, party, state }: PersonVote, filters: Filters): boolean {
  return (
    normalize(voter_name).includes(normalize(filters.name)) &&
    (filters.option === '' || option === filters.option) &&
    (filters.party === '' || party === filters.party) &&
    (filters.state === '' || state === filters.state)
  )
}

/** Removes accents and case so that "barragan" finds Barragán. */
function normalize(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()
}
