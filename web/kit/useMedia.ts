import { useSyncExternalStore } from 'react'
import { breakpoints } from './breakpoints.ts'

/** Media queries for layouts that differ in their elements and not only in their styles. */
export const widths = {
  /** Discover is a third column beside the bills. */
  rail: `(min-width: ${breakpoints.rail}rem)`,
  /** The open bill has a column beside its text. */
  column: `(min-width: ${breakpoints.column}rem)`,
  /** Pages have one column, and Discover is a sheet at the bottom of the screen. */
  phone: `(max-width: ${breakpoints.phone}rem)`,
} as const

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
}
