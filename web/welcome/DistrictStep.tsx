import { useQuery } from '@tanstack/react-query'
import { getMyPlaces, type MyPlaces, unmatchedAddress } from '#contract/places.ts'
import { listRepresentatives } from '#contract/representatives.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { paths } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { DistrictMap } from '#web/places/DistrictMap.tsx'
import { congressionalDistricts } from '#web/places/districtShapes.ts'
import { RepresentativeFaces } from '#web/representatives/RepresentativeFaces.tsx'
import type { StepProps } from './progress.ts'
import styles from './WelcomeCard.module.css'

/** More faces would push the buttons out of the window. The settings show all representatives. */
const maxFaces = 5

export function DistrictStep({ heading, onFinish }: StepProps) {
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
      <div className={styles.step}>
        {heading}
        <QueryView
          query={query}
          level={3}
          title="Your districts could not be loaded"
          shape={{ label: 'Loading your districts', heights: ['12rem'] }}
        />
        <div className={styles.actions}>{skip}</div>
      </div>
    )
  }
  if (places && places.divisions.length > 0) {
    return <LocatedStep heading={heading} places={places} onFinish={onFinish} />
  }
  const hasAddress = Boolean(user?.address)
  return (
    <div className={styles.step}>
      <div>
        {heading}
        <p className={styles.text}>
          {hasAddress && `${unmatchedAddress} `}
          With your address you see who represents you and which bills are about your city. Other members
          never see it.
        </p>
      </div>
      <div className={styles.actions}>
        <ButtonLink to={paths.settingsSection('location')}>
          {hasAddress ? 'Change address' : 'Add your address'}
        </ButtonLink>
        {skip}
      </div>
    </div>
  )
}

/** Returns the title of the step, which depends on what is known about the member's districts. */
export function districtTitle(places: MyPlaces | null | undefined, isPending: boolean): string {
  if (isPending) return 'Your district'
  if (!places || places.divisions.length === 0) return 'Where do you live?'
  return isDistrictCertain(places) ? 'Is this your district?' : 'Which district is yours?'
}

function isDistrictCertain(places: MyPlaces): boolean {
  return places.candidates.congressional_district.length === 0 || congressionalDistricts(places).length === 1
}

function LocatedStep({ heading, places, onFinish }: StepProps & { places: MyPlaces }) {
  const people = useQuery(queryFor(listRepresentatives, {}))
  const districts = congressionalDistricts(places)
  const isCertain = isDistrictCertain(places)
  const representatives = people.data?.representatives.slice(0, maxFaces) ?? []
  return (
    <div className={styles.step}>
      <div>
        {heading}
        <p className={styles.text}>
          {places.divisions
            .filter(({ kind }) => kind !== 'country')
            .map(({ name }) => name)
            .join(' · ')}
        </p>
      </div>
      <div className={styles.district}>
        <DistrictMap divisions={districts} congress={places.map} />
        <div className={styles.people}>
          {representatives.length > 0 && <h3>Who represents you</h3>}
          <RepresentativeFaces representatives={representatives} />
        </div>
      </div>
      <div className={styles.actions}>
        {isCertain ? (
          <>
            <Button onClick={() => onFinish('done')}>Yes, this is my district</Button>
            <ButtonLink variant="secondary" to={paths.settingsSection('location')}>
              Change address
            </ButtonLink>
          </>
        ) : (
          <ButtonLink to={paths.settingsSection('location')}>Choose your district</ButtonLink>
        )}
        <Button variant="quiet" onClick={() => onFinish('skipped')}>
          Skip this step
        </Button>
      </div>
    </div>
  )
}
