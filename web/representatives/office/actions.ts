import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  answerMessage,
  listGroupedMessages,
  listOfficialMessages,
  listOfficialStatements,
  listStatements,
  publishStatement,
} from '../../../contract/representatives/messageEvents.ts'
import { call } from '../../kit/api/api.ts'
import { announce } from '../../kit/ui/overlays/toast.ts'

const pageSize = 20

type PageAnswer = { pagination: { offset: number; limit: number; has_more: boolean } }

const byOffset = {
  initialPageParam: 0,
  getNextPageParam: ({ pagination: { offset, limit, has_more } }: PageAnswer) =>
    has_more ? offset + limit : undefined,
}

/** Loads the messages to the representative who is signed in. */
export function useOfficialMessages() {
  return useInfiniteQuery({
    queryKey: [listOfficialMessages.path],
    queryFn: ({ pageParam, signal }) =>
      call(listOfficialMessages, { limit: pageSize, offset: pageParam }, { signal }),
    ...byOffset,
  })
}

/** All messages of a group. */
export function useGroupedMessages(id: string) {
  return useInfiniteQuery({
    queryKey: [listGroupedMessages.path, { id }],
    queryFn: ({ pageParam, signal }) =>
      call(listGroupedMessages, { id, limit: pageSize, offset: pageParam }, { signal }),
    ...byOffset,
  })
}

export function useOfficialStatements() {
  return useInfiniteQuery({
    queryKey: [listOfficialStatements.path],
    queryFn: ({ pageParam, signal }) =>
      call(listOfficialStatements, { limit: pageSize, offset: pageParam }, { signal }),
    ...byOffset,
  })
}

export function useAnswer(contact_id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (content: string) => call(answerMessage, { id: contact_id, content }),
    onSuccess: () => {
      announce('Answer sent.')
      void cache.invalidateQueries({ queryKey: [listGroupedMessages.path] })
      return cache.invalidateQueries({ queryKey: [listOfficialMessages.path] })
    },
  })
}

export function usePublish(bill_id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (content: string) => call(publishStatement, { id: bill_id, content }),
    onSuccess: () => {
      announce('Statement published.')
      void cache.invalidateQueries({ queryKey: [listOfficialStatements.path] })
      return cache.invalidateQueries({ queryKey: [listStatements.path, { id: bill_id }] })
    },
  })
}
