import type { BillStatus, GovernmentLevel } from './bills/billContent.ts'
import type { Stance } from './stances.ts'

/** The SVG paths that both the web pages and the share pictures use. */

/**
 * The H of the logo, 48 by 48 units. With `wordmarkPath` moved by 49.5 and 42 units, both together are the wordmark of
 * 135 by 48 units.
 */
export const markPath =
  'M9.5 3A6.5 6.5 0 0 1 16 9.5V12c0 4.4 3.6 7.5 8 7.5s8-3.1 8-7.5V9.5a6.5 6.5 0 0 1 13 0v26a6.5 6.5 0 0 1-13 0V35c0-4.6-3.6-7.5-8-7.5S16 30.4 16 35v.5c0 3.1-2.2 5.7-5.1 6.3L5.1 45.7C4.2 46.4 3 45.8 3 44.7V9.5A6.5 6.5 0 0 1 9.5 3Z'
export const wordmarkPath =
  'M13.32 0.54Q11.51 0.54 9.65 -0.05Q7.79 -0.64 6.22 -1.78Q4.65 -2.93 3.69 -4.6Q2.73 -6.27 2.73 -8.43V-27.92H11.94V-9.66Q11.94 -8.09 13.02 -7.06Q14.1 -6.02 16.12 -6.02Q18.07 -6.02 19.21 -7.03Q20.34 -8.05 20.34 -9.73V-27.92H29.46V0H22.6L21.52 -5.63Q21.02 -3.01 19.63 -1.69Q18.25 -0.36 16.54 0.09Q14.82 0.54 13.32 0.54Z M34.55 0V-27.92H43.42V-20.75Q44.08 -22.94 45.29 -24.68Q46.51 -26.42 48.32 -27.44Q50.13 -28.46 52.52 -28.46Q52.81 -28.46 53.03 -28.44Q53.26 -28.42 53.34 -28.37V-19.65Q53.18 -19.72 52.98 -19.73Q52.77 -19.75 52.57 -19.77Q49.93 -20.02 48.21 -19.68Q46.5 -19.34 45.51 -18.56Q44.53 -17.77 44.13 -16.68Q43.74 -15.6 43.74 -14.34V0Z M67.07 0.54Q61.37 0.54 58.25 -3.4Q55.13 -7.34 55.13 -14.13Q55.13 -18.52 56.41 -21.74Q57.69 -24.95 60.14 -26.71Q62.6 -28.46 66.11 -28.46Q67.39 -28.46 68.58 -28.19Q69.78 -27.93 70.84 -27.42Q71.9 -26.92 72.75 -26.17Q73.6 -25.42 74.18 -24.44V-40.12H83.4V0H76.83L75.76 -5.72Q75.32 -4.42 74.61 -3.28Q73.91 -2.14 72.86 -1.29Q71.81 -0.43 70.38 0.06Q68.95 0.54 67.07 0.54ZM69.17 -5.97Q71.58 -5.97 72.88 -7.81Q74.18 -9.65 74.18 -14.19Q74.17 -16.86 73.59 -18.56Q73.01 -20.27 71.91 -21.08Q70.81 -21.9 69.2 -21.9Q67.02 -21.9 65.54 -20.16Q64.06 -18.42 64.06 -14.19Q64.06 -9.79 65.49 -7.88Q66.92 -5.97 69.17 -5.97Z'

/**
 * The icons of stances, 24 by 24 units. The outline comes first, because a filled icon draws the mark over the fill.
 */
export const stanceShapes: Record<Stance, { outline: string; mark: string }> = {
  support: { outline: 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z', mark: 'm16 9-5.5 5.5L8 12' },
  oppose: {
    outline:
      'M2.586 16.726A2 2 0 0 1 2 15.312V8.688a2 2 0 0 1 .586-1.414l4.688-4.688A2 2 0 0 1 8.688 2h6.624a2 2 0 0 1 1.414.586l4.688 4.688A2 2 0 0 1 22 8.688v6.624a2 2 0 0 1-.586 1.414l-4.688 4.688a2 2 0 0 1-1.414.586H8.688a2 2 0 0 1-1.414-.586z',
    mark: 'm15 9-6 6m0-6 6 6',
  },
  neutral: {
    outline: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z',
    mark: 'M8 12h8',
  },
  learning: {
    outline:
      'M20 19a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2h-4a5 5 0 0 0-4 2a5 5 0 0 0-4-2H4a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4a5 5 0 0 1 4 2a5 5 0 0 1 4-2z',
    mark: 'M12 5v16',
  },
}

/**
 * The icons of government levels, 24 by 24 units, stroked: a building with columns, a map, and a building with floors.
 */
export const levelShapes: Record<GovernmentLevel, string> = {
  federal:
    'M10 18v-7M14 18v-7M18 18v-7M3 22h18M6 18v-7M11.119 2.205a2 2 0 0 1 1.762 0l7.84 3.846A.5.5 0 0 1 20.5 7h-17a.5.5 0 0 1-.22-.949z',
  state:
    'M14.106 5.553a2 2 0 0 0 1.788 0l3.659-1.83A1 1 0 0 1 21 4.619v12.764a1 1 0 0 1-.553.894l-4.553 2.277a2 2 0 0 1-1.788 0l-4.212-2.106a2 2 0 0 0-1.788 0l-3.659 1.83A1 1 0 0 1 3 19.381V6.618a1 1 0 0 1 .553-.894l4.553-2.277a2 2 0 0 1 1.788 0zM15 5.764v15M9 3.236v15',
  local:
    'M6 22V4a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v18zM6 12H4a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h2M18 9h2a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-2M10 6h4M10 10h4M10 14h4M10 18h4',
}

/**
 * The icons of statuses, 24 by 24 units, stroked. Passed and rejected do not use the stance colors, because a passed
 * bill is not good and a rejected bill is not bad.
 */
export const statusShapes: Record<
  BillStatus,
  { tone: 'neutral' | 'live' | 'passed' | 'rejected'; path: string }
> = {
  introduced: {
    tone: 'neutral',
    path: 'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M10 9H8M16 13H8M16 17H8',
  },
  pending: {
    tone: 'neutral',
    path: 'M5 22h14M5 2h14M17 22v-4.172a2 2 0 0 0-.586-1.414L12 12l-4.414 4.414A2 2 0 0 0 7 17.828V22M7 2v4.172a2 2 0 0 0 .586 1.414L12 12l4.414-4.414A2 2 0 0 0 17 6.172V2',
  },
  engrossed: {
    tone: 'live',
    path: 'M14 13V8.5C14 7 15 7 15 5a3 3 0 0 0-6 0c0 2 1 2 1 3.5V13M20 15.5a2.5 2.5 0 0 0-2.5-2.5h-11A2.5 2.5 0 0 0 4 15.5V17a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1zM5 22h14',
  },
  active: {
    tone: 'live',
    path: 'M22 12h-2.48a2 2 0 0 0-1.93 1.46l-2.35 8.36a.25.25 0 0 1-.48 0L9.24 2.18a.25.25 0 0 0-.48 0l-2.35 8.36A2 2 0 0 1 4.49 12H2',
  },
  passed: { tone: 'passed', path: 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20zM9 12l2 2 4-4' },
  rejected: {
    tone: 'rejected',
    path: 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20zM4.929 4.929 19.07 19.071',
  },
}

/** These icons are 24 by 24 units, stroked: an arrow up, two hands, and a brain. */
export const upvotePath =
  'M9 19a1 1 0 0 0 1 1h4a1 1 0 0 0 1-1v-6a1 1 0 0 1 1-1h3.293a.707.707 0 0 0 .5-1.207l-7.086-7.086a1 1 0 0 0-1.414 0l-7.086 7.086a.707.707 0 0 0 .5 1.207H8a1 1 0 0 1 1 1z'
export const handshakePath =
  'm11 17 2 2a1 1 0 1 0 3-3M14 14l2.5 2.5a1 1 0 1 0 3-3l-3.88-3.88a3 3 0 0 0-4.24 0l-.88.88a1 1 0 1 1-3-3l2.81-2.81a5.79 5.79 0 0 1 7.06-.87l.47.28a2 2 0 0 0 1.42.25L21 4M21 3l1 11h-2M3 3 2 14l6.5 6.5a1 1 0 1 0 3-3M3 4h8'
export const brainPath =
  'M12 18V5M15 13a4.17 4.17 0 0 1-3-4 4.17 4.17 0 0 1-3 4M17.707 6.294A3 3 0 1 0 12 5a3 3 0 1 0-5.707 1.294M17.996 5.125a4 4 0 0 1 2.526 5.77M18 18a4 4 0 0 0 2-7.465M19.967 17.482a4 4 0 1 1-7.967.517 4 4 0 1 1-7.967-.517M6 18a4 4 0 0 1-2-7.465M6.004 5.125a4 4 0 0 0-2.526 5.77'
