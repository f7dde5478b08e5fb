import type { Stance } from '#contract/stances.ts'
import { stanceShapes } from '#contract/svgPaths.ts'

/**
 * The icon of a stance: a check in a circle, a cross in an octagon, a dash in a square, or an open book. Screen readers
 * skip it.
 */
export function StanceIcon({ stance, className }: { stance: Stance; className?: string | undefined }) {
  const { outline, mark } = stanceShapes[stance]
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.1"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={outline} />
      <path d={mark} fill="none" />
    </svg>
  )
}
