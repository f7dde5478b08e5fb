import { focusManager, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refetchBill } from './billCache.ts'

/** Fetches the bill again when the viewer returns to this browser tab, because it may have changed in another tab. */
export function useRefetchBillOnFocus(bill_id: string) {
  const cache = useQueryClient()
  useEffect(
    () =>
      focusManager.subscribe((isFocused) => {
        if (isFocused) void refetchBill(cache, bill_id)
      }),
    [cache, bill_id],
  )
}
