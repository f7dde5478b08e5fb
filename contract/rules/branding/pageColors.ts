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
