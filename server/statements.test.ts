import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isBackground } from './testing/setups/backgroundStatements.ts'
import { visitEveryScreen } from './testing/setups/visitEveryScreen.ts'
import { startTestServer } from './testing/testServer.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const update = process.env['UPDATE_STATEMENTS'] !== undefined

/**
 * Every statement of a member's visit is stored, as it is sent, in `<module>/statements/<file>.<function>.sql`. The
 * files can be read without running anything, and reviewers see each changed statement. `UPDATE_STATEMENTS=1` writes
 * them again.
 */
test('the statements behind every screen are the ones written out beside their module', async () => {
  const sent = new Map<string, Set<string>>()
  const app = await startTestServer({}, '/nowhere', {
    observe: ({ name, text }) => {
      if (!/^[a-z]+(\/[\w.]+)+$/.test(name) || isBackground(name)) return
      const path = fileOf(name)
      sent.set(path, (sent.get(path) ?? new Set()).add(readable(text)))
    },
  })
  await visitEveryScreen(app)
  await app.close()

  const written = await writtenStatements()
  const wanted = new Map([...sent].map(([path, texts]) => [path, [...texts].toSorted().join('\n\n')]))
  if (update) await writeStatements(written, wanted)
  else expect(Object.fromEntries(wanted)).toEqual(Object.fromEntries(written))
})

/** Returns the file of a statement. `bills/queries.findBill` is in `bills/statements/queries.findBill.sql`. */
function fileOf(name: string): string {
  const [module = '', ...rest] = name.split('/')
  return join(module, 'statements', `${rest.join('.')}.sql`)
}

/**
 * Returns a statement in readable form. Lists of any length become the same text, and the indentation of the source is
 * removed.
 */
function readable(text: string): string {
  const lines = text
    .replaceAll(/\((\$\d+(?:::\w+(?:\[\])?)?)(?:, ?\$\d+(?:::\w+(?:\[\])?)?)+\)/g, '($1, …)')
    .split('\n')
  const indents = lines
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.search(/\S/))
  const indent = Math.min(...indents, 40)
  return lines
    .map((line, index) => (index === 0 ? line.trim() : line.slice(indent).trimEnd()))
    .filter((line) => line !== '')
    .join('\n')
    .trim()
}

async function writtenStatements(): Promise<Map<string, string>> {
  const files = await readdir(root, { recursive: true })
  const paths = files.filter((file) => basename(dirname(file)) === 'statements' && file.endsWith('.sql'))
  const texts = await Promise.all(paths.map(async (path) => readFile(join(root, path), 'utf8')))
  return new Map(paths.map((path, index) => [path, (texts[index] ?? '').trimEnd()]))
}

async function writeStatements(written: Map<string, string>, wanted: Map<string, string>): Promise<void> {
  await Promise.all(
    [...written.keys()].filter((path) => !wanted.has(path)).map(async (path) => rm(join(root, path))),
  )
  for (const [path, text] of wanted) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), `${text}\n`)
  }
}
