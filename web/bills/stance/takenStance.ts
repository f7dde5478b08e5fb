import { useSyncExternalStore } from 'react'
import type { Stance } from '#contract/stances.ts'

/** A stance that the member has just taken in this tab. Its bill then asks for the reason. */
let taken: { bill_id: string; stance: Stance } | null = null

const listeners = new Set<() => void>()

export function setTakenStance(bill_id: string, stance: Stance | null) {
  taken = stance && { bill_id, stance }
  for (const listener of listeners) listener()
}

export function useTakenStance(bill_id: string): Stance | null {
  return useSyncExternalStore(subscribe, () => (taken?.bill_id === bill_id ? taken.stance : null))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
