import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listAppeals } from '#contract/moderation/appeals.ts'
import { getCase, listCases } from '#contract/moderation/cases.ts'
import {
  decideCohortMember,
  getCohort,
  listCohortMembers,
  listCohorts,
  type CohortDecision,
} from '#contract/moderation/cohorts.ts'
import { call, queryFor } from '#web/kit/api/api.ts'
import { byCursor } from '#web/kit/api/pages.ts'

const pageSize = 20

export function useCohorts() {
  return useInfiniteQuery({
    queryKey: [listCohorts.path],
    queryFn: ({ pageParam, signal }) => call(listCohorts, { limit: pageSize, after: pageParam }, { signal }),
    ...byCursor,
  })
}

export function useCohort(cohort_id: string) {
  return useQuery(queryFor(getCohort, { cohort_id }))
}

export function useCohortMembers(cohort_id: string) {
  return useInfiniteQuery({
    queryKey: [listCohortMembers.path, cohort_id],
    queryFn: ({ pageParam, signal }) =>
      call(listCohortMembers, { cohort_id, limit: pageSize, after: pageParam }, { signal }),
    ...byCursor,
  })
}

/**
 * Decides about a member of a cohort. The cohort, its members, their cases and their appeals are read again even after a
 * refusal, because another moderator may have decided.
 */
export function useDecideMember(cohort_id: string, user_id: string, onDecided: () => void) {
  const cache = useQueryClient()
  const readAgain = () =>
    Promise.all(
      [getCohort, listCohortMembers, listCohorts, getCase, listCases, listAppeals].map(({ path }) =>
        cache.invalidateQueries({ queryKey: [path] }),
      ),
    )
  return useMutation({
    mutationFn: (input: { decision: CohortDecision; reason: string; days: number | null }) =>
      call(decideCohortMember, { cohort_id, user_id, ...input }),
    onSuccess() {
      onDecided()
      return readAgain()
    },
    onError: readAgain,
  })
}
