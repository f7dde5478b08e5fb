import { useQuery } from '@tanstack/react-query'
import { stateNames } from '../../contract/places.ts'
import { pluralize } from '../kit/format.ts'
import { Skeleton } from '../kit/ui/Feedback.tsx'
import {
  boxOf,
  congressOfShapes,
  districtOf,
  type DistrictShapes,
  districtLabel,
  loadShapes,
} from './districtShapes.ts'
import styles from './DistrictMap.module.css'

type DistrictMapProps = {
  /** OCD ids of congressional districts of one state: the viewer's own, or the candidates for it. */
  divisions: string[]
  /** The Congress of these districts. For any Congress other than that of the shapes, nothing is drawn. */
  congress: number
}

/** A map of the viewer's congressional district in its state, with a caption. */
export function DistrictMap({ divisions, congress }: DistrictMapProps) {
  const districts = divisions.flatMap((division) => districtOf(division) ?? [])
  const state = districts[0]?.state
  const { data, isError } = useQuery({
    queryKey: ['/maps', state],
    queryFn: ({ signal }) => loadShapes(state ?? '', signal),
    enabled: state !== undefined && congress === congressOfShapes,
    staleTime: Infinity,
  })
  if (!state || congress !== congressOfShapes || isError) return null
  // A few ZIP codes are in two states. One map is enough for them.
  const names = districts.filter((district) => district.state === state).map(({ name }) => name)
  return (
    <figure className={styles.frame}>
      {data ? <Shapes state={state} shapes={data} names={names} /> : <Skeleton height="16rem" />}
      <figcaption className={styles.caption}>{data && captionOf(state, data, names)}</figcaption>
    </figure>
  )
}

function captionOf(state: string, { districts }: DistrictShapes, names: string[]): string {
  const stateName = stateNames[state] ?? state.toUpperCase()
  const count = Object.keys(districts).length
  if (names.includes('at-large')) return `${stateName} is one congressional district.`
  const all = `${stateName} has ${pluralize(count, 'congressional district')}.`
  return names.length === 1
    ? `${all} Yours, ${districtLabel(names)}, is filled in.`
    : `${all} Yours is one of ${districtLabel(names)}, which are filled in.`
}

/** A district smaller than this share of the map gets a ring, so that it can be found. */
const small = 0.07

function Shapes({ state, shapes, names }: { state: string; shapes: DistrictShapes; names: string[] }) {
  const { width, height, districts } = shapes
  const side = Math.max(width, height)
  const mine = names.flatMap((name) => districts[name] ?? [])
  const rings = mine.map(boxOf).filter((box) => Math.max(box.width, box.height) < small * side)
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in the theme's colors, which <img> cannot do
      role="img"
      aria-label={`Map of ${stateNames[state] ?? state} with ${districtLabel(names)} filled in`}
      className={styles.map}
      viewBox={`-8 -8 ${width + 16} ${height + 16}`}
    >
      {Object.entries(districts).map(([name, path]) => (
        <path key={name} d={path} className={names.includes(name) ? styles.mine : styles.other} />
      ))}
      {rings.map((box) => (
        <circle
          key={`${box.x} ${box.y}`}
          className={styles.ring}
          cx={box.x + box.width / 2}
          cy={box.y + box.height / 2}
          r={Math.max(box.width, box.height) / 2 + 14}
        />
      ))}
    </svg>
  )
}
