const markPath =
  'M9.5 3A6.5 6.5 0 0 1 16 9.5V12c0 4.4 3.6 7.5 8 7.5s8-3.1 8-7.5V9.5a6.5 6.5 0 0 1 13 0v26a6.5 6.5 0 0 1-13 0V35c0-4.6-3.6-7.5-8-7.5S16 30.4 16 35v.5c0 3.1-2.2 5.7-5.1 6.3L5.1 45.7C4.2 46.4 3 45.8 3 44.7V9.5A6.5 6.5 0 0 1 9.5 3Z'
const lettersPath =
  'M13.32 0.54Q11.51 0.54 9.65 -0.05Q7.79 -0.64 6.22 -1.78Q4.65 -2.93 3.69 -4.6Q2.73 -6.27 2.73 -8.43V-27.92H11.94V-9.66Q11.94 -8.09 13.02 -7.06Q14.1 -6.02 16.12 -6.02Q18.07 -6.02 19.21 -7.03Q20.34 -8.05 20.34 -9.73V-27.92H29.46V0H22.6L21.52 -5.63Q21.02 -3.01 19.63 -1.69Q18.25 -0.36 16.54 0.09Q14.82 0.54 13.32 0.54Z M34.55 0V-27.92H43.42V-20.75Q44.08 -22.94 45.29 -24.68Q46.51 -26.42 48.32 -27.44Q50.13 -28.46 52.52 -28.46Q52.81 -28.46 53.03 -28.44Q53.26 -28.42 53.34 -28.37V-19.65Q53.18 -19.72 52.98 -19.73Q52.77 -19.75 52.57 -19.77Q49.93 -20.02 48.21 -19.68Q46.5 -19.34 45.51 -18.56Q44.53 -17.77 44.13 -16.68Q43.74 -15.6 43.74 -14.34V0Z M67.07 0.54Q61.37 0.54 58.25 -3.4Q55.13 -7.34 55.13 -14.13Q55.13 -18.52 56.41 -21.74Q57.69 -24.95 60.14 -26.71Q62.6 -28.46 66.11 -28.46Q67.39 -28.46 68.58 -28.19Q69.78 -27.93 70.84 -27.42Q71.9 -26.92 72.75 -26.17Q73.6 -25.42 74.18 -24.44V-40.12H83.4V0H76.83L75.76 -5.72Q75.32 -4.42 74.61 -3.28Q73.91 -2.14 72.86 -1.29Q71.81 -0.43 70.38 0.06Q68.95 0.54 67.07 0.54ZM69.17 -5.97Q71.58 -5.97 72.88 -7.81Q74.18 -9.65 74.18 -14.19Q74.17 -16.86 73.59 -18.56Q73.01 -20.27 71.91 -21.08Q70.81 -21.9 69.2 -21.9Q67.02 -21.9 65.54 -20.16Q64.06 -18.42 64.06 -14.19Q64.06 -9.79 65.49 -7.88Q66.92 -5.97 69.17 -5.97Z'

/** The H that joins two posts; in the colour of the text around it. */
export function Mark({ size = 24, label }: { size?: number; label?: string }) {
  return (
    <svg
      viewBox="0 0 48 48"
      width={size}
      height={size}
      fill="currentColor"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={markPath} />
    </svg>
  )
}

/** "Hurd" in full; the mark is its H. */
export function Wordmark({ height = 32 }: { height?: number }) {
  return (
    <svg
      viewBox="0 0 135 48"
      width={(height * 135) / 48}
      height={height}
      fill="currentColor"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in the colour of its text, which <img> cannot
      role="img"
      aria-label="Hurd"
    >
      <path d={markPath} />
      <path transform="translate(49.5 42)" d={lettersPath} />
    </svg>
  )
}

export { markPath }
