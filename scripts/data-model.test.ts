import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { copyTemplate } from '#server/testing/postgres/postgres.ts'
import { dataModelPage, writeDataModel } from './data-model.ts'

const copy = await copyTemplate()
afterAll(() => copy.drop())

test('docs/data-model.md describes the current schema (if this fails, run npm run data-model)', async () => {
  expect(await writeDataModel(copy.pool)).toBe(await readFile(dataModelPage, 'utf8'))
})
