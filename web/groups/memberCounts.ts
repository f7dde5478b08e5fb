import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import type { ListedGroup } from '#contract/groups.ts'
import { refetchMemberCount } from './groupCache.ts'

const batchSize = 3
/** A count is fetched again after this many milliseconds. */
const countLifetime = 300_000
const checkInterval = 60_000

/** How far from the window a group may be to count as near it. */
const nearby = '50% 0px'

/**
 * Keeps the counts of members up to date while the list stays open. The list itself brings the first counts. Later, the old
 * counts of the groups on or near the screen are fetched again, three at a time. Each group in the list needs a
 * `data-group-id`. A count that cannot be fetched stays as it was.
 */
export function useMemberCountRefresh(
  screen: RefObject<HTMLElement | null>,
  groups: readonly ListedGroup[],
  loadedAt: number,
) {
  const cache = useQueryClient()
  const checkedAt = useRef(new Map<string, number>())
  const idList = groups.map(({ group_id }) => group_id).join(' ')
  useEffect(() => {
    // The next page of the list brings only the counts of its own groups.
    for (const id of idList.split(' ')) {
      if (!checkedAt.current.has(id)) checkedAt.current.set(id, loadedAt)
    }
  }, [idList, loadedAt])

  useEffect(() => {
    const near = new Set<string>()
    let isRunning = false
    const stopped = new AbortController()
    const isOld = (id: string) => Date.now() - (checkedAt.current.get(id) ?? Date.now()) >= countLifetime

    async function refresh() {
      if (isRunning) return
      isRunning = true
      for (let batch = nextBatch(); batch.length > 0 && !stopped.signal.aborted; batch = nextBatch()) {
        for (const id of batch) checkedAt.current.set(id, Date.now())
        // oxlint-disable-next-line no-await-in-loop -- the batches run one after the other on purpose
        await Promise.allSettled(batch.map((id) => refetchMemberCount(cache, id)))
      }
      isRunning = false
    }
    const nextBatch = () => [...near].filter(isOld).slice(0, batchSize)

    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = target instanceof HTMLElement ? target.dataset['groupId'] : undefined
          if (id && isIntersecting) near.add(id)
          else if (id) near.delete(id)
        }
        void refresh()
      },
      { rootMargin: nearby },
    )
    const ids = new Set(idList.split(' '))
    for (const item of screen.current?.querySelectorAll<HTMLElement>('[data-group-id]') ?? []) {
      if (ids.has(item.dataset['groupId'] ?? '')) observer.observe(item)
    }
    const timer = setInterval(() => void refresh(), checkInterval)
    return () => {
      stopped.abort()
      observer.disconnect()
      clearInterval(timer)
    }
  }, [cache, screen, idList])
}
