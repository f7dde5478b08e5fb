import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { getMyPlaces, type MyPlaces, unmatchedAddress } from '#contract/places.ts'
import { listRepresentatives, type Representative } from '#contract/representatives.ts'
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
import { officeText } from '#web/representatives/office.ts'
import { Portrait } from '#web/representatives/Portrait.tsx'
import { districtsText, ordinal } from './districtNames.ts'
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
      Skip this step
    </Button>
  )
  if (!query.data) {
    return (
      <div className={welcome.step}>
        <StepHeading {...props} title="Your district" />
        <QueryView
          query={query}
          level={3}
          title="Your districts could not be loaded"
          shape={{ label: 'Loading your districts', heights: ['12rem'] }}
        />
        <div className={welcome.actions}>{skip}</div>
      </div>
    )
  }
  if (places && places.divisions.length > 0) return <LocatedStep {...props} places={places} />
  const hasAddress = Boolean(user?.address)
  const text =
    'With your address you see who represents you and which bills are about your city. Other members never see it.'
  return (
    <div className={welcome.step}>
      <StepHeading
        {...props}
        title="Where do you live?"
        text={hasAddress ? `${unmatchedAddress} ${text}` : text}
      />
      <div className={welcome.actions}>
        <ButtonLink to={paths.settingsSection('location')}>
          {hasAddress ? 'Change address' : 'Add your address'}
        </ButtonLink>
        {skip}
      </div>
    </div>
  )
}

/** Lets the member choose the district in a list or on the map, or confirm the only one. */
function LocatedStep({ places, onFinish, ...props }: StepProps & { places: MyPlaces }) {
  const cache = useQueryClient()
  const people = useQuery(queryFor(listRepresentatives, {}))
  const submission = useSubmission('Failed to save your choice')
  const [chosen, setChosen] = useState<string | null>(null)
  const districts = congressionalDistricts(places)
  const isCertain = places.candidates.congressional_district.length === 0 || districts.length === 1
  const member = people.data?.representatives.find(({ title }) => title === 'U.S. Representative')
  const candidates = new Map(people.data?.candidates?.map((person) => [person.division, person]))
  const selected = isCertain ? districts[0] : chosen
  const { user } = useSession()

  async function send() {
    if (!isCertain) await saveMyPlaces(cache, { congressional_district: chosen })
    onFinish('done')
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!submission.isBusy && selected) void submission.submit(send)
  }

  return (
    <div className={styles.columns}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <StepHeading
          {...props}
          title={isCertain ? 'Is this your district?' : 'Which district is yours?'}
          text={
            isCertain
              ? places.divisions
                  .filter(({ kind }) => kind === 'state' || kind === 'place')
                  .map(({ name }) => name)
                  .join(' · ')
              : districtsText(user?.address ?? '', places.precision, districts.length)
          }
        />
        {submission.failure && <Alert kind="error" title={submission.failure} level={3} />}
        <fieldset className={styles.choices}>
          <legend className="vh">Your congressional district</legend>
          {districts.map((division) => (
            <Choice
              key={division}
              division={division}
              representative={isCertain ? member : candidates.get(division)}
              isOnly={isCertain}
              isSelected={division === selected}
              onSelect={() => {
                submission.clearFailure()
                setChosen(division)
              }}
            />
          ))}
        </fieldset>
        <div className={welcome.actions}>
          <Button
            type="submit"
            busy={submission.isBusy}
            busyLabel="Saving..."
            aria-disabled={!selected || undefined}
          >
            {isCertain ? 'Yes, this is my district' : 'This is my district'}
          </Button>
          {isCertain ? (
            <>
              <ButtonLink variant="secondary" to={paths.settingsSection('location')}>
                Change address
              </ButtonLink>
              <Button variant="quiet" onClick={() => onFinish('skipped')}>
                Skip this step
              </Button>
            </>
          ) : (
            <Button variant="quiet" onClick={() => onFinish('skipped')}>
              I don't know
            </Button>
          )}
        </div>
      </form>
      <NumberedMap
        divisions={districts}
        congress={places.map}
        selected={selected ?? null}
        onSelect={isCertain ? null : setChosen}
      />
    </div>
  )
}

type ChoiceProps = {
  division: string
  representative: Representative | undefined
  isOnly: boolean
  isSelected: boolean
  onSelect: () => void
}

function Choice({ division, representative, isOnly, isSelected, onSelect }: ChoiceProps) {
  const name = ordinal(districtOf(division)?.name ?? '')
  const person = representative && (
    <>
      <Portrait representative={representative} />
      <span className={styles.words}>
        <span>
          <b>{name}</b> {representative.rep_name}
        </span>
        <small>{officeText({ ...representative, district: null })}</small>
      </span>
    </>
  )
  const content = person ?? <b className={styles.words}>{name} district</b>
  if (isOnly) return <div className={styles.only}>{content}</div>
  return (
    <label className={styles.choice}>
      <input type="radio" name="district" checked={isSelected} onChange={onSelect} />
      {content}
    </label>
  )
}
