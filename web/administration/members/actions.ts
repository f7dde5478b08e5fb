import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeMember, findMembers, getMember, type MemberChange } from '#contract/administration/members.ts'
import { call, queryFor } from '#web/kit/api/api.ts'

/** Searches for members. This is a mutation, because a search by email writes a record and must not be repeated. */
export function useFindMembers() {
  return useMutation({ mutationFn: (query: string) => call(findMembers, { query }) })
}

export function useMember(user_id: string) {
  return useQuery({ ...queryFor(getMember, { user_id }), staleTime: 0 })
}

type ChangeInput = {
  change: MemberChange
  reason: string
  days: number | null
  name: { username: string; full_name: string } | null
}

/**
 * Changes the account of a member and shows its new state. After a refusal the account is read again, because another
 * operator may have changed it.
 */
export function useChangeMember(user_id: string, onChanged: () => void) {
  const cache = useQueryClient()
  const { queryKey } = queryFor(getMember, { user_id })
  return useMutation({
    mutationFn: (input: ChangeInput) => call(changeMember, { user_id, ...input }),
    onSuccess(response) {
      cache.setQueryData(queryKey, response)
      onChanged()
    },
    onError: () => cache.invalidateQueries({ queryKey }),
  })
}
