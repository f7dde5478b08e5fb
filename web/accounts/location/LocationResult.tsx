import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Hand, MapPinned } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import {
  choosable,
  chooseMyPlaces,
  type Choosable,
  getMyPlaces,
  type MyPlaces,
  type NamedDivision,
  addressHelp,
  unmatchedAddress,
} from '../../../contract/places.ts'
import { queryFor, call } from '../../kit/api/api.ts'
import { useSaving } from '../../kit/forms/useSaving.ts'
import { Alert } from '../../kit/ui/Alert.tsx'
import { Failure, LoadingShape, Skeleton } from '../../kit/ui/Feedback.tsx'
import { Radio } from '../../kit/ui/Field.tsx'
import { DistrictMap } from '../../places/DistrictMap.tsx'
import { congressionalDistricts } from '../../places/districtShapes.ts'
import { SaveFoot } from '../settings/SettingsCard.tsx'
import settings from '../settings/Settings.module.css'
import styles from './LocationResult.module.css'

const fallback = { answer: 'Failed to save your choice', exception: 'Failed to save your choice' }

/** What the saved address yields: what is known and how surely, and what the person can say themselves. */
export function LocationResult() {
  const mine = useQuery({ ...queryFor(getMyPlaces, {}), staleTime: 0 })
  if (mine.data) return mine.data.places && <Places places={mine.data.places} />
  if (mine.isError) {
    return (
      <Failure
        level={3}
        title="Your districts could not be loaded"
        error={mine.error}
        onRetry={mine.refetch}
        isRetrying={mine.isFetching}
      />
    )
  }
  return (
    <LoadingShape label="Loading your districts" className={settings.body}>
      <Skeleton height="3rem" />
    </LoadingShape>
  )
}

function Places({ places }: { places: MyPlaces }) {
  const { precision, divisions, candidates, address_note } = places
  const open = choosable.filter((kind) => candidates[kind].length > 0)
  return (
    <div className={styles.result}>
      {precision === 'none' && (
        <Alert kind="warning" level={3} title={unmatchedAddress}>
          <p>{address_note ?? addressHelp}</p>
        </Alert>
      )}
      {precision !== 'none' && address_note && <Alert kind="info" level={3} title={address_note} />}
      {divisions.length > 0 && (
        <>
          <h3 className={styles.title}>Where your address lies</h3>
          <ul className={styles.divisions}>
            {divisions.map(({ division, kind, name, chosen }) => (
              <li key={division}>
                {chosen ? (
                  <Hand aria-hidden="true" />
                ) : (
                  <CircleCheck aria-hidden="true" className={settings.good} />
                )}
                <div>
                  <p className={styles.name}>{name}</p>
                  <p className="muted">
                    {kinds[kind] ?? 'Area'}
                    {chosen ? ' · self-reported, not verified' : null}
                  </p>
                </div>
              </li>
            ))}
          </ul>
          <DistrictMap divisions={congressionalDistricts(places)} congress={places.map} />
          <p className={styles.source}>
            <MapPinned aria-hidden="true" />
            {sourceWords(places)}
          </p>
        </>
      )}
      {open.length > 0 && <Choices key={choiceKey(places)} places={places} open={open} />}
    </div>
  )
}

const kinds: Readonly<Record<string, string>> = {
  country: 'Country',
  state: 'State',
  county: 'County',
  place: 'City or town',
  congressional_district: 'Congressional district',
  state_upper_district: 'Upper chamber of your state',
  state_lower_district: 'Lower chamber of your state',
  ward: 'Ward',
}

function sourceWords({ precision, source, map }: MyPlaces): string {
  const by = source === 'census' ? 'the geocoder of the U.S. Census Bureau' : 'the tables that come with Hurd'
  const from = { address: 'your street address', zip: 'your ZIP code', state: 'your state', none: 'nothing' }[
    precision
  ]
  return `Found from ${from}, by ${by}. Congressional districts as of the ${map}th Congress.`
}

function choiceKey({ divisions, candidates }: MyPlaces): string {
  return JSON.stringify([divisions, candidates])
}

const questions: Readonly<Record<Choosable, { title: string; none: string }>> = {
  congressional_district: { title: 'Which congressional district do you live in?', none: 'I do not know' },
  county: { title: 'Which county do you live in?', none: 'I do not know' },
  place: {
    title: 'Which city or town do you live in?',
    none: 'None of these: I live outside the city limits',
  },
}

type Answers = { [kind in Choosable]?: string | null }

/** What the address leaves open, each as a group of rows; saved together. */
function Choices({ places, open }: { places: MyPlaces; open: Choosable[] }) {
  const [answers, setAnswers] = useState<Answers>({})
  const { isBusy, isSaved, failure, save, forgive } = useSaving(fallback)
  const cache = useQueryClient()

  async function send() {
    const saved = await call(chooseMyPlaces, answers)
    cache.setQueryData(
      queryFor(getMyPlaces, {}).queryKey,
      (held) => held && { ...held, places: saved.places },
    )
    // Representatives, groups and local counts follow.
    void cache.invalidateQueries()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy && Object.keys(answers).length > 0) void save(send)
  }

  return (
    <form onSubmit={submit} noValidate className={styles.choices}>
      <h3 className={styles.title}>Choose your district</h3>
      <p className="muted">
        Your address matches more than one area. Your choice determines your representatives and groups, and
        is marked as self-reported.
      </p>
      {failure && <Alert kind="error" title={failure} level={3} />}
      {open.map((kind) => (
        <Question
          key={kind}
          kind={kind}
          rows={places.candidates[kind]}
          held={answers[kind] === undefined ? heldOf(places, kind) : answers[kind]}
          onChoose={(division) => {
            forgive()
            setAnswers({ ...answers, [kind]: division })
          }}
        />
      ))}
      <SaveFoot label="Save choice" busyLabel="Saving..." isBusy={isBusy} isSaved={isSaved} />
    </form>
  )
}

function heldOf({ divisions, candidates }: MyPlaces, kind: Choosable): string | null {
  const chosen = divisions.find(
    (one) => one.chosen && candidates[kind].some((row) => row.division === one.division),
  )
  return chosen?.division ?? null
}

type QuestionProps = {
  kind: Choosable
  rows: NamedDivision[]
  held: string | null
  onChoose: (division: string | null) => void
}

function Question({ kind, rows, held, onChoose }: QuestionProps) {
  const { title, none } = questions[kind]
  return (
    <fieldset className={styles.question}>
      <legend>{title}</legend>
      {rows.map(({ division, name }) => (
        <Radio
          key={division}
          name={kind}
          value={division}
          label={name}
          checked={held === division}
          onChange={() => onChoose(division)}
        />
      ))}
      <Radio name={kind} value="" label={none} checked={held === null} onChange={() => onChoose(null)} />
    </fieldset>
  )
}
