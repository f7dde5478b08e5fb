import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const Paths = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ security: z.array(z.record(z.string(), z.array(z.string()))) })),
  ),
})

const Operations = z.object({
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ operationId: z.string(), tags: z.array(z.string()) })),
  ),
})

async function everyCall() {
  const { body } = await app.send('GET', '/api/openapi.json')
  const { paths } = z.parse(Paths, body)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
      template: path,
      isOpen: security.length === 0,
      // Visitors may call the endpoint, but a token that is sent must be valid.
      isOptional: security.some((way) => Object.keys(way).length === 0),
    })),
  )
}

describe('the API description', () => {
  // covers ACC-ROLES-01 CIV-GROUPS-39 CIV-GROUPPOSTS-30 CIV-GROUPPOSTS-32
  test('only the branding, the bill of the sign-in page, health, totals about changed minds, sign-up, sign-in, password reset, email links and group reads are open, and every other call requires a session', async () => {
    const calls = await everyCall()
    const optional = calls
      .filter((call) => call.isOptional)
      .map((call) => `${call.method} ${call.template.replace(/\{\w+\}/g, '{id}')}`)
    expect(optional.sort()).toEqual([
      'GET /api/bills/{id}/statements',
      'GET /api/bills/{id}/tally',
      'GET /api/committees/{id}',
      'GET /api/groups',
      'GET /api/groups/{id}',
      'GET /api/groups/{id}/can-post',
      'GET /api/groups/{id}/members',
      'GET /api/groups/{id}/posts',
      'GET /api/groups/{id}/posts/{id}/comments',
      'GET /api/groups/{id}/posts/{id}/comments/{id}',
      'GET /api/representatives/{id}/reply-rate',
      'GET /api/sessions',
    ])
    const open = calls.filter((call) => call.isOpen).map((call) => `${call.method} ${call.template}`)
    expect(open.sort()).toEqual([
      'GET /api/branding',
      'GET /api/featured-bill',
      'GET /api/health',
      'GET /api/live',
      'GET /api/opinion/persuasion',
      'POST /api/appeals',
      'POST /api/appeals/decision',
      'POST /api/auth/forgot-password',
      'POST /api/auth/login',
      'POST /api/auth/login/passkey',
      'POST /api/auth/register',
      'POST /api/auth/reset-password',
      'POST /api/auth/restore-account',
      'POST /api/auth/undo-email-change',
      'POST /api/auth/verify-email',
    ])

    for (const call of calls.filter(({ isOpen }) => !isOpen)) {
      const signedOut = await app.send(call.method, call.path)
      const isAllowed = call.isOptional && [200, 404].includes(signedOut.status)
      if (!isAllowed) {
        expect([call.template, signedOut.status, signedOut.body]).toEqual([
          call.template,
          401,
          { success: false, error: 'Authentication required', code: 'authentication_required' },
        ])
      }
      for (const token of ['nonsense', 'x'.repeat(43), `${'x'.repeat(42)}'`, '']) {
        const invalid = await app.send(call.method, call.path, {
          headers: { authorization: `Bearer ${token}` },
        })
        expect([call.template, token, invalid.status, invalid.body['error']]).toEqual([
          call.template,
          token,
          401,
          'Session expired. Please log in again.',
        ])
      }
    }
  })

  // covers HURD-OPENAPI-01
  test.each(['/api/openapi.json', '/api/public/v1/openapi.json'])(
    'a program that generates a client can read %s, and its functions have the names of the endpoints',
    async (path) => {
      const { body } = await app.send('GET', path)
      const validator = new Validator()
      expect(await validator.validate(structuredClone(body))).toEqual({ valid: true })
      expect(validator.version).toBe('3.1')

      const { paths, tags } = z.parse(Operations, body)
      const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
      const ids = operations.map(({ operationId }) => operationId)
      expect(new Set(ids).size).toBe(ids.length)
      for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/)
      const named = new Set(operations.flatMap((operation) => operation.tags))
      expect(tags.map(({ name }) => name)).toEqual([...named].toSorted())
      expect(operations.map((operation) => operation.tags.length)).toEqual(operations.map(() => 1))

      const broken = { ...body, paths: { '/x': { get: { responses: { 200: {} } } } } }
      expect((await new Validator().validate(broken)).valid).toBe(false)
    },
  )

  // covers HURD-OPENAPI-01
  test('the name of a call, its noun, and the body that it requires are in the OpenAPI document', async () => {
    const { body } = await app.send('GET', '/api/openapi.json')
    expect(body).toMatchObject({
      paths: {
        '/api/bills/{id}/stance': {
          post: {
            operationId: 'takeStance',
            summary: 'Take stance',
            tags: ['bills'],
            requestBody: { required: true },
            responses: {
              401: { description: 'Authentication required · Session expired. Please log in again.' },
              422: { description: 'Idempotency key was used for a different request' },
              503: { description: expect.stringContaining('Database unavailable') },
            },
          },
        },
        '/api/bills': { get: { operationId: 'listBills', tags: ['bills'] } },
        '/api/users/profile-picture': {
          post: {
            operationId: 'uploadPicture',
            requestBody: {
              required: true,
              content: { 'multipart/form-data': { schema: { required: ['profilePicture'] } } },
            },
          },
        },
      },
    })
    const open = await app.send('GET', '/api/public/v1/openapi.json')
    expect(open.body).toMatchObject({
      paths: { '/api/public/v1/bills/{id}': { get: { operationId: 'getPublicBill', tags: ['bills'] } } },
    })
  })

  test('the OpenAPI document describes the input and the refusals of every call', async () => {
    const { body } = await app.send('GET', '/api/openapi.json')
    expect(body).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/api/bills/{id}/stance': {
          post: {
            security: [{ session: [] }],
            parameters: [
              { name: 'id', in: 'path', required: true },
              { name: 'Idempotency-Key', in: 'header' },
            ],
            requestBody: {
              content: { 'application/json': { schema: { required: expect.arrayContaining(['stance']) } } },
            },
            responses: { 404: { description: expect.stringContaining('Bill not found') } },
          },
        },
      },
    })
  })

  test('every reference in the OpenAPI document can be resolved', async () => {
    const { body } = await app.send('GET', '/api/openapi.json')
    const text = JSON.stringify(body)
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      (match) => match[1],
    )
    expect(references.length).toBeGreaterThan(20)
    expect(text).not.toMatch(/"\$ref":"(?!#\/components\/schemas\/)/)
    expect(body).toMatchObject({
      components: { schemas: Object.fromEntries(references.map((name) => [name, expect.anything()])) },
    })
  })
})
