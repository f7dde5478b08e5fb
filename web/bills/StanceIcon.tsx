import type { Stance } from '../../contract/stances.ts'

// Outline first and mark second: in a filled icon the mark is drawn over the fill.
const shapes: Record<Stance, { outline: string; mark: string }> = {
  support: { outline: 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z', mark: 'm16 9-5.5 5.5L8 12' },
  oppose: {
    outline:
      'M2.586 16.726A2 2 0 0 1 2 15.312V8.688a2 2 0 0 1 .586-1.414l4.688-4.688A2 2 0 0 1 8.688 2h6.624a2 2 0 0 1 1.414.586l4.688 4.688A2 2 0 0 1 22 8.688v6.624a2 2 0 0 1-.586 1.414l-4.688 4.688a2 2 0 0 1-1.414.586H8.688a2 2 0 0 1-1.414-.586z',
    mark: 'm15 9-6 6m0-6 6 6',
  },
  neutral: {
    outline: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z',
    mark: 'M8 12h8',
  },
  learning: {
    outline:
      'M20 19a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2h-4a5 5 0 0 0-4 2a5 5 0 0 0-4-2H4a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4a5 5 0 0 1 4 2a5 5 0 0 1 4-2z',
    mark: 'M12 5v16',
  },
}

/** The shape of a stance: check in a circle, cross in an octagon, dash in a square, open book. Decorative. */
export function StanceIcon({ stance, className }: { stance: Stance; className?: string | undefined }) {
  const { outline, mark } = shapes[stance]
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
