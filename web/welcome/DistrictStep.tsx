import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { t } from '#contract/kit/translate.ts'
import { getMyPlaces, type ListedDistrict, type MyPlaces, unmatchedAddress } from '#contract/places.ts'
import { placeText } from '#contract/placeTexts.ts'
import { listRepresentatives, type Representative } from '#contract/representatives.ts'
import { addressText } from '#contract/storedTexts.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { useSubmission } from '#web/kit/forms/useSubmission.ts'
import { paths } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { congressionalDistricts, districtOf } from '#web/places/districtShapes.ts'
import { saveMyPlaces } from '#web/places/saveMyPlaces.ts'
import {
  DistrictList,
  type ListedChoice,
  OnlyDistrict,
} from '#web/representatives/districts/DistrictList.tsx'
import { ordinal } from '#web/representatives/districts/districtWords.ts'
import { ListedDistrictForm } from '#web/representatives/districts/ListedDistrictForm.tsx'
import { districtsText } from './districtNames.ts'
import { NumberedMap } from './NumberedMap.tsx'
import type { StepProps } from './progress.ts'
import { StepHeading } from './StepHeading.tsx'
import styles from './DistrictStep.module.css'
import welcome from './WelcomeCard.module.css'

export function DistrictStep(props: StepProps) {
  const { onFinish } = props
  const { user } = useSession()
  const query = useQuery(queryFor(getMyPlaces, {}))
  const places = query.data?.places
  const skip = (
    <Button variant="quiet" onClick={() => onFinish('skipped')}>
      {t('Skip this step')}
    </Button>
  )
  if (!query.data) {
    return (
      <div className={welcome.step}>
        <StepHeading {...props} title={t('Your district')} />
        <QueryView
          query={query}
          level={3}
          title={t('Your districts could not be loaded')}
          shape={{ label: t('Loading your districts'), heights: ['12rem'] }}
        />
        <div className={welcome.actions}>{skip}</div>
      </div>
    )
  }
  if (places && congressionalDistricts(places).length > 0) {
    return <DistrictQuestions {...props} places={places} />
  }
  const hasAddress = Boolean(user?.address)
  const reason = places?.address_note ? addressText(places.address_note) : t(unmatchedAddress)
  const text = t(
    'With your address you see who represents you and which bills are about your city. Other members never see it.',
  )
  return (
    <div className={welcome.step}>
      <StepHeading
        {...props}
        title={t('Where do you live?')}
        text={hasAddress ? `${reason} ${text}` : text}
      />
      <div className={welcome.actions}>
        <ButtonLink to={paths.settingsSection('location')}>
          {hasAddress ? t('Change address') : t('Add your address')}
        </ButtonLink>
        {skip}
      </div>
    </div>
  )
}

/** The districts that are asked for after the one of Congress, the nearest first. */
const askedKinds: readonly ListedDistrict[] = [
  'council_district',
  'state_upper_district',
  'state_lower_district',
]

/** Asks for the district of Congress, and then for those of the council and the legislature whose members Hurd knows. */
function DistrictQuestions({ places, onFinish, ...props }: StepProps & { places: MyPlaces }) {
  const cache = useQueryClient()
  const [outcome, setOutcome] = useState<'done' | 'skipped' | null>(null)
  const [openKinds, setOpenKinds] = useState<readonly ListedDistrict[]>([])
  const [kind] = openKinds

  async function finishCongress(state: 'done' | 'skipped') {
    const people = await cache.ensureQueryData(queryFor(listRepresentatives, {})).catch(() => null)
    const kinds = askedKinds.filter((one) => people?.district_choices?.includes(one))
    if (kinds.length === 0) {
      onFinish(state)
    }
    setOutcome(state)
    setOpenKinds(kinds)
  }
  function askNext(state: 'done' | 'skipped') {
    setOutcome(state)
    if (openKinds.length <= 1) {
      onFinish(state)
    } else {
      setOpenKinds(openKinds.slice(1))
    }
  }

  if (outcome === null || kind === undefined) {
    return <LocatedStep {...props} places={places} onFinish={(state) => void finishCongress(state)} />
  }
  return (
    <ListedDistrictForm
      key={kind}
      kind={kind}
      chosen={null}
      renderHeading={(question) => <StepHeading {...props} takesFocus title={question} />}
      others={
        <Button variant="quiet" onClick={() => askNext(outcome)}>
          {t("I don't know")}
        </Button>
      }
      onSaved={() => askNext('done')}
    />
  )
}

/** The titles of the members of the House. */
const houseTitles = new Set(['U.S. Representative', 'U.S. Delegate', 'Resident Commissioner'])

/** Lets the member choose the district in a list or on the map, or confirm the only one. */
function LocatedStep({ places, onFinish, ...props }: StepProps & { places: MyPlaces }) {
  const cache = useQueryClient()
  const people = useQuery(queryFor(listRepresentatives, {}))
  const submission = useSubmission(t('Failed to save your choice'))
  const [chosen, setChosen] = useState<string | null>(null)
  const districts = congressionalDistricts(places)
  const isStored = places.divisions.some(({ kind }) => kind === 'congressional_district')
  const isOnly = districts.length === 1
  const member = people.data?.representatives.find(({ title }) => houseTitles.has(title))
  const candidates = new Map(people.data?.candidates?.map((person) => [person.division, person]))
  const selected = isOnly ? districts[0] : chosen
  const { user } = useSession()

  async function send() {
    // The only candidate, as of a P.O. box, becomes the member's district only when they say that it is.
    if (selected && !isStored) {
      await saveMyPlaces(cache, { congressional_district: selected })
    }
    onFinish('done')
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!submission.isBusy && selected) {
      void submission.submit(send)
    }
  }

  return (
    <div className={styles.columns}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <StepHeading
          {...props}
          title={isOnly ? t('Is this your district?') : t('Which district is yours?')}
          text={
            isOnly
              ? places.divisions
                  .filter(({ kind }) => kind === 'state' || kind === 'place')
                  .map(({ name }) => placeText(name))
                  .join(' · ')
              : districtsText(user?.address ?? '', places.precision, districts.length)
          }
        />
        {submission.failure && <Alert kind="error" title={submission.failure} level={3} />}
        {isOnly ? (
          selected && <OnlyDistrict {...choiceOf(selected, candidates.get(selected) ?? member)} />
        ) : (
          <DistrictList
            legend={t('Your congressional district')}
            choices={districts.map((division) => choiceOf(division, candidates.get(division)))}
            selected={chosen}
            onSelect={(division) => {
              submission.clearFailure()
              setChosen(division)
            }}
          />
        )}
        <div className={welcome.actions}>
          <Button
            type="submit"
            busy={submission.isBusy}
            busyLabel={t('Saving...')}
            aria-disabled={!selected || undefined}
          >
            {isOnly ? t('Yes, this is my district') : t('This is my district')}
          </Button>
          {isOnly ? (
            <>
              <ButtonLink variant="secondary" to={paths.settingsSection('location')}>
                {t('Change address')}
              </ButtonLink>
              <Button variant="quiet" onClick={() => onFinish('skipped')}>
                {t('Skip this step')}
              </Button>
            </>
          ) : (
            <Button variant="quiet" onClick={() => onFinish('skipped')}>
              {t("I don't know")}
            </Button>
          )}
        </div>
      </form>
      <NumberedMap
        divisions={districts}
        congress={places.map}
        selected={selected ?? null}
        onSelect={isOnly ? null : setChosen}
      />
    </div>
  )
}

function choiceOf(division: string, representative: Representative | undefined): ListedChoice {
  return {
    division,
    label: ordinal(districtOf(division)?.name ?? ''),
    representatives: representative ? [representative] : [],
  }
}
