import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { pagePackages, serverPackages } from './packages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Licenses that allow Hurd to be given away under the MIT License with these packages unchanged. LGPL-3.0 is allowed only
 * for libvips, which sharp loads as a separate library, and OFL-1.1 for the fonts.
 */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
])

// covers HURD-RELEASE-11
test('every package of a release has a license that allows us to distribute it', () => {
  const packages = [...serverPackages(root, 'full'), ...pagePackages(root)]
  expect(packages.length).toBeGreaterThan(100)
  const others = packages.filter(
    ({ name, license }) => !allowed.has(license) && !name.startsWith('@img/sharp-libvips-'),
  )
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})
