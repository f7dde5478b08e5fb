import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/kit/translate.ts'
import { decideAppeal, listAppeals, type AppealOutcome } from '#contract/moderation/appeals.ts'
import { getCase, listCases } from '#contract/moderation/cases.ts'
import { getCohort, listCohortMembers } from '#contract/moderation/cohorts.ts'
import { ApiError, call, messageOf } from '#web/kit/api/api.ts'
import { byCursor } from '#web/kit/api/pages.ts'
import { focusContent } from '#web/kit/focus.ts'
import { toast } from '#web/kit/ui/overlays/toast.ts'

const pageSize = 20

export function useAppeals() {
  return useInfiniteQuery({
    queryKey: [listAppeals.path],
    queryFn: ({ pageParam, signal }) => call(listAppeals, { limit: pageSize, after: pageParam }, { signal }),
    ...byCursor,
  })
}

/** Decides an appeal. The lists are read again even after a refusal, because another moderator may have decided it. */
export function useDecideAppeal(appeal_id: string, onDecided: () => void) {
  const cache = useQueryClient()
  const readAgain = () =>
    Promise.all(
      [listAppeals, listCases, getCase, getCohort, listCohortMembers].map(({ path }) =>
        cache.invalidateQueries({ queryKey: [path] }),
      ),
    )
  return useMutation({
    mutationFn: (input: { outcome: AppealOutcome; answer: string }) =>
      call(decideAppeal, { appeal_id, ...input }),
    onSuccess() {
      onDecided()
      return readAgain()
    },
    onError(error) {
      // The form, which shows other failures, leaves the list with the appeal.
      if (
        error instanceof ApiError &&
        (error.code === 'appeal_decided' || error.code === 'appeal_not_found')
      ) {
        toast(t('Not decided: {reason}', { reason: messageOf(error) }), 'failure')
        focusContent()
      }
      return readAgain()
    },
  })
}
