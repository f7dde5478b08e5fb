import { expect, test } from 'vitest'
import { findWrongImports } from './rooms.ts'

const wrong: [file: string, line: string, why: string][] = [
  ['contract/bills.ts', `import { z } from 'zod'`, 'contract does not import this package'],
  ['contract/bills.ts', `import '../server/kit/db.ts'`, 'contract does not import server'],
  ['server/bills/stance.ts', `import { x } from '../../web/kit/api.ts'`, 'server does not import web'],
  ['web/bills/BillCard.tsx', `import { x } from '../../server/kit/db.ts'`, 'web does not import server'],
  ['web/kit/api.ts', `import fs from 'node:fs'`, 'web does not import this package'],
  ['server/kit/db.ts', `import { x } from '../bills/stance.ts'`, 'kit stands below bills'],
  ['server/kit/db.ts', `export { x } from '../bills/stance.ts'`, 'kit stands below bills'],
  ['server/kit/db.ts', `export * from '../bills/stance.ts'`, 'kit stands below bills'],
  ['server/kit/db.ts', `const x = await import('../bills/stance.ts')`, 'kit stands below bills'],
  ['server/kit/db.ts', `type X = import('../bills/stance.ts').X`, 'kit stands below bills'],
  ['server/kit/db.ts', `import type { X } from '../bills/stance.ts'`, 'kit stands below bills'],
  ['server/kit/db.ts', `import '../app.ts'`, 'kit stands below '],
  ['server/groups/posts.ts', `import '../discussions/comments.ts'`, 'groups and discussions are neighbours'],
  ['server/sources/congress.ts', `import '../kit/db.ts'`, 'sources knows the contract and itself only'],
  ['server/discussions/comments.ts', `import '../bills/queries.ts'`, 'the queries of bills are its own'],
  [
    'server/discussions/comments.ts',
    `import '../bills/routes.ts'`,
    'the routes of bills are for server/app.ts',
  ],
  ['server/misc/x.ts', `import '../kit/db.ts'`, 'misc is not on the stairs'],
  ['web/bills/BillCard.tsx', `import '../feed/FeedScreen.tsx'`, 'bills stands below feed'],
  ['server/bills/stance.ts', `import { Client } from 'pg'`, 'only server/kit/driver.ts loads pg'],
  ['server/bills/stance.ts', `import '../../db/seed.ts'`, 'server does not import db'],
]

test.each(wrong)('%s may not say %s', (file, line, why) => {
  const found = findWrongImports(new Map([[file, `const a = 1\n${line}\n`]]))
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(why)
})

const right: [file: string, line: string][] = [
  ['contract/bills.ts', `import * as z from 'zod/mini'; import './endpoint.ts'`],
  ['server/app.ts', `import './bills/routes.ts'; import fastify from 'fastify'`],
  ['server/main.ts', `import { findMissing } from '../db/missing.ts'`],
  [
    'server/bills/routes.ts',
    `import './queries.ts'; import '../kit/db.ts'; import '../sources/importedBill.ts'`,
  ],
  ['web/feed/FeedScreen.tsx', `import '../bills/BillCard.tsx'; const card = <BillCard /> // '../app/x.ts'`],
  ['db/seed.ts', `import '../server/kit/db.ts'`],
  ['server/kit/copyStreams.ts', `import type { Connection } from 'pg'`],
  ['server/kit/db.test.ts', `import '../app.ts'`],
]

test.each(right)('%s may say %s', (file, line) => {
  expect(findWrongImports(new Map([[file, line]]))).toEqual([])
})

test('files that import each other in a circle are found', () => {
  const files = new Map([
    ['contract/a.ts', `import './b.ts'`],
    ['contract/b.ts', `import './c.ts'`],
    ['contract/c.ts', `import './a.ts'`],
  ])
  expect(findWrongImports(files)).toEqual([
    'circle: contract/a.ts → contract/b.ts → contract/c.ts → contract/a.ts',
  ])
})
