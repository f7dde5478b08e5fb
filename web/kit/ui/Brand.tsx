import { wordmarkPath, markPath } from '../../../contract/rules/shapes.ts'

/** The logo and the letters "Hurd". */
export function Wordmark({ height = 32 }: { height?: number }) {
  return (
    <svg
      viewBox="0 0 135 48"
      width={(height * 135) / 48}
      height={height}
      fill="currentColor"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in the text color, which <img> cannot do
      role="img"
      aria-label="Hurd"
    >
      <path d={markPath} />
      <path transform="translate(49.5 42)" d={wordmarkPath} />
    </svg>
  )
}
