import * as z from 'zod/mini'
import type { TestServer } from '#server/testing/testServer.ts'

export type Call = { method: string; template: string }

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ requestBody: z.optional(z.unknown()) }))),
})

/** Returns every call in the OpenAPI document, with its path as a template such as `/api/bills/{id}`. */
export async function everyCall(app: Pick<TestServer, 'send'>): Promise<Call[]> {
  const { body } = await app.send('GET', '/api/openapi.json')
  const { paths } = z.parse(Document, body)
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), template })),
  )
}
