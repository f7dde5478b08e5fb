import {
  brandContrast,
  brandPalette,
  contrast,
  formatRatio,
  leastContrast,
  readColor,
  stanceWithColor,
  hurdColors,
  pageColors,
  themes,
  type Theme,
} from '#contract/branding/brandColors.ts'
import type { Logo } from '#contract/branding/branding.ts'
import { t } from '#contract/kit/translate.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import type { BrandingValues } from './actions.ts'
import styles from './Preview.module.css'

const titles: Record<Theme, string> = { light: t('Light theme'), dark: t('Dark theme') }

type PreviewProps = { values: BrandingValues; logo: Logo | null }

/** A preview of the header, a button and the footer in both themes, with the values that were typed. */
export function Preview({ values, logo }: PreviewProps) {
  const color = readColor(values.brand_color)
  const stance = color && stanceWithColor(color)
  return (
    <>
      {stance && (
        <Alert
          kind="warning"
          level={2}
          title={
            stance === 'support'
              ? t('This green means support on every bill')
              : t('This red means oppose on every bill')
          }
        >
          <p>{t('Links and buttons in this color can be read as stances. Another color avoids that.')}</p>
        </Alert>
      )}
      <div className={styles.previews}>
        {themes.map((theme) => (
          <ThemePreview key={theme} theme={theme} values={values} logo={logo} />
        ))}
      </div>
    </>
  )
}

function ThemePreview({ theme, values, logo }: PreviewProps & { theme: Theme }) {
  const { name, contact_email, contact_text, election_law_line } = values
  const { bg, surface, line, text, muted } = pageColors[theme]
  const { brand, onBrand, link, ratio } = colorsOf(values.brand_color, theme)
  const lines = [election_law_line, ...contact_text.split('\n'), contact_email]
  return (
    <section className={styles.preview} aria-label={titles[theme]}>
      <h2>{titles[theme]}</h2>
      <p className={styles.ratio}>
        {ratio < leastContrast
          ? t('Contrast {ratio}, too low', { ratio: formatRatio(ratio) })
          : t('Contrast {ratio}', { ratio: formatRatio(ratio) })}
      </p>
      {/* Both previews have fixed colors, which do not depend on the theme of the page. */}
      <div data-theme-page className={styles.page} style={{ background: bg, borderColor: line, color: text }}>
        <p className={styles.header} style={{ background: surface, borderColor: line, color: brand }}>
          {logo ? (
            <img
              src={logo.url}
              width={logo.width}
              height={logo.height}
              alt={name.trim()}
              className="siteLogo"
            />
          ) : (
            name.trim() || t('No name')
          )}
        </p>
        <p className={styles.body}>
          <span className={styles.button} style={{ background: brand, color: onBrand }}>
            {t('Take a stance')}
          </span>
          <span className={styles.link} style={{ color: link }}>
            {t('A link')}
          </span>
        </p>
        <p className={styles.foot} style={{ borderColor: line, color: muted }}>
          {lines.filter((entry) => entry.trim() !== '').join('\n')}
        </p>
      </div>
    </section>
  )
}

/** Returns the colors of a theme. If the text is not a color, the colors of Hurd are returned. */
function colorsOf(colorText: string, theme: Theme) {
  const color = readColor(colorText)
  if (color === null) {
    const { brand, onBrand } = hurdColors[theme]
    return { brand, onBrand, link: brand, ratio: contrast(brand, pageColors[theme].bg) }
  }
  const { brand, 'text-on-brand': onBrand, link } = brandPalette(color)[theme]
  return { brand, onBrand, link, ratio: brandContrast(color)[theme] }
}
