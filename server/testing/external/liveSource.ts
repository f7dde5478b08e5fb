import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { syncCommands } from '#server/legislation/sync/operator.ts'
import type { SyncKind } from '#server/legislation/sync/run.ts'
import { readEnv } from '#server/platform/settings/env.ts'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import type { TestServer } from '#server/testing/testServer.ts'

export type PlayedResponse =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | 'hang'
  | 'drop'
type Play = (url: URL, count: number) => PlayedResponse | undefined

/**
 * Opens a server that simulates a live source on a free port. It is closed after the test. `play` returns the response to
 * each request, and undefined means 404.
 */
export async function openLiveSource(play: Play) {
  const requests: URL[] = []
  const heads: IncomingMessage['headers'][] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://source.example')
    requests.push(url)
    heads.push(request.headers)
    send(response, play(url, requests.length))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    /** The requests so far, in order. */
    requests,
    heads,
  }
}

function send(response: ServerResponse, played: PlayedResponse = { status: 404, body: {} }): void {
  if (played === 'hang') return
  if (played === 'drop') {
    response.destroy()
    return
  }
  const { status = 200, headers = {}, body = {} } = played
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Returns a clock that never waits. It records each requested wait in milliseconds. */
export function idleClock() {
  const waits: number[] = []
  let at = Date.now()
  return {
    waits,
    now: () => at,
    wait: (ms: number) => {
      if (ms > 0) waits.push(Math.round(ms))
      at += ms
      return Promise.resolve()
    },
  }
}

/** What tests read of a report. They compare the other fields as they are. */
const SyncReport = z.looseObject({
  since: z.string(),
  refusals: z.array(z.object({ file: z.string(), record: z.string(), reason: z.string() })),
})

/** Runs `hurd sync …` with the simulated source, with a clock that never waits. */
export async function hurdSync(
  app: TestServer,
  what: SyncKind,
  url: string,
  args: string[],
  clock = idleClock(),
) {
  const env = readEnv({
    CONGRESS_API_URL: url,
    CONGRESS_API_KEY: 'k3y',
    OPENSTATES_API_URL: url,
    OPENSTATES_API_KEY: 'k3y',
    LEGISTAR_API_URL: url,
  })
  return SyncReport.parse(
    await runArguments(syncCommands(clock), ['sync', what, ...args], { ...commandContext(app), env }),
  )
}
