/**
 * A server of a browser's vendor that passes messages on to the browser: a host ("fcm.googleapis.com"), all hosts below one
 * ("*.push.apple.com"), or the origin of a service for tests ("http://127.0.0.1:4000").
 */
export type PushService = string

/** The services of Chrome and browsers made of it, Firefox, Safari and Edge. */
export const defaultPushServices = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

const host = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/

/** Reads the value of PUSH_SERVICES. Null if it is wrong. */
export function parsePushServices(text: string): PushService[] | null {
  if (text === 'none') return []
  const services = text.split(',').map((service) => service.trim().toLowerCase())
  return services.every((service) => host.test(service) || isOrigin(service)) ? services : null
}

/** True for an entry that names an origin and not a host. In production only hosts are allowed. */
export function isOrigin(service: PushService): boolean {
  const url = URL.parse(service)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === service
}

/**
 * Returns true if the endpoint of a subscription is at one of these services. Only https on its usual port is accepted, and only
 * the spelling that browsers give, so one subscription has one endpoint.
 */
export function isPushService(services: readonly PushService[], endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (url === null || url.href !== endpoint || url.username || url.password) return false
  return services.some((service) => {
    if (isOrigin(service)) return url.origin === service
    if (url.protocol !== 'https:' || url.port !== '') return false
    return service.startsWith('*.') ? url.hostname.endsWith(service.slice(1)) : url.hostname === service
  })
}
