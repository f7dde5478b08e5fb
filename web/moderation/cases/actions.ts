import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listAppeals } from '#contract/moderation/appeals.ts'
import {
  addNote,
  assignCase,
  decideCases,
  getCase,
  listCases,
  type CaseDetail,
  type CaseFilter,
  type Decision,
  type ModerationCase,
} from '#contract/moderation/cases.ts'
import { getCohort, listCohortMembers } from '#contract/moderation/cohorts.ts'
import { call, queryFor } from '#web/kit/api/api.ts'
import { byCursor } from '#web/kit/api/pages.ts'

export type CaseKey = Pick<ModerationCase, 'target_type' | 'target_id'>

const pageSize = 20

export function useCases(filter: CaseFilter) {
  return useInfiniteQuery({
    queryKey: [listCases.path, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listCases, { filter, limit: pageSize, after: pageParam }, { signal }),
    ...byCursor,
  })
}

export function useCase({ target_type, target_id }: CaseKey) {
  return useQuery(queryFor(getCase, { target_type, target_id }))
}

export function useAssign({ target_type, target_id }: CaseKey) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: { assigned: boolean; take_over?: boolean }) =>
      call(assignCase, { target_type, target_id, ...input }),
    onSuccess: ({ case: changedCase }) => {
      cache.setQueryData<{ case: CaseDetail }>(
        queryFor(getCase, { target_type, target_id }).queryKey,
        (current) => (current ? { ...current, case: changedCase } : current),
      )
      return cache.invalidateQueries({ queryKey: [listCases.path] })
    },
  })
}

export function useAddNote(user_id: string, onSaved: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (content: string) => call(addNote, { user_id, content }),
    async onSuccess() {
      await cache.invalidateQueries({ queryKey: [getCase.path] })
      onSaved()
    },
  })
}

export type DecisionInput = { decision: Decision; reason: string; days: number | null }

/**
 * Decides cases. The queue, the cases, the appeals and the cohorts of the authors are read again even after a refusal, because
 * another moderator may have decided them.
 */
export function useDecide(cases: CaseKey[], onDecided: () => void, onFailed: (error: Error) => void) {
  const cache = useQueryClient()
  const readAgain = () =>
    Promise.all(
      [listCases, getCase, listAppeals, getCohort, listCohortMembers].map(({ path }) =>
        cache.invalidateQueries({ queryKey: [path] }),
      ),
    )
  return useMutation({
    mutationFn: (input: DecisionInput) =>
      call(decideCases, {
        ...input,
        cases: cases.map(({ target_type, target_id }) => ({ target_type, target_id })),
      }),
    onSuccess() {
      onDecided()
      return readAgain()
    },
    onError(error) {
      onFailed(error)
      return readAgain()
    },
  })
}
