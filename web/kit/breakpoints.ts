/**
 * The five widths at which layouts change, in rem so that a larger font gets the roomier layout. Stylesheets repeat them,
 * because media queries cannot read custom properties; scripts/check/css.test.ts allows no other widths.
 */
export const breakpoints = {
  /** Up to here: the smallest phones, or very large text. */
  narrow: 20,
  /** Up to here: phones in portrait. */
  small: 30,
  /** Up to here: one column and a tab bar. */
  phone: 48,
  /** From here: pages have a second column. */
  column: 67.5,
  /** From here: the feed has a third column for its filters. */
  rail: 80,
} as const
