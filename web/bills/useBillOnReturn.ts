import { focusManager, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { rereadBill } from './billCache.ts'

/** Whoever comes back to this tab sees their stance and the counts as they are now, wherever they were changed. */
export function useBillOnReturn(bill_id: string) {
  const cache = useQueryClient()
  useEffect(
    () =>
      focusManager.subscribe((isFocused) => {
        if (isFocused) void rereadBill(cache, bill_id)
      }),
    [cache, bill_id],
  )
}
