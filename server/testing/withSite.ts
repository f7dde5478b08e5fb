import { createServer, type RequestListener } from 'node:http'

/** Serves one listener while `check` runs. Connections that are still open are closed at the end. */
export async function withSite(listener: RequestListener, check: (site: string) => Promise<unknown>) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  try {
    await check(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
