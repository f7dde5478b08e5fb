import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { copyTemplate } from '../server/testing/postgres.ts'
import { dumpSchema } from './schema-dump.ts'

const copy = await copyTemplate()
afterAll(() => copy.drop())
const [server] = await copy.pool<{ version: number }[]>`
  select current_setting('server_version_num')::int / 10000 as version`

// Other versions write the same views in other words.
test.skipIf(server?.version !== 18)(
  'db/schema.sql is what the migrations make (else: npm run schema; skipped on a server that is not PostgreSQL 18)',
  async () => {
    const committed = await readFile(new URL('../db/schema.sql', import.meta.url), 'utf8')
    expect(await dumpSchema(copy.pool)).toBe(committed)
  },
)
