import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { subscribeToPush, type PushContent } from '#contract/push.ts'
import type { Person } from '#server/testing/testServer.ts'

type ReceivedPush = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/**
 * Opens a push service on a free port, as a browser's vendor runs one. It accepts every message, unless `usual` or `respondWith` says otherwise. Call
 * `close` at the end.
 */
export async function openPushService(usual: number | 'drop' = 201) {
  const received: ReceivedPush[] = []
  const statuses = new Map<string, number>()
  async function receive(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body: await buffer(request) })
    const status = statuses.get(path) ?? usual
    if (status === 'drop') response.destroy()
    else response.writeHead(status).end()
  }
  const server = createServer((request, response) => void receive(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`

  /** Makes a browser with keys of its own at this service. */
  function browser() {
    const path = `/send/${randomBytes(12).toString('base64url')}`
    const endpoint = origin + path
    const keys = createECDH('prime256v1')
    keys.generateKeys()
    const auth = randomBytes(16)
    const subscription = {
      endpoint,
      p256dh: keys.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    }
    return {
      endpoint,
      subscription,
      subscribe: (person: Person) => person.call(subscribeToPush, subscription),
      /** Decides the status of the responses to messages for this browser. */
      respondWith: (status: number) => void statuses.set(path, status),
      requests: () => received.filter((request) => request.path === path),
      messages: () =>
        received
          .filter((request) => request.path === path)
          .map(({ body }) => readMessage(decrypt(body, keys, auth))),
    }
  }

  return {
    origin,
    requestCount: () => received.length,
    browser,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const Message = z.object({
  subscription_id: z.string(),
  language: z.string(),
  title: z.string(),
  notification: z.record(z.string(), z.unknown()),
})

function readMessage(text: string): PushContent {
  const message: unknown = JSON.parse(text)
  Message.parse(message)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests compare what is in it
  return message as PushContent
}

const concat = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))
const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** Decrypts a message as a browser does (RFC 8291, with the content coding of RFC 8188). */
function decrypt(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const serverKey = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const agreed = keys.computeSecret(serverKey)
  const info = concat('WebPush: info\0', keys.getPublicKey(), serverKey)
  const secret = derive(agreed, auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = concat(decipher.update(sealed.subarray(0, -16)), decipher.final())
  // The last record ends with a 2 and zeros.
  const end = padded.lastIndexOf(2)
  return padded.subarray(0, end).toString('utf8')
}

const Claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string() })

/** Checks the signature of a request with the instance's public key (RFC 8292), and returns what it claims. */
export function readVapid(headers: IncomingHttpHeaders) {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return {
    isSigned,
    publicKey,
    claims: Claims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))),
  }
}
