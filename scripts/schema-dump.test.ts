import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { copyTemplate } from '../server/testing/postgres.ts'
import { dumpSchema } from './schema-dump.ts'

const copy = await copyTemplate()
afterAll(() => copy.drop())

test('db/schema.sql is what the migrations make (else: node scripts/schema-dump.ts)', async () => {
  const committed = await readFile(new URL('../db/schema.sql', import.meta.url), 'utf8')
  expect(await dumpSchema(copy.pool)).toBe(committed)
})
