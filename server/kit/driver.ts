import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * The one place that loads postgres.js, mending on the way what 3.4.9 does when a connection breaks
 * (porsager/postgres#1154, #1208): a `rollback` written after the end ended the whole process, a write that was still
 * waiting left the connection mute for ever, and a query handed over between the error and the end was never answered,
 * or with the next one's rows. Without it the app would not outlive its database.
 * Everything else imports its types only; scripts/rooms.ts sees to that.
 */
const mended: [pattern: RegExp, places: number, text: string][] = [
  // Nothing that waited for the old socket may reach, or hold up, the next one.
  [
    /^ {4}clearImmediate\(nextWriteTimer\)$/gm,
    2,
    '    clearImmediate(nextWriteTimer); chunk = nextWriteTimer = null',
  ],
  // Who writes after the end is told so, as any other query is.
  [
    /^ {4}const x = socket\.write\(chunk, fn\)$/gm,
    1,
    `    if (!socket) {
      clearImmediate(nextWriteTimer); chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options))
      query = null
      return false
    }
    const x = socket.write(chunk, fn)`,
  ],
  // Whatever was under way ends with its connection, also what came after the error; the next one begins clean.
  [/^ {4}!hadError && (?=\(query \|\| sent\.length\) && error\()/gm, 1, '    ;'],
  [
    /^ {4}closedTime = performance\.now\(\)$/gm,
    1,
    `    query = results = errorResponse = null
    result = new Result()
    closedTime = performance.now()`,
  ],
]

/** Throws where the driver's text is no longer the one that was mended: look whether a new release needs it at all. */
export function mendDriver(source: string): string {
  return mended.reduce((text, [pattern, places, replacement]) => {
    if (text.match(pattern)?.length !== places)
      throw new Error(`postgres.js has changed at ${String(pattern)}`)
    return text.replaceAll(pattern, () => replacement)
  }, source)
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/node_modules/postgres/src/connection.js')) return loaded
    return { ...loaded, source: mendDriver(readFileSync(fileURLToPath(url), 'utf8')) }
  },
})

// After the hook, hence not by a static import.
export const { default: connectPostgres } = await import('postgres')
