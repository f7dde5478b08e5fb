import { defaultName } from '#contract/branding/pageBranding.ts'
import { wordmarkPath, markPath } from '#contract/svgPaths.ts'
import { site } from '#web/kit/site.ts'
import styles from './Brand.module.css'

/**
 * The logo of the instance. Without one, its name is shown as text, or the logo with the letters "Hurd" if it has no other name.
 */
export function Wordmark({ height = 32 }: { height?: number }) {
  // React would write another element for a picture of a higher priority into the markup of the build.
  if (site.logo) return <img {...site.logo} alt={site.name} className="siteLogo" fetchPriority="low" />
  if (site.name !== defaultName) return <span className={styles.name}>{site.name}</span>
  return (
    <svg
      viewBox="0 0 135 48"
      width={(height * 135) / 48}
      height={height}
      fill="currentColor"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in the text color, which <img> cannot do
      role="img"
      aria-label={site.name}
    >
      <path d={markPath} />
      <path transform="translate(49.5 42)" d={wordmarkPath} />
    </svg>
  )
}
