import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { publicPrefix } from '#contract/openData/public.ts'
import { operator } from '#server/testing/setups/operators.ts'
import {
  startTestServer,
  type TestResponse,
  type Person,
  type TestServer,
} from '#server/testing/testServer.ts'

let app: TestServer
let ada: Person
let bill_id: string
beforeAll(async () => {
  app = await startTestServer()
  ada = await operator(app, 'ada', 'administrator')
  bill_id = (await app.bill('Lanterns')).bill_id
})
afterAll(() => app.close())

const unknownId = '00000000-0000-4000-8000-000000000000'

/** Sends a value as it stands, in the query of a GET or in the body of another request. */
function send(method: string, path: string, name: string, value: string): Promise<TestResponse> {
  const caller = path.startsWith(publicPrefix) ? app.visitor : ada
  return method === 'GET'
    ? caller.send('GET', `${path}?${name}=${value}`)
    : caller.send(method, path, { body: { [name]: value, reply_type: 'answered' } })
}

type Parameter = { method: string; path: string; name: string; accepted: RegExp }

const parameter = (call: string, name: string, accepted = /^200 $/): Parameter => {
  const [method = '', path = ''] = call.split(' ')
  return { method, path, name, accepted }
}

const times = (): Parameter[] => [
  parameter('GET /api/public/v1/bills', 'updated_since'),
  parameter('POST /api/bills/moved/seen', 'as_of'),
  parameter(`POST /api/bills/${bill_id}/discussion-read`, 'as_of'),
  parameter('POST /api/notifications/read-all', 'undo'),
  // A time in the past is refused for another reason.
  parameter('POST /api/administration/codes', 'expires_at', /^(201 |400 invalid_date)$/),
]

const days = (): Parameter[] => [
  parameter('GET /api/public/v1/events', 'from'),
  parameter('GET /api/administration/statistics', 'until'),
  // No tally has been published.
  parameter(`GET /api/bills/${bill_id}/tally/receipt`, 'day', /^404 tally_not_found$/),
  parameter(`GET /api/bills/${bill_id}/tally/sample`, 'day', /^404 tally_not_found$/),
  parameter(`POST /api/representatives/contacts/${unknownId}/reply`, 'occurred_on', /not_your_message$/),
]

/** Each form that is accepted, and the same time in UTC. */
const accepted = [
  ['2099-05-01T00:00:00Z', '2099-05-01T00:00:00.000000Z'],
  ['2099-05-01T00:00:00.5Z', '2099-05-01T00:00:00.500000Z'],
  ['2099-05-01T00:00:00.123456789Z', '2099-05-01T00:00:00.123457Z'],
  ['2099-05-01T00:00:00+00:00', '2099-05-01T00:00:00.000000Z'],
  ['2099-05-01T00:00:00 00:00', '2099-05-01T00:00:00.000000Z'],
  ['2099-05-01T00:00:00%2B00:00', '2099-05-01T00:00:00.000000Z'],
  ['2099-05-01T00:00:00-04:00', '2099-05-01T04:00:00.000000Z'],
  ['2099-05-01T00:00:00.25+05:30', '2099-04-30T18:30:00.250000Z'],
  ['2099-05-01', '2099-05-01T00:00:00.000000Z'],
  ['2096-02-29T23:59:59-12:00', '2096-03-01T11:59:59.000000Z'],
] as const

const refused = [
  '2026-05-01T00:00Z',
  '2026-05-01T00:00:00',
  '2026-05-01 00:00:00Z',
  '2026-05-01T24:00:00Z',
  '2026-05-01T00:00:00+0000',
  '2026-05-01T00:00:00+25:00',
  '2026-05-01T00:00:00.1234567890Z',
  `2026-05-01T00:00:00.${'1'.repeat(200)}+00:00`,
  '2026-02-30',
  '2026-02-30T00:00:00Z',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-01:00',
  '10000-01-01T00:00:00Z',
  '05/01/2026',
  '1777593600',
  'yesterday',
  'infinity',
]

const outcome = ({ status, body }: TestResponse) =>
  `${status} ${typeof body['code'] === 'string' ? body['code'] : ''}`

// covers HURD-TIMES-01
test('every parameter that is a time accepts the forms of ISO 8601, and a plus that arrives as a space', async () => {
  for (const { method, path, name, accepted: expected } of times()) {
    for (const [value] of [...accepted, ['0001-01-02'], ['9999-12-30T00:00:00Z']]) {
      const sent = method === 'GET' ? value : value.replace('%2B', '+')
      expect(outcome(await send(method, path, name, sent)), `${name}=${value}`).toMatch(expected)
    }
  }
  for (const [value, utc] of accepted) {
    const { body } = await send('POST', '/api/administration/codes', 'expires_at', value.replace('%2B', '+'))
    const [row] = await app.pool<{ expires_at: string }[]>`
      select to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as expires_at
        from access_codes order by created_at desc limit 1`
    expect([value, row?.expires_at, body['success']]).toEqual([value, utc, true])
  }
})

/** Returns the number of bills that changed since a time. */
async function countSince(value: string): Promise<number> {
  const { body } = await send('GET', '/api/public/v1/bills', 'updated_since', value)
  return z.parse(z.object({ bills: z.array(z.unknown()) }), body).bills.length
}

// covers HURD-TIMES-01
test('a list of changes since a time contains the bills that changed then, however the time is written', async () => {
  await app.pool`update bills set changed_at = '2026-05-01T12:00:00Z' where bill_id = ${bill_id}`
  for (const value of ['2026-05-01', '2026-05-01T08:00:00-04:00', '2026-05-01T14:00:00+02:00']) {
    expect([value, await countSince(value)]).toEqual([value, 1])
  }
  for (const value of ['2026-05-02', '2026-05-01T08:00:01-04:00', '2026-05-01T14:00:00.001+02:00']) {
    expect([value, await countSince(value)]).toEqual([value, 0])
  }
})

// covers HURD-TIMES-01
test('a time or date in another form is refused with the name of the parameter and the accepted form', async () => {
  for (const { method, path, name } of times()) {
    for (const value of refused) {
      const { status, body } = await send(method, path, name, value)
      expect([value, status, body['error']]).toEqual([
        value,
        400,
        `${name} must be a time in ISO 8601, such as 2026-05-01T14:30:00Z, 2026-05-01T10:30:00-04:00 or 2026-05-01`,
      ])
    }
  }
  for (const { method, path, name, accepted: expected } of days()) {
    for (const value of ['2026-05-01', '0001-01-01', '9999-12-31', '2024-02-29']) {
      expect(outcome(await send(method, path, name, value)), `${name}=${value}`).toMatch(expected)
    }
    for (const value of [
      ...refused,
      ...accepted.map(([form]) => form).filter((form) => form.includes('T')),
    ]) {
      const { status, body } = await send(method, path, name, value)
      expect([value, status, body['error']]).toEqual([
        value,
        400,
        `${name} must be a date (YYYY-MM-DD), such as 2026-05-01`,
      ])
    }
  }
})

const Schema = z.looseObject({
  format: z.optional(z.string()),
  description: z.optional(z.string()),
  anyOf: z.optional(z.array(z.looseObject({ format: z.optional(z.string()) }))),
})
const Call = z.looseObject({
  parameters: z.array(z.looseObject({ name: z.string(), schema: Schema })),
  requestBody: z.optional(
    z.object({
      content: z.object({
        // A picture is sent in another form.
        'application/json': z.optional(
          z.object({ schema: z.object({ properties: z.record(z.string(), Schema) }) }),
        ),
      }),
    }),
  ),
})
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Call)) })

// covers HURD-TIMES-01
test('the API descriptions state the form of every parameter that is a time or date, and the table above has all of them', async () => {
  const described: string[] = []
  for (const address of ['/api/openapi.json', '/api/public/v1/openapi.json']) {
    const { paths } = z.parse(Document, (await app.send('GET', address)).body)
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { parameters, requestBody }] of Object.entries(methods)) {
        const fields = [
          ...parameters.map(({ name, schema }) => [name, schema] as const),
          ...Object.entries(requestBody?.content['application/json']?.schema.properties ?? {}),
        ]
        for (const [name, schema] of fields) {
          if (!/"format":"date(-time)?"/.test(JSON.stringify(schema))) continue
          expect(JSON.stringify(schema), `${path} ${name}`).toContain('"description":"A ')
          described.push(`${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '*')} ${name}`)
        }
      }
    }
  }
  const inTable = [...times(), ...days()].map(
    ({ method, path, name }) => `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '*')} ${name}`,
  )
  expect(described.sort()).toEqual(inTable.sort())
})
