import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify'
import { methods } from '../../contract/kit/endpoint.ts'
import { Refusal, type RefusalCode } from '../../contract/kit/refusals.ts'
import { hasErrorCode } from '../kit/folderLock.ts'
import { databaseErrorKind } from '../postgres/db.ts'
import { connectionLimits, endConnection, timeLimits, watchConnections } from './clientConnections.ts'
import type { ConnectionLimits } from './clientConnections.ts'
import type { Route, ServerContext } from './route.ts'

/** JSON bodies end here (section 0 of the contract: 413 over 100 kB). */
const bodyLimit = 100_000

const jsonAnswer = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
}

type HttpSettings = { trustProxy: string[]; connections?: Partial<ConnectionLimits> | undefined }

/** An HTTP server with the contract's manners: every failure under /api is JSON in its shape, whatever went wrong. */
export function openHttp(log: FastifyBaseLogger, { trustProxy, connections }: HttpSettings): FastifyInstance {
  const limits = { ...connectionLimits, ...connections }
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit,
    ...timeLimits(limits),
    // What still comes on open connections while the server stops is answered like everything else, each time with
    // `connection: close`: nobody loses a call to a deploy.
    return503OnClosing: false,
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    // Reached before any hook: a path that cannot be decoded.
    frameworkErrors(error, request, reply) {
      const failure = describeFailure(error, request.log)
      const headers = { ...failure.headers, ...jsonAnswer }
      reply.hijack()
      reply.raw.writeHead(failure.status, headers).end(JSON.stringify(failure.body))
    },
    // Reached before there is a request: bytes that are not HTTP, headers without end, a client that never finishes.
    clientErrorHandler(error: Error, socket: Socket) {
      if (!socket.writable || hasErrorCode(error, 'ECONNRESET')) return socket.destroy()
      const { status, body } = describeFailure(new Refusal('invalid_request'), log)
      const headers = Object.entries({ ...jsonAnswer, 'cache-control': 'no-store', connection: 'close' })
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
    // A call without a payload may still say that it is JSON.
    if (text === null) done(new Refusal('invalid_request'))
    else if (text === '') done(null, undefined)
    else void parseJson(request, text, done)
  })

  const warnOfProxy = proxyWarning(log, trustProxy)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (isApi(request.url)) reply.header('cache-control', 'no-store')
    warnOfProxy(request)
  })
  app.addHook('onResponse', async (request, reply) => {
    const done = {
      method: request.method,
      route: request.routeOptions.url ?? '(none)',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (request.method === 'GET') request.log.debug(done, 'answered')
    else request.log.info(done, 'answered')
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = describeFailure(error, request.log)
    return reply.headers(failure.headers).code(failure.status).send(failure.body)
  })
  return app
}

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** Says once that a proxy seems to stand in front which TRUST_PROXY does not name: then all visitors share one limit. */
function proxyWarning(log: FastifyBaseLogger, trustProxy: string[]) {
  let isSaid = trustProxy.length > 0
  return ({ headers }: Pick<FastifyRequest, 'headers'>) => {
    if (isSaid || !forwardingHeaders.some((name) => headers[name] !== undefined)) return
    isSaid = true
    log.warn(
      'Requests carry forwarding headers, and TRUST_PROXY is not set: if a proxy stands in front, name its address there, ' +
        'or everyone shares the limits of one network.',
    )
  }
}

export function isApi(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

/** Mounts the routes; a path that exists answers 405 to every other method. */
export function mountRoutes(app: FastifyInstance, routes: Route[], server: ServerContext) {
  const methodsOf = new Map<string, Set<string>>()
  for (const route of routes) {
    route.mount(app, server)
    const held = methodsOf.get(route.endpoint.path) ?? new Set()
    methodsOf.set(route.endpoint.path, held.add(route.endpoint.method))
  }
  for (const [path, held] of methodsOf) {
    app.route({
      method: [...methods, 'PATCH', 'OPTIONS', 'TRACE'].filter((name) => !held.has(name)),
      url: path,
      // A body is of no interest here, so none is read.
      onRequest: async (_request, reply) => {
        reply.header('allow', [...held].join(', '))
        throw new Refusal('method_not_allowed')
      },
      handler: () => undefined,
    })
  }
}

/** Null for bytes that are not UTF-8: replaced one by one they would be saved as something nobody wrote. */
function decodeUtf8(bytes: string | Buffer): string | null {
  try {
    return typeof bytes === 'string' ? bytes : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function describeFailure(error: Error, log: FastifyBaseLogger) {
  const refusal = asRefusal(error)
  if (refusal.status >= 500) log.error({ err: error }, 'request failed')
  const headers: Record<string, string> = { 'cache-control': 'no-store' }
  if (refusal.retryAfter !== undefined) headers['retry-after'] = String(refusal.retryAfter)
  return {
    status: refusal.status,
    headers,
    body: {
      success: false,
      error: refusal.message,
      code: refusal.code,
      ...(refusal.fields ? { fields: refusal.fields } : {}),
    },
  }
}

function asRefusal(error: Error): Refusal {
  if (error instanceof Refusal) return error
  const trouble = databaseErrorKind(error)
  if (trouble === 'unavailable') return new Refusal('database_unavailable', { retryAfter: 5 })
  if (trouble === 'busy') return new Refusal('overloaded', { retryAfter: 2 })
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  return new Refusal(codeOfStatus(status))
}

function codeOfStatus(status: number): RefusalCode {
  if (status === 413) return 'request_too_large'
  if (status === 404) return 'not_found'
  return status >= 400 && status < 500 ? 'invalid_request' : 'internal_error'
}
