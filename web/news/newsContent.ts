import { t } from '#contract/kit/translate.ts'

/** Fictional channels for the demonstration, with fixed numbers of viewers. */
export const channels = [
  {
    id: 'statehouse-live',
    name: t('Statehouse Live'),
    about: t('Floor sessions and committee hearings from state capitols.'),
    showing: t('Committee hearing: school buses'),
    viewers: 1_284,
  },
  {
    id: 'city-desk-tv',
    name: t('City Desk TV'),
    about: t('City council meetings and the stories behind them.'),
    showing: t('Council debate: a night bus line'),
    viewers: 642,
  },
] as const

export type Channel = (typeof channels)[number]
