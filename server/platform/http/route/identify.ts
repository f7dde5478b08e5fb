import type { FastifyRequest } from 'fastify'
import type { Access } from '#contract/kit/endpoint.ts'
import { Refusal, refuse } from '#contract/kit/refusals.ts'
import type { ReadKind } from '#server/platform/http/readLimits.ts'
import { readCookieKey } from '#server/platform/http/sessionCookie.ts'
import { callerIp } from '#server/platform/settings/networks.ts'
import type { Caller, Credentials, Member, MemberFor, RequestLog, ServerContext } from './route.ts'

type CallerIdentity<A extends Access> = { me: MemberFor<A>; caller: Caller }

/**
 * Finds the member who makes a call and counts the call as a read. Refuses if the endpoint requires a valid session and
 * there is none.
 */
export async function identify<A extends Access>(
  server: ServerContext,
  access: A,
  request: FastifyRequest,
  kind: ReadKind,
  log: RequestLog,
  { withoutCookie = false } = {},
): Promise<CallerIdentity<A>> {
  const token = bearerToken(request)
  const browserKey = readCookieKey(request, server.cookieName)
  const credentials = token === null ? null : { token, browserKey, withoutCookie }
  const ip = callerIp(request)
  const member = await identifyAndCount(server, access, credentials, ip, kind)
  log.user_id = member?.user_id ?? null
  const caller = {
    ip,
    token,
    userAgent: request.headers['user-agent'] ?? '',
    deviceKey: readCookieKey(request, server.deviceCookieName),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- findCaller() has refused where a member is required
  return { me: member as MemberFor<A>, caller }
}

function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header === undefined) return null
  const [, token] = /^Bearer +(\S+)$/i.exec(header) ?? []
  return token ?? ''
}

/**
 * Identifies the caller. A caller without a token is counted before anything is read from the database so that a
 * caller over the limit costs nothing. An invalid token counts as no token. `findMember` limits how many invalid tokens
 * are looked up.
 */
async function identifyAndCount(
  server: ServerContext,
  access: Access,
  credentials: Credentials | null,
  ip: string,
  kind: ReadKind,
): Promise<Member | null> {
  const count = (user_id: string | null) => {
    if (server.rateLimits) server.readLimits.count({ user_id, ip }, kind)
  }
  if (credentials === null || access === 'open') {
    count(null)
    return findCaller(server, access, credentials, ip)
  }
  const member = await findCaller(server, access, credentials, ip).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'session_expired') count(null)
    throw error
  })
  count(member?.user_id ?? null)
  return member
}

async function findCaller(
  server: ServerContext,
  access: Access,
  credentials: Credentials | null,
  ip: string,
): Promise<Member | null> {
  if (access === 'open') return null
  if (credentials === null) {
    if (access === 'optional') return null
    refuse('authentication_required')
  }
  const member = (await findMember(server, credentials, ip)) ?? refuse('session_expired')
  if (access === 'active' && member.account_status !== 'active') refuse('account_deactivated')
  return member
}

/**
 * Finds the member of a token. A token that this instance has not yet found valid may be a guess. Only a few of those
 * are looked up at the same time, and none for a network that has sent too many invalid ones.
 */
async function findMember(
  server: ServerContext,
  credentials: Credentials,
  ip: string,
): Promise<Member | null> {
  if (server.wasLive(credentials.token)) return server.findMember(server.pool, credentials)
  const check = () => {
    if (server.rateLimits) server.readLimits.checkTokens(ip)
  }
  check()
  return server.tokenLookups(async () => {
    // The check is repeated, because other requests of the same network may have been counted while this one waited.
    check()
    const member = await server.findMember(server.pool, credentials)
    if (!member && server.rateLimits) server.readLimits.countUnknownToken(ip)
    return member
  })
}
