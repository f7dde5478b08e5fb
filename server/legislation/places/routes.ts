import { refuse } from '#contract/kit/refusals.ts'
import * as places from '#contract/places.ts'
import { read } from '#server/platform/http/route/read.ts'
import { type Route } from '#server/platform/http/route/route.ts'
import { write } from '#server/platform/http/route/write.ts'
import { getMyArea } from './myArea.ts'
import { getMyPlaces } from './myDistricts.ts'
import { chooseMyPlaces } from './residence.ts'

/**
 * Returns the routes of places.
 *
 * @param forgetMember drops the member's cached sessions, which contain the city
 */
export function placeRoutes(
  forgetMember: (user_id: string) => void,
  { censusGeocoderUrl }: { censusGeocoderUrl: string | null },
): Route[] {
  const geocoder: 'gazetteer' | 'census' = censusGeocoderUrl === null ? 'gazetteer' : 'census'
  return [
    read(places.getMyPlaces, async ({ db, me }) => ({
      places: await getMyPlaces(db, me.user_id),
      geocoder,
    })),
    read(places.getMyArea, ({ db, me }) => getMyArea(db, me.user_id)),
    write(places.chooseMyPlaces, async ({ db, me, input, afterCommit }) => {
      await chooseMyPlaces(db, me.user_id, input)
      afterCommit(() => forgetMember(me.user_id))
      return { places: (await getMyPlaces(db, me.user_id)) ?? refuse('no_place_to_choose') }
    }),
  ]
}
