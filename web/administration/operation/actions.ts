import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getOperation,
  retryFailedEmail,
  sendTestEmail,
  setWeeklyEmail,
  type Operation,
} from '#contract/administration/administration.ts'
import { call, queryFor } from '#web/kit/api/api.ts'

const operationQuery = queryFor(getOperation, {})

/** While a test email is on its way, its state is read at this interval. */
const pollMs = 2_000

export function useOperation() {
  return useQuery({
    ...operationQuery,
    staleTime: 0,
    refetchInterval: ({ state }) => (isOnItsWay(state.data?.operation) ? pollMs : false),
  })
}

export function useSendTestEmail() {
  const change = useChangeOperation()
  return useMutation({ mutationFn: () => call(sendTestEmail, {}), onSuccess: change })
}

export function useSetWeeklyEmail() {
  const change = useChangeOperation()
  return useMutation({
    // Two quick presses are sent one after the other so that the last one is saved.
    scope: { id: 'weekly email' },
    mutationFn: (gets_weekly_email: boolean) => call(setWeeklyEmail, { gets_weekly_email }),
    onSuccess: change,
  })
}

export function useRetryEmail() {
  const change = useChangeOperation()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (email_id: string) => call(retryFailedEmail, { email_id }),
    onSuccess: change,
    // The state is read again, because the email may have been sent or deleted in the meantime.
    onError: () => cache.invalidateQueries({ queryKey: operationQuery.queryKey }),
  })
}

export function isOnItsWay(operation: Operation | undefined): boolean {
  if (!operation?.delivers_mail) return false
  const { test_email } = operation
  return test_email?.state === 'pending' && test_email.last_error === null
}

/** Returns a function that merges the changes from a call into the cached state so that the rest is not read again. */
function useChangeOperation() {
  const cache = useQueryClient()
  return (changes: Partial<Operation>) =>
    cache.setQueryData(
      operationQuery.queryKey,
      (current) => current && { operation: { ...current.operation, ...changes } },
    )
}
