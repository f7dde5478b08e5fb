import { useQuery } from '@tanstack/react-query'
import { plural, t } from '#contract/kit/translate.ts'
import { type MyPlaces, stateNames } from '#contract/places.ts'
import {
  boxOf,
  congressionalDistricts,
  congressOfShapes,
  districtOf,
  type DistrictShapes,
  districtLabel,
  loadShapes,
} from './districtShapes.ts'
import { districtView, freeCorner, viewBoxText, wholeState } from './mapView.ts'
import styles from './DistrictMap.module.css'

/**
 * A map of the viewer's congressional district, or of the candidates for it, in its state, with a caption. If the shapes are of
 * another Congress than the districts, no map is shown.
 */
export function DistrictMap({ places }: { places: MyPlaces }) {
  const { map: congress } = places
  const districts = congressionalDistricts(places).flatMap((division) => districtOf(division) ?? [])
  const state = districts[0]?.state
  const { data, isError } = useQuery({
    queryKey: ['/maps', state],
    queryFn: ({ signal }) => loadShapes(state ?? '', signal),
    enabled: state !== undefined && congress === congressOfShapes,
    staleTime: Infinity,
  })
  if (!state || congress !== congressOfShapes || isError) {
    return null
  }
  // A few ZIP codes are in two states. For them, only the map of the first state is shown.
  const names = districts.filter((district) => district.state === state).map(({ name }) => name)
  const isCertain = places.divisions.some(({ kind }) => kind === 'congressional_district')
  // The address may be in another state, or be a P.O. box, which has a candidate only.
  const mayBeAnother = !isCertain && (names.length === 1 || names.length < districts.length)
  return (
    <figure className={styles.frame}>
      {data ? (
        <Shapes state={state} shapes={data} names={names} />
      ) : (
        <div className={styles.picture} aria-hidden="true" />
      )}
      <figcaption className={styles.caption}>
        {data && captionOf(state, data, names, mayBeAnother)}
      </figcaption>
    </figure>
  )
}

function captionOf(
  state: string,
  { districts }: DistrictShapes,
  names: string[],
  mayBeAnother: boolean,
): string {
  const stateName = stateNames[state] ?? state.toUpperCase()
  const count = Object.keys(districts).length
  if (names.includes('at-large')) {
    return t('{state} is one congressional district.', { state: stateName })
  }
  if (mayBeAnother) {
    return plural(
      names.length,
      'Your congressional district may be {districts} of {state}, which is filled in.|Your congressional district may be one of {districts} of {state}, which are filled in.',
      { state: stateName, districts: districtLabel(names) },
    )
  }
  return names.length === 1
    ? plural(
        count,
        '{state} has {n} congressional district. Yours, {district}, is filled in.|{state} has {n} congressional districts. Yours, {district}, is filled in.',
        { state: stateName, district: districtLabel(names) },
      )
    : plural(
        count,
        '{state} has {n} congressional district. Yours is one of {districts}, which are filled in.|{state} has {n} congressional districts. Yours is one of {districts}, which are filled in.',
        { state: stateName, districts: districtLabel(names) },
      )
}

function Shapes({ state, shapes, names }: { state: string; shapes: DistrictShapes; names: string[] }) {
  const ownBoxes = names.flatMap((name) => shapes.districts[name] ?? []).map(boxOf)
  const view = districtView(shapes, ownBoxes)
  const corner = freeCorner(view ?? wholeState(shapes), ownBoxes)
  return (
    <div className={styles.picture}>
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the map has the theme's colors, which an <img> cannot have
        role="img"
        aria-label={t('Map of {state} with {districts} filled in', {
          state: stateNames[state] ?? state,
          districts: districtLabel(names),
        })}
        viewBox={viewBoxText(view ?? wholeState(shapes))}
      >
        {Object.entries(shapes.districts)
          // The viewer's districts are drawn last so that their outlines are above the outlines of their neighbors.
          .toSorted(([name], [other]) => Number(names.includes(name)) - Number(names.includes(other)))
          .map(([name, path]) => (
            <path key={name} d={path} className={names.includes(name) ? styles.mine : styles.other} />
          ))}
      </svg>
      {view && (
        <svg
          aria-hidden="true"
          className={styles.inset}
          data-right={corner.isRight || undefined}
          data-bottom={corner.isBottom || undefined}
          viewBox={`-8 -8 ${shapes.width + 16} ${shapes.height + 16}`}
        >
          <path d={Object.values(shapes.districts).join('')} className={styles.land} />
          <rect {...view} className={styles.view} />
        </svg>
      )}
    </div>
  )
}
