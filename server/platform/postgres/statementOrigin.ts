/** The location of a statement in the source code. */
export type StatementOrigin = {
  /** The file below server/ and the function, for example `legislation/bills/queries.findBill`. PostgreSQL logs it with each statement. */
  name: string
  stack: string
}

const origins = new WeakMap<readonly string[], StatementOrigin>()

/**
 * Returns the origin of a statement. It is read from the stack once for each template, because a stack trace for every
 * statement would cost too much.
 */
export function originOf(strings: readonly string[]): StatementOrigin {
  const cachedOrigin = origins.get(strings)
  if (cachedOrigin !== undefined) return cachedOrigin
  const frames = (new Error('origin').stack ?? '')
    .split('\n')
    .slice(1)
    .filter((frame) => !/[/\\]postgres[/\\](statement|statementOrigin|db)\.ts/.test(frame))
  const origin = { name: nameOf(frames[0] ?? ''), stack: frames.join('\n') }
  origins.set(strings, origin)
  return origin
}

/**
 * Returns the name for a line of the stack such as `at findBill (file:///…/server/legislation/bills/queries.ts:12:3)`. An
 * anonymous function has only the name of its file.
 */
function nameOf(frame: string): string {
  const [, file = 'unknown'] =
    /(?:server\/)?([\w./-]+?)\.[cm]?tsx?:\d+:\d+\)?$/.exec(frame.replaceAll('\\', '/')) ?? []
  const [, called = ''] = /at (?:async )?([\w.]+) \(/.exec(frame) ?? []
  const path = file.slice(file.lastIndexOf('/server/') + 1).replace(/^server\//, '')
  const name = called.split('.').at(-1) ?? ''
  return name === '' || name === '<anonymous>' ? path : `${path}.${name}`
}
