import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import { stateNames } from '#contract/places.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import {
  boxOf,
  congressOfShapes,
  districtLabel,
  districtOf,
  labelPointsOf,
  loadShapes,
} from '#web/places/districtShapes.ts'
import { closeView, usualRatio, viewBoxText, wholeState } from '#web/places/mapView.ts'
import styles from './DistrictStep.module.css'

/** In a view of this width the circles have the size that is written here. In others they are scaled. */
const drawnWidth = 420
/** The radius of the circle around a number. */
const radius = 18
/** The smallest distance of two centers at which the circles and their lines do not touch. */
const apart = 2 * radius + 5

type NumberedMapProps = {
  /** OCD ids of congressional districts: the member's, or those among which the member chooses. */
  divisions: readonly string[]
  /** The number of the Congress with these districts. If the shapes are of another Congress, no map is shown. */
  congress: number
  selected: string | null
  /** Called with a district that is pressed on the map. Null if there is nothing to choose. */
  onSelect: ((division: string) => void) | null
}

/**
 * A map on which the districts have numbers. A press on a district chooses it. The list beside it has the same choice for keyboards
 * and screen readers, for which the map is one picture.
 */
export function NumberedMap({ divisions, congress, selected, onSelect }: NumberedMapProps) {
  const [ratio, setRatio] = useState(usualRatio)
  const state = divisions.flatMap((division) => districtOf(division) ?? [])[0]?.state
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
  const districts = divisions.flatMap((division) => {
    const district = districtOf(division)
    const path = district?.state === state ? data?.districts[district.name] : undefined
    return district && path ? [{ division, name: district.name, path }] : []
  })
  // On a phone, the map is a low strip. A view of another ratio would be cut off, and the numbers with it.
  function measure(box: HTMLDivElement | null) {
    if (box) setRatio(box.clientWidth / box.clientHeight)
  }
  if (!data) {
    return <div ref={measure} className={styles.map} />
  }
  const view =
    closeView(
      data,
      districts.map(({ path }) => boxOf(path)),
      ratio,
    ) ?? wholeState(data, ratio)
  const scale = view.width / drawnWidth
  const points = labelPointsOf(
    districts.map(({ path }) => path),
    scale * apart,
  )
  const numberedNames = new Set(districts.map(({ name }) => name))
  const selectedName = districts.find(({ division }) => division === selected)?.name
  const mapLabel = t('Map of {state} with {districts} numbered', {
    state: stateNames[state] ?? state,
    districts: districtLabel([...numberedNames]),
  })
  return (
    <div ref={measure} className={styles.map}>
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the map has the theme's colors, which an <img> cannot have
        role="img"
        aria-label={
          selectedName
            ? t('{map}. {district} is chosen.', { map: mapLabel, district: districtLabel([selectedName]) })
            : mapLabel
        }
        viewBox={viewBoxText(view)}
      >
        {Object.entries(data.districts)
          .filter(([name]) => !numberedNames.has(name))
          .map(([name, path]) => (
            <path key={name} d={path} className={styles.other} />
          ))}
        {districts.map(({ division, name, path }) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the list has the same choice for the keyboard
          <path
            key={name}
            d={path}
            className={classNames(styles.candidate, division === selected && styles.chosen)}
            onClick={() => onSelect?.(division)}
          />
        ))}
        {districts.map(({ name }, index) => {
          const point = points[index]
          return (
            point &&
            name !== 'at-large' && (
              <g
                key={name}
                transform={`translate(${point.x} ${point.y}) scale(${scale})`}
                className={styles.label}
              >
                <circle r={radius} />
                <text textAnchor="middle" dominantBaseline="central">
                  {name}
                </text>
              </g>
            )
          )
        })}
      </svg>
    </div>
  )
}
