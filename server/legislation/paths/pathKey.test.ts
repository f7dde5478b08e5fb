import { expect, test } from 'vitest'
import { pathKey } from './pathKey.ts'

// covers BEY-OPEN-06
test.each([
  '/',
  '/feed',
  '/groups/3f2b',
  '/groups/us/119',
  '/bills/9d0f/compare/1/2',
  '/representatives/ocd-person%2Fabc',
  '/votes/us/119',
  '/profile/maine/x',
  '/settings/me/account',
  '/assets/us/119/hr/1.js',
  '/us',
  '/us/119',
  '/mi/2025-2026/',
  '/us/119/%',
  `/us/119/hr/${'1'.repeat(400)}`,
])('%s is not the address of a bill', (path) => {
  expect(pathKey(path)).toBeNull()
})
