import { useId, useMemo } from 'react'
import { encode } from 'uqr'
import { useFocusOn } from '#web/kit/focus.ts'
import { site } from '#web/kit/site.ts'
import styles from './SecondFactor.module.css'

/** The key for the authenticator app, as a QR code and as text for members who cannot scan it. */
export function AuthenticatorKey({ secret, address }: { secret: string; address: string }) {
  const id = useId()
  const heading = useFocusOn<HTMLHeadingElement>(true)
  return (
    <div className={styles.key}>
      <QrCode text={address} />
      <div>
        <h3 ref={heading} tabIndex={-1} className={styles.title}>
          Add {site.name} to your authenticator app
        </h3>
        <p>
          Open an app such as your password manager, Google Authenticator, or Aegis, and scan this code. If
          you're on your phone, <a href={address}>open it in your app</a>.
        </p>
        <p id={id} className={styles.keyLabel}>
          Can't scan it? Type this key:
        </p>
        <p aria-labelledby={id}>
          <code className={styles.secret}>{secret.match(/.{4}/g)?.join(' ')}</code>
        </p>
      </div>
    </div>
  )
}

/** A QR code. It is dark on white in both themes, because some cameras cannot read an inverted code. */
function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => drawCode(text), [text])
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the code is drawn here, so there is no file for an <img>
      role="img"
      aria-label="QR code with the key for your app"
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
