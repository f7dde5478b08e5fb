import { expect, test } from 'vitest'
import { findWrongImports } from './layers.ts'

const wrong: [file: string, line: string, why: string][] = [
  ['contract/bills/bills.ts', `import { z } from 'zod'`, 'contract does not import this package'],
  ['contract/bills/bills.ts', `import '#server/platform/postgres/db.ts'`, 'contract does not import server'],
  [
    'server/participation/stances/stance.ts',
    `import { x } from '#web/kit/api.ts'`,
    'server does not import web',
  ],
  ['web/bills/card/BillCard.tsx', `import { x } from '#server/app.ts'`, 'web does not import server'],
  ['web/kit/api/api.ts', `import fs from 'node:fs'`, 'web does not import this package'],
  ...[
    `import { x } from '#server/participation/stances/stance.ts'`,
    `export { x } from '#server/participation/stances/stance.ts'`,
    `export * from '#server/participation/stances/stance.ts'`,
    `const x = await import('#server/participation/stances/stance.ts')`,
    `type X = import('#server/participation/stances/stance.ts').X`,
    `import type { X } from '#server/participation/stances/stance.ts'`,
  ].map((line): [string, string, string] => [
    'server/platform/postgres/db.ts',
    line,
    'platform/postgres is below participation/stances',
  ]),
  ['server/platform/postgres/db.ts', `import '#server/app.ts'`, 'platform/postgres is below '],
  [
    'server/legislation/bills/queries.ts',
    `import '#server/members/people/profile.ts'`,
    'legislation/bills is below members/people',
  ],
  [
    'server/participation/groups/posts.ts',
    `import '#server/participation/discussions/comments.ts'`,
    'participation/groups and participation/discussions are siblings',
  ],
  [
    'server/sources/bills/congress.ts',
    `import '#server/platform/settings/env.ts'`,
    'sources imports the contract and itself only',
  ],
  [
    'server/participation/discussions/comments.ts',
    `import '#server/legislation/bills/queries.ts'`,
    'the queries of legislation/bills are private',
  ],
  [
    'server/participation/discussions/comments.ts',
    `import '#server/legislation/bills/routes.ts'`,
    'the routes of legislation/bills are for server/app.ts',
  ],
  ['server/misc/x.ts', `import '#server/platform/settings/env.ts'`, 'misc is not a known module'],
  ['web/bills/card/BillCard.tsx', `import '#web/feed/FeedScreen.tsx'`, 'bills is below feed'],
  [
    'server/participation/stances/stance.ts',
    `import { Client } from 'pg'`,
    'only server/platform/postgres/driver.ts loads pg',
  ],
  ['web/people/AuthorLine.tsx', `import './profile/ProfileScreen.tsx'`, 'people is below people/profile'],
  [
    'web/people/profile/ProfileScreen.tsx',
    `import '../FollowButton.tsx'`,
    'write #web/people/FollowButton.tsx',
  ],
]

test.each(wrong)('%s may not import %s', (file, line, why) => {
  const violations = findWrongImports(new Map([[file, `const a = 1\n${line}\n`]]))
  expect(violations).toHaveLength(1)
  expect(violations[0]).toContain(why)
})

const right: [file: string, line: string][] = [
  ['contract/bills/bills.ts', `import * as z from 'zod/mini'; import './endpoint.ts'`],
  ['server/app.ts', `import './legislation/bills/routes.ts'; import fastify from 'fastify'`],
  ['server/main.ts', `import { findMissing } from './operations/seed/missing.ts'`],
  [
    'server/legislation/bills/routes.ts',
    `import './queries.ts'
     import '#server/platform/postgres/db.ts'
     import '#server/sources/bills/importedBill.ts'`,
  ],
  [
    'web/feed/FeedScreen.tsx',
    `import '#web/bills/card/BillCard.tsx'; const card = <BillCard /> // '../app/x.ts'`,
  ],
  [
    'web/people/profile/ProfileScreen.tsx',
    `import '#web/people/FollowButton.tsx'; import '#web/bills/actions.ts'`,
  ],
  ['server/platform/postgres/copyStreams.ts', `import type { Connection } from 'pg'`],
  ['server/platform/postgres/db.test.ts', `import '#server/app.ts'`],
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
