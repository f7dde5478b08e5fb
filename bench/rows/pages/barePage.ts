import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { findFreePort } from '#server/platform/processes/freePort.ts'

/** The bytes of the script of the bare page when it is sent. */
const scriptBytes = 98 * 1024

const words = 'What a member reads first when the page has been drawn. '.repeat(8)

/** Random text of this many bytes becomes a script of `scriptBytes`, because base64 cannot be compressed below it. */
const script = gzipSync(
  `globalThis.unused = ${JSON.stringify(randomBytes(scriptBytes - 600).toString('base64'))}
document.body.innerHTML = ${JSON.stringify(`<h1>Bills</h1><p>${words}</p>`)}`,
)

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title>
<script defer src="/bare.js"></script><body></body></html>`

export type BarePage = { origin: string; close: () => void }

/**
 * Serves a page that shows its text as soon as its only script has run. No app that draws its first screen with a script of this size
 * can be faster on the same line, so it is what the largest paint of the feed is compared with.
 */
export async function serveBarePage(): Promise<BarePage> {
  const port = await findFreePort()
  const server = createServer((request, response) => {
    if (request.url === '/bare.js') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'gzip' }).end(script)
    } else {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
