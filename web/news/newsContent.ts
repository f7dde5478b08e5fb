/** Fictional channels for the demonstration, with fixed numbers of viewers. */
export const channels = [
  {
    id: 'statehouse-live',
    name: 'Statehouse Live',
    about: 'Floor sessions and committee hearings from state capitols.',
    showing: 'Committee hearing: school buses',
    viewers: 1_284,
  },
  {
    id: 'city-desk-tv',
    name: 'City Desk TV',
    about: 'City council meetings and the stories behind them.',
    showing: 'Council debate: a night bus line',
    viewers: 642,
  },
] as const

export type Channel = (typeof channels)[number]
