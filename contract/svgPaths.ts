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
  'M13.3.5Q11.5.5 9.7-.1Q7.8-.6 6.2-1.8Q4.7-2.9 3.7-4.6Q2.7-6.3 2.7-8.4V-27.9H11.9V-9.7Q11.9-8.1 13-7.1Q14.1-6 16.1-6Q18.1-6 19.2-7Q20.3-8.1 20.3-9.7V-27.9H29.5V0H22.6L21.5-5.6Q21-3 19.6-1.7Q18.2-.4 16.5.1Q14.8.5 13.3.5ZM34.5 0V-27.9H43.4V-20.8Q44.1-22.9 45.3-24.7Q46.5-26.4 48.3-27.4Q50.1-28.5 52.5-28.5Q52.8-28.5 53-28.4Q53.3-28.4 53.3-28.4V-19.6Q53.2-19.7 53-19.7Q52.8-19.8 52.6-19.8Q49.9-20 48.2-19.7Q46.5-19.3 45.5-18.6Q44.5-17.8 44.1-16.7Q43.7-15.6 43.7-14.3V0ZM67.1.5Q61.4.5 58.2-3.4Q55.1-7.3 55.1-14.1Q55.1-18.5 56.4-21.7Q57.7-24.9 60.1-26.7Q62.6-28.5 66.1-28.5Q67.4-28.5 68.6-28.2Q69.8-27.9 70.8-27.4Q71.9-26.9 72.8-26.2Q73.6-25.4 74.2-24.4V-40.1H83.4V0H76.8L75.8-5.7Q75.3-4.4 74.6-3.3Q73.9-2.1 72.9-1.3Q71.8-.4 70.4.1Q69 .5 67.1.5ZM69.2-6Q71.6-6 72.9-7.8Q74.2-9.7 74.2-14.2Q74.2-16.9 73.6-18.6Q73-20.3 71.9-21.1Q70.8-21.9 69.2-21.9Q67-21.9 65.5-20.2Q64.1-18.4 64.1-14.2Q64.1-9.8 65.5-7.9Q66.9-6 69.2-6Z'

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
