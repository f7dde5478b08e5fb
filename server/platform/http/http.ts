import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Span } from '@opentelemetry/api'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify'
import { methods } from '#contract/kit/endpoint.ts'
import { Refusal, type RefusalCode } from '#contract/kit/refusals.ts'
import { t } from '#contract/kit/translate.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import { requests, requestSeconds } from '#server/platform/observability/counters.ts'
import { runInRequest } from '#server/platform/observability/requestContext.ts'
import { beginRequestSpan, endRequestSpan } from '#server/platform/observability/spans.ts'
import { databaseErrorKind } from '#server/platform/postgres/db.ts'
import { hasErrorCode } from '#server/platform/processes/folderLock.ts'
import { networkMatcher } from '#server/platform/settings/networks.ts'
import {
  connectionLimits,
  endConnection,
  timeLimits,
  watchConnections,
  type ConnectionLimits,
} from './clientConnections.ts'
import { compressJson } from './compress.ts'
import { safetyHeaders } from './headers.ts'
import { addRequestedLanguage, requestedLanguage } from './language.ts'
import { type Failure, inRequestedForm } from './problemDetails.ts'
import type { Route, ServerContext } from './route/route.ts'

/**
 * An id that may be used in logs and in the audit log. It has no `@` so that an email address is never accepted as an
 * id, and no quotes, spaces or control characters.
 */
const idShape = /^[A-Za-z0-9._~:=+/-]{8,128}$/

/**
 * Returns the function that chooses the id of a request. A trusted proxy may choose it with the header X-Request-Id so
 * that the logs of both have the same id. Visitors may not, because they could make the log lines of different requests
 * look like those of one.
 */
function requestIds(isTrusted: (address: string) => boolean): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const id = headers['x-request-id']
    if (typeof id !== 'string' || !idShape.test(id)) return randomUUID()
    return isTrusted(socket.remoteAddress ?? '') ? id : randomUUID()
  }
}

/** The largest JSON body in bytes. A larger one is answered with 413. */
const bodyLimit = 100_000

const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
}

type HttpSettings = {
  trustProxy: string[]
  publicOrigin: string
  connections?: Partial<ConnectionLimits> | undefined
}

/** Creates the HTTP server. Whatever goes wrong, it answers with JSON in the shape that the contract has for failures. */
export function openHttp(
  log: FastifyBaseLogger,
  { trustProxy, publicOrigin, connections }: HttpSettings,
): FastifyInstance {
  const always = safetyHeaders(publicOrigin)
  const limits = { ...connectionLimits, ...connections }
  const isTrusted = networkMatcher(trustProxy)
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost more than the lines that few requests write. The log adds the id to them.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds(isTrusted),
    bodyLimit,
    ...timeLimits(limits),
    // While the server stops, it still serves requests on open connections, with `connection: close` so that a
    // deployment fails no request.
    return503OnClosing: false,
    // Addresses are parsed by the same function everywhere, because a proxy may spell its own with a port.
    trustProxy: trustProxy.length > 0 ? isTrusted : false,
    forceCloseConnections: 'idle',
    // The longest ids of imported people and committees have 300 characters.
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    // This function runs before any hook, for example if a path cannot be decoded.
    frameworkErrors(error, request, reply) {
      const failure = refusalOf(error, request)
      const headers = { ...always, ...jsonHeaders, ...failure.headers, 'x-request-id': request.id }
      reply.hijack()
      reply.raw.writeHead(failure.status, headers).end(JSON.stringify(failure.body))
    },
    // This function runs if there is no request yet: for bytes that are not HTTP, endless headers, or a client that
    // times out.
    clientErrorHandler(error: Error, socket: Socket) {
      if (!socket.writable || hasErrorCode(error, 'ECONNRESET')) return socket.destroy()
      const id = randomUUID()
      const { status, body } = describeFailure(new Refusal('invalid_request'), { id, log })
      const headers = Object.entries({
        ...always,
        ...jsonHeaders,
        'cache-control': 'no-store',
        'x-request-id': id,
        connection: 'close',
      })
      const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      return endConnection(
        socket,
        `HTTP/1.1 ${status} Bad Request\r\n${head}\r\n${JSON.stringify(body)}`,
        limits,
      )
    },
  })

  watchConnections(app, log, limits)
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = decodeUtf8(body)
    // A request without a body may still have the JSON content type.
    if (text === null) done(new Refusal('invalid_request'))
    else if (text === '') done(null, undefined)
    else void parseJson(request, text, done)
  })

  const spans = new WeakMap<FastifyRequest, Span>()
  const warnAboutProxy = proxyWarning(log, trustProxy)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const span = beginRequestSpan(readTraceparent(request, isTrusted), request.id)
    if (span) spans.set(request, span)
    if (isApi(request.url)) reply.header('cache-control', 'no-store')
    warnAboutProxy(request)
    done()
  })
  // The context begins in the first hook after the body is read, because the events of the body would lose it.
  app.addHook('preValidation', (request, _reply, done) =>
    runInRequest(request.id, spans.get(request) ?? null, done),
  )
  addRequestedLanguage(app, publicOrigin.startsWith('https:'))
  app.addHook('onSend', compressJson)
  app.addHook('onResponse', (request, reply, done) => {
    const fields = {
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? '(none)',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    const method = methodLabel(fields.method)
    requests.add({ method, route: fields.route, status: String(fields.status) })
    const span = spans.get(request)
    if (span) endRequestSpan(span, { method, route: fields.route, status: fields.status })
    requestSeconds.observe({ route: fields.route }, reply.elapsedTime / 1000)
    if (request.method === 'GET' && reply.statusCode < 500) request.log.debug(fields, 'answered')
    else request.log.info(fields, 'answered')
    done()
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = refusalOf(error, request)
    return reply.headers(failure.headers).code(failure.status).send(failure.body)
  })
  return app
}

/**
 * Describes a failure in the requested form and language. A request that is refused before its body is read has no language yet.
 */
function refusalOf(error: FastifyError, request: FastifyRequest) {
  return inLanguage(requestedLanguage(request), () =>
    inRequestedForm(describeFailure(error, request), request),
  )
}

/** Returns the header that names the proxy's span. Like X-Request-Id, it is ignored unless a trusted proxy sent it. */
function readTraceparent({ headers, socket }: FastifyRequest, isTrusted: (address: string) => boolean) {
  const { traceparent } = headers
  return typeof traceparent === 'string' && isTrusted(socket.remoteAddress ?? '') ? traceparent : null
}

/**
 * Returns the method for metrics and spans. Clients can send any method, so only those that the server knows are counted
 * by name.
 */
function methodLabel(method: string): string {
  return method === 'HEAD' || methods.some((known) => known === method) ? method : 'other'
}

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/**
 * Logs a warning once if requests come through a proxy that TRUST_PROXY does not name. Rate limits then see the same
 * address for all visitors.
 */
function proxyWarning(log: FastifyBaseLogger, trustProxy: string[]) {
  let isLogged = trustProxy.length > 0
  return ({ headers }: Pick<FastifyRequest, 'headers'>) => {
    if (isLogged || !forwardingHeaders.some((name) => headers[name] !== undefined)) return
    isLogged = true
    log.warn(
      'Requests have forwarding headers, but TRUST_PROXY is not set. If Hurd runs behind a proxy, set TRUST_PROXY to its ' +
        'address; otherwise all visitors share one rate limit.',
    )
  }
}

export function isApi(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

/** Mounts the routes. Every path of a route answers 405 to the other methods. */
export function mountRoutes(app: FastifyInstance, routes: Route[], server: ServerContext) {
  const methodsOf = new Map<string, Set<string>>()
  for (const route of routes) {
    route.mount(app, server)
    const allowed = methodsOf.get(route.endpoint.path) ?? new Set()
    methodsOf.set(route.endpoint.path, allowed.add(route.endpoint.method))
  }
  for (const [path, allowed] of methodsOf) {
    app.route({
      method: [...methods, 'PATCH', 'OPTIONS', 'TRACE'].filter((name) => !allowed.has(name)),
      url: path,
      // This hook answers before the body is parsed so that a wrong method is reported before a wrong body.
      onRequest: async (_request, reply) => {
        reply.header('allow', [...allowed].join(', '))
        throw new Refusal('method_not_allowed')
      },
      handler: () => undefined,
    })
  }
}

/**
 * Decodes UTF-8, or null for bytes that are not UTF-8, because replacing them would save text that the member did not
 * write.
 */
function decodeUtf8(bytes: string | Buffer): string | null {
  try {
    return typeof bytes === 'string' ? bytes : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Returns the status, headers and body of the response to a failed request, with its texts in the language of the request. */
export function describeFailure(error: Error, { id, log }: Pick<FastifyRequest, 'id' | 'log'>): Failure {
  const refusal = asRefusal(error)
  if (refusal.status >= 500) log.error({ reqId: id, err: error }, 'request failed')
  const headers: Record<string, string> = { 'cache-control': 'no-store' }
  const { fields } = refusal
  if (refusal.retryAfter !== undefined) headers['retry-after'] = String(refusal.retryAfter)
  return {
    status: refusal.status,
    headers,
    body: {
      success: false,
      error: t(refusal.message),
      code: refusal.code,
      ...(fields
        ? { fields: Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, t(message)])) }
        : {}),
    },
  }
}

function asRefusal(error: Error): Refusal {
  if (error instanceof Refusal) return error
  const kind = databaseErrorKind(error)
  if (kind === 'unavailable') return new Refusal('database_unavailable', { retryAfter: 5 })
  if (kind === 'busy') return new Refusal('overloaded', { retryAfter: 2 })
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  return new Refusal(codeOfStatus(status))
}

function codeOfStatus(status: number): RefusalCode {
  if (status === 413) return 'request_too_large'
  if (status === 404) return 'not_found'
  return status >= 400 && status < 500 ? 'invalid_request' : 'internal_error'
}
