import { useMemo } from 'react'
import { encode } from 'uqr'
import { classNames } from './classNames.ts'
import styles from './QrCode.module.css'

type QrCodeProps = { text: string; label: string; className?: string | undefined }

/** A QR code. It is dark on white in both themes, because some cameras cannot read an inverted code. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => drawCode(text), [text])
  return (
    <svg
      className={classNames(styles.code, className)}
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the code is drawn here, so there is no file for an <img>
      role="img"
      aria-label={label}
    >
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}

function drawCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}
