import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refetchBill } from './billCache.ts'

let channel: BroadcastChannel | null = null

/** Opens one channel for sending and receiving, because a channel does not receive what it sent itself. */
function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('hurd-bills')
  return channel
}

/** Reports to the other tabs of this browser that the member changed something about a bill. */
export function reportToOtherTabs(bill_id: string) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
  openChannel().postMessage(bill_id)
}

/** Reads a bill again when the member changed something about it in another tab. */
export function useOtherTabs() {
  const cache = useQueryClient()
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') void refetchBill(cache, data)
    }
    const opened = openChannel()
    opened.addEventListener('message', onMessage)
    return () => opened.removeEventListener('message', onMessage)
  }, [cache])
}
