import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push'
import { ExternalRequestError, type FetchExternal } from '#server/platform/http/externalHttp.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { Env } from '#server/platform/settings/env.ts'
import type { PushPayload, PushTarget } from './pushMessage.ts'
import { vapidKey } from './vapidKey.ts'

/**
 * What the push service said: it will show the message (`sent`), it does not know the subscription any more (`gone`), it will never
 * accept the message (`refused`), or it is busy (`later`). `unreachable` means that it said nothing.
 */
export type PushResult = 'sent' | 'gone' | 'refused' | 'later' | 'unreachable'

export type PushClient = {
  /** Sends one message. Never throws because of the push service. */
  send: (target: PushTarget, payload: PushPayload, db: Db) => Promise<PushResult>
}

/** Must stay below the lease of the queue (deliver.ts). */
const timeoutMs = 10_000
/** Push services answer with nothing, or with a short reason. */
const maxResponseBytes = 10_000
/** The service keeps the message this long for a device that is turned off. */
const timeToLiveSeconds = 24 * 60 * 60

/**
 * Opens the client for push services. The library encrypts the message for the browser (RFC 8291), padded to one length, and signs
 * the request with the key of the instance (RFC 8292). Our own client sends it, because it connects to checked addresses only.
 */
export function openPushClient(
  request: FetchExternal,
  settings: Pick<Env, 'publicOrigin' | 'mailFrom'>,
): PushClient {
  const subject = contactOf(settings)
  return {
    async send({ endpoint, p256dh, auth }, payload, db) {
      const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
      // The library signs for https. Only a service for tests, on this machine, has none.
      const signed = { endpoint: endpoint.replace(/^http:/, 'https:'), expirationTime: null, keys }
      const { headers } = await vapidHeaders(signed, { subject, ...(await vapidKey(db)) })
      const sent = Buffer.from(await encryptNotification(signed, Buffer.from(JSON.stringify(payload))))
      try {
        const { status } = await request(new URL(endpoint), {
          headers: {
            ...headers,
            ttl: String(timeToLiveSeconds),
            urgency: 'normal',
            'content-type': 'application/octet-stream',
            'content-encoding': 'aes128gcm',
            'content-length': String(sent.length),
          },
          timeout: timeoutMs,
          bytes: maxResponseBytes,
          sent,
        })
        return resultOf(status)
      } catch (error) {
        if (error instanceof ExternalRequestError) return 'unreachable'
        throw error
      }
    },
  }
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'later' : 'refused'
}

/** Returns how a push service can reach the operator. It must be an https URL or an email address. */
function contactOf({ publicOrigin, mailFrom }: Pick<Env, 'publicOrigin' | 'mailFrom'>): string {
  if (publicOrigin.startsWith('https:')) return publicOrigin
  return `mailto:${/<(.+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`
}
