import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { mendDriver } from './driver.ts'

// What it is good for, a database that dies under way, is tested in lifecycle.test.ts.
test('the installed postgres.js is the one that is mended; another is refused, not half mended', async () => {
  const entry = createRequire(import.meta.url).resolve('postgres')
  const source = await readFile(entry.replace(/cjs.src.index\.js$/, 'src/connection.js'), 'utf8')
  expect(mendDriver(source)).not.toBe(source)
  expect(() => mendDriver(source.replace('const x = socket.write', 'const y = socket.write'))).toThrow(
    'postgres.js has changed',
  )
})
