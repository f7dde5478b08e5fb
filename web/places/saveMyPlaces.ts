import type { QueryClient } from '@tanstack/react-query'
import { listBills } from '#contract/bills/bills.ts'
import type { InputOf } from '#contract/kit/endpoint.ts'
import { chooseMyPlaces, getMyPlaces } from '#contract/places.ts'
import { queryFor, call } from '#web/kit/api/api.ts'
import { reloadUser } from '#web/kit/session/session.ts'

/**
 * Saves which of the candidates are the member's districts, and reads again what depends on them. Cached lists of bills are only
 * marked as outdated, because a list that is on the screen must not move while the member reads it.
 */
export async function saveMyPlaces(cache: QueryClient, choices: InputOf<typeof chooseMyPlaces>) {
  const saved = await call(chooseMyPlaces, choices)
  cache.setQueryData(
    queryFor(getMyPlaces, {}).queryKey,
    (current) => current && { ...current, places: saved.places },
  )
  await cache.invalidateQueries({ queryKey: [listBills.path], refetchType: 'none' })
  await reloadUser()
  void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== listBills.path })
}
