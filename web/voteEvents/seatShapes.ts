/** Returns the path of an octagon around the origin. */
export function divisionOutline(radius: number): string {
  const points = Array.from({ length: 8 }, (_, index) => {
    const angle = ((index + 0.5) * Math.PI) / 4
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`
  })
  return `M${points.join('L')}z`
}
