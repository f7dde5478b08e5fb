import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { measure } from './measure.ts'

const root = mkdtempSync(join(tmpdir(), 'hurd-measure-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('sizes, folders and commits are measured; tests and other files are not counted as source files', () => {
  git('init', '-q')
  write('server/a.ts', 1)
  write('server/b.ts', 3)
  write('web/long.tsx', 301)
  write('server/a.test.ts', 900)
  write('docs/page.md', 900)
  commit('first')
  for (let number = 0; number < 15; number += 1) write(`web/many/${number}.ts`, 2)
  commit('second')
  write('server/a.ts', 2)
  commit('third')

  expect(measure(root)).toEqual([
    'source files: 18, tests: 1',
    'lines per file: median 2, longest web/long.tsx 301, server/b.ts 3, server/a.ts 2',
    'files over 300 lines: 1',
    'folders with more than 14 source files: web/many 15',
    'last 3 commits: median 5 files in 1 folders',
  ])
})

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false']
  execFileSync('git', [...identity, ...args], { cwd: root, stdio: 'ignore' })
}

function commit(message: string): void {
  git('add', '-A')
  git('commit', '-qm', message)
}

function write(file: string, lines: number): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), 'const a = 1\n'.repeat(lines))
}
