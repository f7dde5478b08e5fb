import { readFileSync } from 'node:fs'

/** "57th - 2nd Regular" becomes "57th-2nd-regular", as in a bill's `source_id`. */
export function sessionKey(session: string): string {
  return session.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

/** First days of legislative sessions since 2019, by "az/57th-2nd-regular". */
export const sessionStarts: ReadonlyMap<string, string> = new Map(
  readFileSync(new URL('sessions.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [state, ...sessions] = line.split(' ')
      return sessions.map((entry): [string, string] => {
        const [session = '', start = ''] = entry.split('=')
        return [`${state}/${session}`, start]
      })
    }),
)
