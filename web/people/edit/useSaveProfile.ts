import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { t } from '#contract/kit/translate.ts'
import { updateProfile } from '#contract/people.ts'
import { addressHelp, getMyPlaces, unmatchedAddress } from '#contract/places.ts'
import { queryFor, call } from '#web/kit/api/api.ts'
import { dispatch } from '#web/kit/session/session.ts'
import { normalizeUser } from '#web/kit/session/sessionUser.ts'
import { announce, toast } from '#web/kit/ui/overlays/toast.ts'
import { changeProfile, refetchStats, refetchProfiles } from '#web/people/profileQueries.ts'
import type { ProfileValues } from './profileForm.ts'

/** The delay in milliseconds after which a saved profile is fetched again. */
export const refetchDelay = 100

export function useSaveProfile(userId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ fullName, bio, address }: ProfileValues) =>
      call(updateProfile, { full_name: fullName.trim(), bio: bio.trim(), address: address.trim() }),
    onSuccess: ({ user }) => {
      const { fullName, bio, address, ocd_city_id } = user
      dispatch({ type: 'update_user', fields: normalizeUser(user) ?? user })
      changeProfile(cache, userId, () => ({ fullName, bio, address }))
      void refetchStats(cache, userId)
      // Many cached lists contain the name or depend on the address. They are fetched again when they are next shown.
      void cache.invalidateQueries({ refetchType: 'none' })
      setTimeout(() => void refetchProfiles(cache), refetchDelay)
      announce(t('Profile saved'))
      if (address && !ocd_city_id) {
        void reportUnmatchedAddress(cache)
      }
    },
  })
}

/** Shows a toast if the address has no districts. An address without a city may still have some, so they are read. */
async function reportUnmatchedAddress(cache: QueryClient) {
  try {
    const { places } = await cache.fetchQuery({ ...queryFor(getMyPlaces, {}), staleTime: 0 })
    if (!places || places.precision === 'none') {
      toast(`${t(unmatchedAddress)} ${t(addressHelp)}`)
    }
  } catch {
    // The profile is saved, and the Location tab shows the state of the address.
  }
}
