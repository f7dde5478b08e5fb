import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  listCodeMembers,
  listCodes,
  revokeCode,
  type AccessCode,
  type CodeFilter,
} from '#contract/administration/codes.ts'
import { call } from '#web/kit/api/api.ts'
import { byCursor } from '#web/kit/api/pages.ts'

const pageSize = 20

export function useCodes(filter: CodeFilter) {
  return useInfiniteQuery({
    queryKey: [listCodes.path, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listCodes, { filter, limit: pageSize, after: pageParam }, { signal }),
    ...byCursor,
    staleTime: 0,
  })
}

export function useCodeMembers(code: string) {
  return useInfiniteQuery({
    queryKey: [listCodeMembers.path, code],
    queryFn: ({ pageParam, signal }) =>
      call(listCodeMembers, { code, limit: pageSize, after: pageParam }, { signal }),
    ...byCursor,
    staleTime: 0,
  })
}

/** Returns a function that fetches the codes and their members again. */
export function useReloadCodes() {
  const cache = useQueryClient()
  return () =>
    Promise.all([listCodes, listCodeMembers].map(({ path }) => cache.invalidateQueries({ queryKey: [path] })))
}

export function useRevokeCode({ code }: AccessCode, onRevoked: () => void) {
  const reload = useReloadCodes()
  return useMutation({
    mutationFn: () => call(revokeCode, { code }),
    async onSuccess() {
      await reload()
      onRevoked()
    },
  })
}
