import { useSyncExternalStore } from 'react'

/** The widths at which the page changes its plan, in rem, so that a larger font moves to the roomier plan by itself. */
export const widths = {
  /** Discover stands as a rail beside the bills. */
  rail: '(min-width: 80rem)',
  /** The open bill has a column beside its text. */
  column: '(min-width: 67.5rem)',
  /** One column; Discover is a sheet that rises from below. */
  phone: '(max-width: 48rem)',
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
