import type { Stance } from './stances.ts'

/**
 * The fill colors of the stances. Pictures drawn by the server use them directly. web/tokens.css repeats them, because
 * stylesheets cannot read TypeScript, and scripts/check/css.test.ts checks that both are the same.
 */
export const stanceColors: Record<Stance, { light: string; dark: string }> = {
  support: { light: '#099052', dark: '#37b976' },
  oppose: { light: '#d03c39', dark: '#ed6865' },
  neutral: { light: '#c67800', dark: '#f0a63c' },
  learning: { light: '#0193ce', dark: '#61c4f4' },
}
