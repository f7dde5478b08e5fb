import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/kit/translate.ts'
import {
  answerMessage,
  listGroupedMessages,
  listOfficialMessages,
  listOfficialStatements,
  listStatements,
  publishStatement,
} from '#contract/messages.ts'
import { call } from '#web/kit/api/api.ts'
import { deleteDraft } from '#web/kit/forms/useDraft.ts'
import { announce } from '#web/kit/ui/overlays/toast.ts'

const pageSize = 20

type Page = { pagination: { offset: number; limit: number; has_more: boolean } }

const byOffset = {
  initialPageParam: 0,
  getNextPageParam: ({ pagination: { offset, limit, has_more } }: Page) =>
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

/** Loads the statements of representatives on a bill. */
export function useStatements(id: string) {
  return useInfiniteQuery({
    queryKey: [listStatements.path, { id }],
    queryFn: ({ pageParam, signal }) =>
      call(listStatements, { id, limit: pageSize, offset: pageParam }, { signal }),
    ...byOffset,
  })
}

/** Returns the prefix that the draft keys of all answers to the messages of a group share. */
export function groupDraftKey(group_id: string): string {
  return `office-answer:${group_id}`
}

export function answerDraftKey(group_id: string, contact_id: string): string {
  return `${groupDraftKey(group_id)}:${contact_id}`
}

export function statementDraftKey(bill_id: string): string {
  return `statement:${bill_id}`
}

// The drafts are deleted here and not by the form, because the form may have disappeared while its text was being sent.

export function useAnswer(group_id: string, contact_id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (content: string) => call(answerMessage, { id: contact_id, content }),
    onSuccess: () => {
      deleteDraft(answerDraftKey(group_id, contact_id))
      announce(t('Answer sent.'))
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
      deleteDraft(statementDraftKey(bill_id))
      announce(t('Statement published.'))
      void cache.invalidateQueries({ queryKey: [listOfficialStatements.path] })
      return cache.invalidateQueries({ queryKey: [listStatements.path, { id: bill_id }] })
    },
  })
}
