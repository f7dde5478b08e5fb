import { useQuery } from '@tanstack/react-query'
import { getMyPlaces } from '#contract/places.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { DistrictMap } from './DistrictMap.tsx'

/** The map of the viewer's congressional district, or of the candidates for it. Without either, nothing is shown. */
export default function OwnDistrictMap() {
  const { data } = useQuery(queryFor(getMyPlaces, {}))
  return data?.places && <DistrictMap places={data.places} />
}
