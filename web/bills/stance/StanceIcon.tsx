import { stanceShapes } from '../../../contract/rules/shapes.ts'
import type { Stance } from '../../../contract/rules/stances.ts'

/** The icon of a stance: check in a circle, cross in an octagon, dash in a square, open book. Decorative. */
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
