import { useSyncExternalStore } from 'react'
import type { Stance } from '#contract/stances.ts'

/** A stance that the member has just taken in this tab. Its bill then asks for the reason. */
let takenStance: { bill_id: string; stance: Stance } | null = null

const listeners = new Set<() => void>()

export function setTakenStance(bill_id: string, stance: Stance | null) {
  takenStance = stance && { bill_id, stance }
  for (const listener of listeners) listener()
}

export function useTakenStance(bill_id: string): Stance | null {
  return useSyncExternalStore(subscribe, () => (takenStance?.bill_id === bill_id ? takenStance.stance : null))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
