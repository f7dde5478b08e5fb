import { t } from '#contract/kit/translate.ts'

// Colors of web/tokens.css that the preview of the branding and the contrast rule need. A test compares the two files.

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const pageColors = {
  light: { bg: '#f5f2ec', surface: '#ffffff', line: '#dbd7ce', text: '#201b29', muted: '#5e5969' },
  dark: { bg: '#110e16', surface: '#1b1722', line: '#3d3748', text: '#f1eff5', muted: '#b9b5c2' },
} as const satisfies Record<Theme, Record<string, string>>

/** The brand color of Hurd, and the color of text on it. */
export const hurdColors = {
  light: { brand: '#5b2d87', onBrand: '#ffffff' },
  dark: { brand: '#c8abef', onBrand: '#1e0d2f' },
} as const satisfies Record<Theme, Record<string, string>>

/**
 * The colors of an instance. All of them are derived from one brand color so that text stays readable: WCAG 2.2 requires a
 * contrast of 4.5:1 (https://www.w3.org/TR/WCAG22/#contrast-minimum).
 */

export const leastContrast = 4.5

type Rgb = readonly [number, number, number]

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** The color of text on the brand color in the dark theme. */
const nearBlack = '#141118'

/** Returns the color in the form #rrggbb, or null if the text is not a color. */
export function readColor(text: string): string | null {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text.trim()) ?? []
  return digits === undefined ? null : `#${digits.toLowerCase()}`
}

/** Returns the contrast ratio of two colors as WCAG 2.2 defines it, from 1 to 21. */
export function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** Returns the message for an invalid brand color, or null. An empty text is valid and stands for the color of Hurd. */
export function checkBrandColor(text: string): string | null {
  if (text.trim() === '') {
    return null
  }
  const color = readColor(text)
  if (color === null) {
    return t('Enter a color as # and six digits, such as #1a5fb4')
  }
  const ratio = brandContrast(color).light
  return ratio < leastContrast
    ? t('Choose a darker color: its contrast with the page is {ratio}, and text needs 4.5:1', {
        ratio: formatRatio(ratio),
      })
    : null
}

/** Formats a ratio. It is rounded down so that 4.49 is not shown as 4.5. */
export function formatRatio(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`
}

/**
 * Returns a contrast ratio for each theme. It is the lower of two ratios: the ratio of text in the brand color on the page,
 * and the ratio of the text on a button.
 */
export function brandContrast(color: string): Record<Theme, number> {
  const { light, dark } = brandPalette(color)
  return {
    light: Math.min(
      contrast(light.brand, pageColors.light.bg),
      contrast(light.brand, light['text-on-brand']),
    ),
    dark: Math.min(contrast(dark.brand, pageColors.dark.bg), contrast(dark.brand, dark['text-on-brand'])),
  }
}

/** The derived colors have the names of the tokens `--color-…` in web/tokens.css. */
export function brandPalette(color: string) {
  const deep = mixUntil(color, black, (shade) => contrast(shade, '#ffffff') >= 15)
  const bothThemes = { 'brand-deep': deep, 'on-brand-deep-muted': mix(deep, white, 0.82) }
  return { light: { ...lightColors(color), ...bothThemes }, dark: { ...darkColors(color), ...bothThemes } }
}

function lightColors(brand: string) {
  const tint = mix(brand, white, 0.94)
  const strongTint = mix(brand, white, 0.88)
  const hover = mix(brand, black, 0.28)
  const text = readableOn(brand, black, [pageColors.light.bg, pageColors.light.surface, tint, strongTint])
  return {
    brand,
    'text-on-brand': contrast(brand, '#ffffff') >= contrast(brand, nearBlack) ? '#ffffff' : nearBlack,
    'brand-hover': hover,
    'brand-active': mix(brand, black, 0.5),
    'brand-text': text,
    'brand-tint': tint,
    'brand-tint-strong': strongTint,
    'brand-line': mix(brand, white, 0.74),
    link: text,
    focus: brand,
    'status-live-text': readableOn(hover, black, [strongTint]),
    'status-live-tint': strongTint,
    'status-passed-text': '#ffffff',
    'status-passed-tint': text,
  }
}

/** Mixes the brand color with white until it is readable on every dark background, including its own tints. */
function darkColors(color: string) {
  const { bg, surface } = pageColors.dark
  const tint = mix(surface, rgbOf(color), 0.16)
  const strongTint = mix(surface, rgbOf(color), 0.26)
  const brand = readableOn(color, white, [bg, surface, '#272130', tint, strongTint, nearBlack])
  const hover = mix(brand, white, 0.35)
  return {
    brand,
    'text-on-brand': nearBlack,
    'brand-hover': hover,
    'brand-active': mix(brand, white, 0.6),
    'brand-text': brand,
    'brand-tint': tint,
    'brand-tint-strong': strongTint,
    'brand-line': mix(surface, rgbOf(brand), 0.45),
    link: brand,
    focus: hover,
    'status-live-text': hover,
    'status-live-tint': strongTint,
    'status-passed-text': nearBlack,
    'status-passed-tint': brand,
  }
}

function readableOn(color: string, towards: Rgb, backgrounds: readonly string[]): string {
  return mixUntil(color, towards, (shade) =>
    backgrounds.every((background) => contrast(shade, background) >= leastContrast),
  )
}

/** Mixes more and more of another color into a color until the shade is good enough. */
function mixUntil(color: string, towards: Rgb, isEnough: (shade: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.02) {
    const shade = mix(color, towards, share)
    if (isEnough(shade)) {
      return shade
    }
  }
  return mix(color, towards, 1)
}

/** Mixes two colors in sRGB. `share` is the share of the second color, from 0 to 1. */
function mix(color: string, [red, green, blue]: Rgb, share: number): string {
  const [r, g, b] = rgbOf(color)
  const between = (from: number, to: number) =>
    Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0')
  return `#${between(r, red)}${between(g, green)}${between(b, blue)}`
}

function rgbOf(color: string): Rgb {
  const at = (index: number) => Number.parseInt(color.slice(index, index + 2), 16)
  return [at(1), at(3), at(5)]
}

/** The hues of the two stances, in degrees (`--color-support-fill` and `--color-oppose-fill`). */
const stanceHues = { support: 152, oppose: 1 } as const
/** Colors whose hue differs less look alike. */
const leastHueDistance = 25

/** Returns the stance whose color looks like this one, or null. Everywhere in the product, that color means the stance. */
export function stanceWithColor(color: string): keyof typeof stanceHues | null {
  const rgb = rgbOf(color).map((value) => value / 255)
  const [most, least] = [Math.max(...rgb), Math.min(...rgb)]
  // Grays and very dark colors have no hue that anybody sees.
  if (most - least < 0.2) {
    return null
  }
  const [red = 0, green = 0, blue = 0] = rgb
  const sector =
    most === red
      ? (green - blue) / (most - least)
      : most === green
        ? (blue - red) / (most - least) + 2
        : (red - green) / (most - least) + 4
  const hue = (sector * 60 + 360) % 360
  const isNear = (other: number) => Math.abs(((hue - other + 540) % 360) - 180) < leastHueDistance
  return isNear(stanceHues.support) ? 'support' : isNear(stanceHues.oppose) ? 'oppose' : null
}
