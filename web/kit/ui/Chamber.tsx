import { markPath } from '#contract/svgPaths.ts'
import styles from './Chamber.module.css'

const rows = 8
const outerRadius = 290
const rowGap = 27
const seatGap = 24.5
const mySeat = { row: 3, position: 0.41 }

type Seat = { x: number; y: number; size: number; stance: string; opacity: number }

const myPoint = pointAt(outerRadius - mySeat.row * rowGap, mySeat.position)
const seats = drawSeats()

/**
 * A half circle of seats in the four stance colors. One larger seat with the logo stands for the member's seat. The
 * drawing is decoration and shows no data.
 */
export function Chamber() {
  return (
    <svg viewBox="-302 -302 604 316" className={styles.chamber} aria-hidden="true">
      {seats.map(({ x, y, size, stance, opacity }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={size} opacity={opacity} className={styles[stance]} />
      ))}
      <circle cx={myPoint.x} cy={myPoint.y} r={17} className={styles.mySeat} />
      <path
        d={markPath}
        className={styles.logo}
        transform={`translate(${myPoint.x - 10.5} ${myPoint.y - 10.5}) scale(0.4375)`}
      />
    </svg>
  )
}

function drawSeats(): Seat[] {
  const seats: Seat[] = []
  for (let row = 0; row < rows; row++) {
    const radius = outerRadius - row * rowGap
    const count = Math.round((Math.PI * radius) / seatGap) + 1
    for (let seat = 0; seat < count; seat++) {
      const position = seat / (count - 1)
      const point = pointAt(radius, position)
      if (row > 1 && Math.hypot(point.x - myPoint.x, point.y - myPoint.y) < 26) continue
      // The scatter is computed instead of random so that every visit shows the same picture.
      const scatter = (Math.sin(row * 12.9898 + seat * 78.233) * 43758.5453) % 1
      const isEmpty = Math.abs(scatter) > 0.94
      seats.push({
        ...point,
        size: 8.6 - row * 0.07,
        stance: stanceAt(position + scatter * 0.045),
        opacity: isEmpty ? 0.22 : Number((0.96 - row * 0.065).toFixed(3)),
      })
    }
  }
  return seats
}

function stanceAt(position: number): string {
  if (position < 0.42) return 'support'
  if (position < 0.57) return 'learning'
  return position < 0.68 ? 'neutral' : 'oppose'
}

/** Returns a point of a row. The position is 0 at the left end of the row and 1 at the right end. */
function pointAt(radius: number, position: number): { x: number; y: number } {
  const angle = Math.PI * (1 - position)
  return { x: rounded(Math.cos(angle) * radius), y: rounded(-Math.sin(angle) * radius) }
}

function rounded(length: number): number {
  return Math.round(length * 10) / 10
}
