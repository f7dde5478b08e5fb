import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refetchBill } from './billCache.ts'

const channelName = 'hurd-bills'

/** Reports to the other tabs of this browser that the member changed something about a bill. */
export function reportToOtherTabs(bill_id: string) {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
  channel.postMessage(bill_id)
  channel.close()
}

/** Reads a bill again when the member changed something about it in another tab. */
export function useOtherTabs() {
  const cache = useQueryClient()
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') void refetchBill(cache, data)
    })
    return () => channel.close()
  }, [cache])
}
