import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Hand, MapPinned } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { listBills } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import {
  choosable,
  type Choosable,
  getMyPlaces,
  type MyPlaces,
  type NamedDivision,
  addressHelp,
  unmatchedAddress,
} from '#contract/places.ts'
import { placeText } from '#contract/placeTexts.ts'
import { addressText } from '#contract/storedTexts.ts'
import { SaveFoot } from '#web/accounts/settings/SettingsCard.tsx'
import { queryFor } from '#web/kit/api/api.ts'
import { useSubmission } from '#web/kit/forms/useSubmission.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Radio } from '#web/kit/ui/Field.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { DistrictMap } from '#web/places/DistrictMap.tsx'
import { kindNameIn } from '#web/places/kindNames.ts'
import { saveMyPlaces } from '#web/places/saveMyPlaces.ts'
import settings from '#web/accounts/settings/Settings.module.css'
import styles from './LocationResult.module.css'

/** Shows the districts of the saved address. If the address matches several districts of a kind, the member can choose. */
export function LocationResult() {
  const myPlaces = useQuery({ ...queryFor(getMyPlaces, {}), staleTime: 0 })
  return (
    <QueryView
      query={myPlaces}
      level={3}
      title={t('Your districts could not be loaded')}
      shape={{ label: t('Loading your districts'), className: settings.body, heights: ['3rem'] }}
    >
      {({ places }) => places && <Places places={places} />}
    </QueryView>
  )
}

function Places({ places }: { places: MyPlaces }) {
  const { precision, divisions, candidates, named_place, address_note } = places
  const undecided = choosable.filter((kind) => candidates[kind].length > 0)
  return (
    <div className={styles.result}>
      {precision === 'none' && (
        <Alert kind="warning" level={3} title={t(unmatchedAddress)}>
          <p>{address_note === null ? t(addressHelp) : addressText(address_note)}</p>
        </Alert>
      )}
      {precision !== 'none' && address_note && (
        <Alert kind="info" level={3} title={addressText(address_note)} />
      )}
      {divisions.length > 0 && (
        <>
          <h3 className={styles.title}>{t('Your districts')}</h3>
          <ul className={styles.divisions}>
            {divisions.map(({ division, kind, name, chosen }) => (
              <li key={division}>
                {chosen ? (
                  <Hand aria-hidden="true" />
                ) : (
                  <CircleCheck aria-hidden="true" className={settings.good} />
                )}
                <div>
                  <p className={styles.name}>{placeText(name)}</p>
                  <p className="muted">
                    {kindName(kind, division)}
                    {division === named_place && <> · {t('from your address, not confirmed yet')}</>}
                    {chosen && division !== named_place && <> · {t('chosen by you')}</>}
                  </p>
                </div>
              </li>
            ))}
          </ul>
          <DistrictMap places={places} />
          <p className={styles.source}>
            <MapPinned aria-hidden="true" />
            {sourceText(places)}
          </p>
        </>
      )}
      {undecided.length > 0 && <Choices key={choiceKey(places)} places={places} undecided={undecided} />}
    </div>
  )
}

/** Returns the kind of a division in words. Puerto Rico is a territory, and its municipios are its cities. */
function kindName(kind: string, division: string): string {
  if (division.includes('/territory:')) {
    if (kind === 'state') {
      return t('Territory')
    }
    if (kind === 'county') {
      return t('City or town')
    }
  }
  if (kind === 'state' && division.endsWith('/district:dc')) {
    return t('Federal district and city')
  }
  return kindNameIn(kind, [division])
}

const basis = {
  address: t('Based on your street address'),
  zip: t('Based on your ZIP code'),
  state: t('Based on your state'),
  none: t('Chosen by you'),
}

function sourceText({ precision, source, map }: MyPlaces): string {
  const geocoder = source === 'census' ? ` ${t('(U.S. Census Bureau geocoder)')}` : ''
  const districts = t('Congressional districts of the {congress}th Congress.', { congress: map })
  return `${basis[precision]}${geocoder}. ${districts}`
}

function choiceKey({ divisions, candidates }: MyPlaces): string {
  return JSON.stringify([divisions, candidates])
}

const questions: Readonly<Record<Choosable, { title: string; none: string }>> = {
  congressional_district: {
    title: t('Which congressional district do you live in?'),
    none: t("I don't know"),
  },
  county: { title: t('Which county do you live in?'), none: t("I don't know") },
  place: {
    title: t('Which city or town do you live in?'),
    none: t('I live outside city limits'),
  },
}

type Answers = { [kind in Choosable]?: string | null }

/** A form with one question for each kind of division that the address does not determine. */
function Choices({ places, undecided }: { places: MyPlaces; undecided: Choosable[] }) {
  const [answers, setAnswers] = useState<Answers>({})
  const submission = useSubmission(t('Failed to save your choice'))
  const cache = useQueryClient()

  async function send() {
    await saveMyPlaces(cache, answers)
    // The cached feed has the order for the old places, and would be shown until the new feed arrives.
    cache.removeQueries({ queryKey: [listBills.path] })
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!submission.isBusy && Object.keys(answers).length > 0) {
      void submission.submit(send)
    }
  }

  return (
    <form onSubmit={submit} noValidate className={styles.choices}>
      <h3 className={styles.title}>{t('Confirm where you live')}</h3>
      <p className="muted">
        {t(
          'Your address matches more than one place. Pick yours so we show the right representatives and groups.',
        )}
      </p>
      {submission.failure && <Alert kind="error" title={submission.failure} level={3} />}
      {undecided.map((kind) => (
        <Question
          key={kind}
          kind={kind}
          title={titleOf(places, kind)}
          candidates={places.candidates[kind]}
          selected={answers[kind] === undefined ? chosenDivision(places, kind) : answers[kind]}
          onChoose={(division) => {
            submission.clearFailure()
            setAnswers({ ...answers, [kind]: division })
          }}
        />
      ))}
      <SaveFoot label={t('Save choice')} busyLabel={t('Saving...')} submission={submission} />
    </form>
  )
}

function titleOf({ divisions, named_place }: MyPlaces, kind: Choosable): string {
  const match = divisions.find(({ division }) => division === named_place)
  return kind === 'place' && match
    ? t('Do you live in {place}?', { place: placeText(match.name) })
    : questions[kind].title
}

/**
 * Returns the division of this kind that the member chose earlier, or null for none of them, or undefined if the member has
 * to confirm the city that the address names.
 */
function chosenDivision(
  { divisions, candidates, named_place }: MyPlaces,
  kind: Choosable,
): string | null | undefined {
  if (kind === 'place' && named_place !== null) {
    return undefined
  }
  const match = divisions.find(
    ({ chosen, division }) => chosen && candidates[kind].some((candidate) => candidate.division === division),
  )
  return match?.division ?? null
}

type QuestionProps = {
  kind: Choosable
  title: string
  candidates: NamedDivision[]
  selected: string | null | undefined
  onChoose: (division: string | null) => void
}

function Question({ kind, title, candidates, selected, onChoose }: QuestionProps) {
  const { none } = questions[kind]
  return (
    <fieldset className={styles.question}>
      <legend>{title}</legend>
      {candidates.map(({ division, name }) => (
        <Radio
          key={division}
          name={kind}
          value={division}
          label={placeText(name)}
          checked={selected === division}
          onChange={() => onChoose(division)}
        />
      ))}
      <Radio name={kind} value="" label={none} checked={selected === null} onChange={() => onChoose(null)} />
    </fieldset>
  )
}
