import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicLimits } from '#contract/openData/public.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({ rateLimits: true })
})
afterAll(() => app.close())

const unknown = '00000000-0000-4000-8000-000000000000'

async function read(path: string, headers: Record<string, string>, init: RequestInit = {}) {
  const response = await fetch(app.origin + path, { ...init, headers })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    varies: response.headers.get('vary'),
    body: await response.text(),
  }
}

const problemForm = 'application/problem+json; charset=utf-8'
const usualForm = 'application/json; charset=utf-8'
const problem = { accept: 'application/problem+json' }

// covers HURD-PROBLEM-01
test.each([
  {
    path: `/bills/${unknown}`,
    status: 404,
    title: 'Not Found',
    code: 'bill_not_found',
    detail: 'Bill not found',
  },
  { path: '/nothing', status: 404, title: 'Not Found', code: 'not_found', detail: 'Not found' },
  { path: '/bills?limit=1000', status: 400, title: 'Bad Request', code: 'invalid_request' },
  { path: '/bills', method: 'POST', status: 405, title: 'Method Not Allowed', code: 'method_not_allowed' },
  {
    path: '/bills',
    headers: { 'x-api-key': 'hurd_pk_wrong' },
    status: 401,
    title: 'Unauthorized',
    code: 'invalid_api_key',
  },
])('a program that asks for problem details gets a $status of $path as such', async (call) => {
  const { path, method = 'GET', headers = {}, ...expected } = call
  const url = `/api/public/v1${path}`
  const response = await read(url, { ...problem, ...headers }, { method })
  expect(response).toMatchObject({
    status: expected.status,
    type: problemForm,
    varies: 'accept',
  })
  const { fields, ...body } = JSON.parse(response.body)
  expect(body).toEqual({ type: 'about:blank', detail: expect.any(String), ...expected })

  const usual = await read(url, headers, { method })
  expect(usual).toMatchObject({
    status: expected.status,
    type: usualForm,
    varies: 'accept',
  })
  const { detail: error, code } = body
  expect(JSON.parse(usual.body)).toEqual({ success: false, error, code, ...(fields ? { fields } : {}) })
})

// covers HURD-PROBLEM-01
test('fields of invalid parameters are named in problem details too', async () => {
  const { body } = await read('/api/public/v1/bills?topic=%00', problem)
  expect(JSON.parse(body)).toMatchObject({
    code: 'invalid_request',
    fields: { topic: expect.any(String) },
  })
})

// covers HURD-PROBLEM-01
test('a path that cannot be decoded is a problem as well', async () => {
  const { status, type, body } = await read('/api/public/v1/%ff', problem)
  expect([status, type]).toEqual([400, problemForm])
  expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'invalid_request' })
})

// covers HURD-PROBLEM-01
test.each([
  ['application/problem+json, application/json', true],
  ['application/json;q=0.5, Application/Problem+JSON;q=0.9', true],
  ['application/json, application/problem+json;q=0.5', false],
  ['application/problem+json;q=0, application/json', false],
  ['application/json', false],
  ['*/*', false],
  ['', false],
])('of the forms in "%s", problem details are chosen: %s', async (accept, isChosen) => {
  const { type } = await read('/api/public/v1/nothing', { accept })
  expect(type).toBe(isChosen ? problemForm : usualForm)
})

// covers HURD-PROBLEM-01
test('records and other paths never have this form', async () => {
  expect(await read('/api/public/v1/bills', problem)).toMatchObject({
    status: 200,
    type: usualForm,
  })
  for (const path of ['/api/bills', '/api/public/v10/bills', '/api/nothing']) {
    const { status, type, varies } = await read(path, problem)
    expect([path, status >= 400, type, varies]).toEqual([path, true, usualForm, null])
  }
})

// covers HURD-PROBLEM-01
test('beyond the limit, problem details say so, and Retry-After stays', async () => {
  for (let call = 0; call < publicLimits.withoutKey; call += 1) await read('/api/public/v1/sessions', {})
  const response = await fetch(`${app.origin}/api/public/v1/sessions`, { headers: problem })
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await response.json()).toMatchObject({ status: 429, code: 'too_many_records' })
})
