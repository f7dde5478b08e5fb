import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runHurd } from '#server/testing/operator.ts'
import { copyTemplate } from '#server/testing/postgres/postgres.ts'
import { terminalScreen } from '#server/testing/terminalScreen.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

// These tests start real processes, which is slow when other programs use the machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let app: TestServer
let folder: string
beforeAll(async () => {
  app = await startTestServer()
  folder = mkdtempSync(join(tmpdir(), 'hurd-progress-'))
  await app.member('Member')
  await app.bill('Bill of the feed')
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

// util-linux has this program, which runs a command in a pseudo terminal. The one of other systems has other options.
const hasTerminal = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '')

/** Runs a command as in a terminal window, and returns its exit code and everything that the terminal received. */
async function runInTerminal(args: string[], databaseUrl = app.databaseUrl) {
  const command = [process.execPath, 'server/cli.ts', ...args].map((word) => `'${word}'`).join(' ')
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: app.dataDir, DEMO: 'off', NODE_ENV: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const code = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { output: await text(child.stdout), code: await code }
}

describe.skipIf(!hasTerminal)('in a terminal (skipped without script of util-linux)', () => {
  // covers HURD-TERMINAL-01
  test('a backup, its restore and a check show a bar with their share, which is gone at the end', async () => {
    const file = join(folder, 'terminal.tar.gz')
    const backup = await runInTerminal(['backup', file])
    expect(backup).toMatchObject({ code: 0 })
    expect(backup.output).toMatch(/Saving [█░]+ \d+% \| \w+/)

    const empty = await copyTemplate('empty')
    const restored = await runInTerminal(['restore', file], empty.url)
    await empty.drop()
    expect(restored).toMatchObject({ code: 0 })
    expect(restored.output).toMatch(/Restoring [█░]+ \d+% \| \w+/)
    expect(restored.output).toMatch(/Checking [█░]+ \d+% \| \d+of\d+ \w+/)

    const checked = await runInTerminal(['check'])
    expect(checked).toMatchObject({ code: 0 })
    expect(checked.output).toMatch(/Checking [█░]+ \d+% \| \d+of\d+ \w+/)
    // The line of each value is for logs only.
    expect(checked.output).not.toMatch(/^\d+of\d+ /m)
    for (const { output } of [backup, restored, checked]) {
      const screen = terminalScreen(output).join('\n')
      expect(screen).toMatch(/^Database: .*\n(?:Written to|Restored from|\d+ checks passed)/)
      expect(screen).not.toMatch(/[█░]/)
      // The cursor is hidden while a bar is shown.
      expect(output.lastIndexOf('\u001b[?25h')).toBeGreaterThan(output.lastIndexOf('\u001b[?25l'))
    }
  })

  // covers HURD-TERMINAL-01
  test('bulk files show a bar, and each line that is printed has a line of its own', async () => {
    const { output, code } = await runInTerminal(['bulk', 'write', join(folder, 'bulk')])
    expect(code).toBe(0)
    expect(output).toMatch(/Writing [█░]+ \d+% \| \w+\/\w+/)
    expect(terminalScreen(output)).toEqual([
      expect.stringMatching(/^Database: /),
      'us/test: 1 bill',
      '1 bill in 1 folder, 1 of them changed',
      '',
    ])
  })

  // covers HURD-TERMINAL-01
  test('problems that a check finds stay on the screen, above the bar and after it', async () => {
    const broken = await startTestServer()
    for (const name of ['One', 'Two', 'Three']) await broken.bill(name)
    await broken.pool`update bill_counters set support_count = 7`
    const { output, code } = await runInTerminal(['check'], broken.databaseUrl)
    const repaired = await runInTerminal(['check', '--repair'], broken.databaseUrl)
    await broken.close()
    expect([code, repaired.code]).toEqual([1, 0])
    const [, ...screen] = terminalScreen(output)
    const problems = screen.filter((line) => /: stored .*, computed /.test(line))
    expect(problems.length).toBeGreaterThan(2)
    expect(screen).toEqual([...problems, expect.stringMatching(/^\d+ problems found\. /), ''])
    expect(terminalScreen(repaired.output).slice(1)).toEqual([
      ...problems,
      expect.stringMatching(/^\d+ repaired\.$/),
      '',
    ])
  })
})

// covers HURD-TERMINAL-01
test('in a pipe or a log, nothing is shown but the results, and check reports its positions', async () => {
  const file = join(folder, 'pipe.tar.gz')
  for (const args of [['backup', file], ['check'], ['bulk', 'write', join(folder, 'bulk-pipe')]]) {
    const { code, stdout, stderr } = await runHurd(app, args)
    expect(code).toBe(0)
    for (const sign of ['█', '░', '\u001b', '\r']) expect(stdout + stderr).not.toContain(sign)
    if (args[0] === 'check') expect(stderr).toMatch(/^1of\d+ /m)
    else expect(stderr).toBe('')
  }
})
