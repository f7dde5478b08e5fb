import { expect, test } from 'vitest'
import { findWrongImports } from './layers.ts'

const wrong: [file: string, line: string, why: string][] = [
  ['contract/bills/bills.ts', `import { z } from 'zod'`, 'contract does not import this package'],
  ['contract/bills/bills.ts', `import '../../server/postgres/db.ts'`, 'contract does not import server'],
  ['server/bills/stance.ts', `import { x } from '../../web/kit/api.ts'`, 'server does not import web'],
  [
    'web/bills/card/BillCard.tsx',
    `import { x } from '../../../server/kit/env.ts'`,
    'web does not import server',
  ],
  ['web/kit/api/api.ts', `import fs from 'node:fs'`, 'web does not import this package'],
  ['server/postgres/db.ts', `import { x } from '../bills/stance.ts'`, 'postgres is below bills'],
  ['server/postgres/db.ts', `export { x } from '../bills/stance.ts'`, 'postgres is below bills'],
  ['server/postgres/db.ts', `export * from '../bills/stance.ts'`, 'postgres is below bills'],
  ['server/postgres/db.ts', `const x = await import('../bills/stance.ts')`, 'postgres is below bills'],
  ['server/postgres/db.ts', `type X = import('../bills/stance.ts').X`, 'postgres is below bills'],
  ['server/postgres/db.ts', `import type { X } from '../bills/stance.ts'`, 'postgres is below bills'],
  ['server/postgres/db.ts', `import '../app.ts'`, 'postgres is below '],
  ['server/groups/posts.ts', `import '../discussions/comments.ts'`, 'groups and discussions are siblings'],
  [
    'server/sources/bills/congress.ts',
    `import '../../kit/env.ts'`,
    'sources imports the contract and itself only',
  ],
  ['server/discussions/comments.ts', `import '../bills/queries.ts'`, 'the queries of bills are private'],
  [
    'server/discussions/comments.ts',
    `import '../bills/routes.ts'`,
    'the routes of bills are for server/app.ts',
  ],
  ['server/misc/x.ts', `import '../kit/env.ts'`, 'misc is not a known module'],
  ['web/bills/card/BillCard.tsx', `import '../../feed/FeedScreen.tsx'`, 'bills is below feed'],
  ['server/bills/stance.ts', `import { Client } from 'pg'`, 'only server/postgres/driver.ts loads pg'],
  ['web/people/AuthorLine.tsx', `import './profile/ProfileScreen.tsx'`, 'people is below people/profile'],
]

test.each(wrong)('%s may not import %s', (file, line, why) => {
  const violations = findWrongImports(new Map([[file, `const a = 1\n${line}\n`]]))
  expect(violations).toHaveLength(1)
  expect(violations[0]).toContain(why)
})

const right: [file: string, line: string][] = [
  ['contract/bills/bills.ts', `import * as z from 'zod/mini'; import './endpoint.ts'`],
  ['server/app.ts', `import './bills/routes.ts'; import fastify from 'fastify'`],
  ['server/main.ts', `import { findMissing } from './seed/missing.ts'`],
  [
    'server/bills/routes.ts',
    `import './queries.ts'; import '../postgres/db.ts'; import '../sources/bills/importedBill.ts'`,
  ],
  [
    'web/feed/FeedScreen.tsx',
    `import '../bills/card/BillCard.tsx'; const card = <BillCard /> // '../app/x.ts'`,
  ],
  ['web/people/profile/ProfileScreen.tsx', `import '../FollowButton.tsx'; import '../../bills/actions.ts'`],
  ['server/postgres/copyStreams.ts', `import type { Connection } from 'pg'`],
  ['server/postgres/db.test.ts', `import '../app.ts'`],
]

test.each(right)('%s may import %s', (file, line) => {
  expect(findWrongImports(new Map([[file, line]]))).toEqual([])
})

test('files that import each other in a cycle are reported', () => {
  const files = new Map([
    ['contract/a.ts', `import './b.ts'`],
    ['contract/b.ts', `import './c.ts'`],
    ['contract/c.ts', `import './a.ts'`],
  ])
  expect(findWrongImports(files)).toEqual([
    'cycle: contract/a.ts → contract/b.ts → contract/c.ts → contract/a.ts',
  ])
})
