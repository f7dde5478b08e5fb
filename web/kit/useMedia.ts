import { useSyncExternalStore } from 'react'

/**
 * The six window widths at which layouts change. They are in rem so that a larger font gets the layout of a smaller
 * window. Stylesheets repeat these numbers, because media queries cannot read custom properties, and
 * scripts/check/css.test.ts allows no other widths.
 */
export const breakpoints = {
  /** Up to this width: the smallest phones, or very large text. */
  narrow: 20,
  /** Up to this width: phones in portrait orientation. */
  small: 30,
  /** Up to this width, pages have one column and a tab bar. */
  phone: 48,
  /** From this width, pages have a second column. */
  column: 67.5,
  /** From this width, the feed has a third column for its filters. */
  rail: 80,
  /** From this width, the tabs of the header have icons. */
  wide: 90,
} as const

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
