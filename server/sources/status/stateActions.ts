import { readFileSync } from 'node:fs'

/** The meaning of an action for the status of a state bill. */
export type StateEvent =
  | 'law'
  | 'veto'
  | 'override'
  | 'failure'
  | 'passage'
  /** Both chambers have agreed on the same text. */
  | 'both'
  | 'deferral'
  | 'work'
  | 'prefiled'
  /** A vote was reconsidered. */
  | 'undone'
  | 'start'

/** A row of the table. `example` is an action that the row decides. */
export type StateWords = { state: string; words: RegExp; event: StateEvent; example: string }

const events: readonly StateEvent[] = [
  'law',
  'veto',
  'override',
  'failure',
  'passage',
  'both',
  'deferral',
  'work',
  'prefiled',
  'undone',
  'start',
]

/** The rows of stateActions.tsv in their order. */
export const stateWords: readonly StateWords[] = readFileSync(
  new URL('stateActions.tsv', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(readRow)

const wordsByState = Map.groupBy(stateWords, ({ state }) => state)

/** Returns the meaning of an action according to the table, or undefined if the rules for all states decide. */
export function tableEvent(state: string, text: string): StateEvent | undefined {
  return wordsByState.get(state)?.find(({ words }) => words.test(text))?.event
}

function readRow(line: string): StateWords {
  const [state = '', expression = '', event, example = ''] = line.split('\t')
  const eventName = events.find((name) => name === event)
  if (!eventName || example === '') throw new Error(`stateActions.tsv: invalid row: ${line}`)
  return { state, words: new RegExp(expression, 'i'), event: eventName, example }
}
