import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  publicApiVersion,
  isLongEnough,
  noticeHeaders,
  notices,
  type Notice,
} from '#contract/openData/public.ts'
import { plantCanaries } from '#server/testing/setups/calls/canaries.ts'
import { addPublicRecords, publicPaths } from '#server/testing/setups/records/publicRecords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let paths: string[]
beforeAll(async () => {
  app = await startTestServer()
  const { ids } = await plantCanaries(app)
  await addPublicRecords(app, ids.bill_id)
  paths = publicPaths(ids)
}, 60_000)
afterAll(() => app.close())

const Document = z.looseObject({
  openapi: z.string(),
  info: z.object({ version: z.string(), title: z.string(), description: z.string() }),
  paths: z.record(
    z.string(),
    z.object({
      get: z.looseObject({
        parameters: z.array(z.looseObject({ name: z.string() })),
        responses: z.record(z.string(), z.looseObject({})),
      }),
    }),
  ),
})

/** Returns the template of a path in the document, such as "/api/public/v1/bills/{id}". */
function templateOf(path: string, templates: readonly string[]): string {
  const [bare = ''] = path.split('?')
  const matching = templates.filter((template) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(bare),
  )
  expect([path, matching.length]).toEqual([path, 1])
  return matching[0]!
}

// covers BEY-OPEN-08
test('the OpenAPI document describes every path, and recorded responses and refusals are valid by it', async () => {
  const { body } = await app.send('GET', '/api/public/v1/openapi.json')
  const document = Document.parse(body)
  expect(document.openapi).toBe('3.1.0')
  expect(document.info.version).toBe(publicApiVersion)
  expect(publicApiVersion).toMatch(/^1\.\d+\.\d+$/)

  const validator = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
  validator.addSchema({ $id: 'api', ...document })
  const isValid = (template: string, status: number, response: unknown) => {
    const pointer = template
      .replaceAll('~', '~0')
      .replaceAll('/', '~1')
      .replaceAll('{', '%7B')
      .replaceAll('}', '%7D')
    const check = validator.getSchema(
      `api#/paths/${pointer}/get/responses/${status}/content/application~1json/schema`,
    )
    return check?.(response) === true ? [] : [template, status, check?.errors ?? 'not described']
  }

  const templates = Object.keys(document.paths)
  const visited = new Set<string>()
  for (const path of paths) {
    const template = templateOf(path, templates)
    visited.add(template)
    const response = await app.send('GET', path)
    expect(isValid(template, response.status, response.body), path).toEqual([])
    const altered = { ...response.body, success: 'yes' }
    expect(isValid(template, response.status, altered), 'the schema can fail').not.toEqual([])
  }
  expect([...visited].toSorted()).toEqual(templates.toSorted())

  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const [path, status] of [
    [`/bills/${unknown}`, 404],
    [`/bills/${unknown}/versions/1/text`, 404],
    [`/vote-events/${unknown}`, 404],
    ['/representatives/nobody', 404],
    ['/bills?limit=1000', 400],
  ] as const) {
    const response = await app.send('GET', `/api/public/v1${path}`)
    const template = templateOf(`/api/public/v1${path}`, templates)
    expect([response.status, isValid(template, status, response.body)]).toEqual([status, []])
  }
})

test('the document has the parameters of the list of bills and the statuses of its responses', async () => {
  const { body } = await app.send('GET', '/api/public/v1/openapi.json')
  const { get } = Document.parse(body).paths['/api/public/v1/bills']!
  expect(get.parameters.map(({ name }) => name).toSorted()).toEqual(
    [
      'after',
      'government_level',
      'jurisdiction',
      'limit',
      'session',
      'status',
      'topic',
      'updated_since',
    ].toSorted(),
  )
  expect(Object.keys(get.responses)).toEqual(
    expect.arrayContaining(['200', '304', '400', '401', '429', '503']),
  )
})

test('a path that will end says so for a year, in the headers of every response below it', () => {
  const notice: Notice = {
    path: '/api/public/v1/bills',
    announced_on: '2027-01-01',
    ends_on: '2028-01-01',
    documentation: 'https://hurd.example/changes',
  }
  const headersOf = (path: string, day: string) => noticeHeaders(path, new Date(day), [notice])
  const headers = {
    deprecation: '@1798761600',
    sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
    link: '<https://hurd.example/changes>; rel="deprecation"; type="text/html"',
  }
  expect(headersOf('/api/public/v1/bills', '2027-01-01')).toEqual(headers)
  expect(headersOf('/api/public/v1/bills/1/versions', '2027-06-01')).toEqual(headers)
  expect(headersOf('/api/public/v1/bills', '2026-12-31')).toEqual({})
  expect(headersOf('/api/public/v1/billsx', '2027-06-01')).toEqual({})
  expect(isLongEnough(notice)).toBe(true)
  expect(isLongEnough({ ...notice, ends_on: '2027-12-31' })).toBe(false)
  expect(notices.filter((notice) => !isLongEnough(notice))).toEqual([])
})
