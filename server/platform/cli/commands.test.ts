import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { copyTemplate } from '#server/testing/postgres/postgres.ts'
import { makeDataDir, runCommand, startProcess, startServer } from '#server/testing/processes.ts'

// These tests start real processes, each with a database, which is slow when other programs use the machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const data = await makeDataDir()
beforeAll(async () => {
  await (await startServer(data.folder, { env: { DEMO: 'off' } })).stop()
})
afterAll(() => data.remove())

describe("an operator's command", () => {
  test('works while the app does not run, and leaves nothing running', async () => {
    const issued = await runCommand(data.folder, ['codes', 'issue', '--note', 'while away', '--json'])
    expect(issued).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(issued.output)).toMatchObject({ ok: true, codes: [{ note: 'while away' }] })
    expect(data.servers()).toEqual([])
  })

  test('works while the app runs, on the same data, and leaves the app running', async () => {
    const server = await startServer(data.folder, { env: { DEMO: 'off' } })
    const { code, output } = await runCommand(data.folder, ['codes', 'list', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(output)).toMatchObject({ ok: true })
    expect(output).toContain('while away')
    expect((await server.request('/api/health')).status).toBe(200)
    await server.stop()
  })

  test('waits for others that were started at the same time', async () => {
    const notes = ['one', 'two', 'three']
    const ended = await Promise.all(
      notes.map((note) => runCommand(data.folder, ['codes', 'issue', '--note', note, '--json'])),
    )
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0])
    const { output } = await runCommand(data.folder, ['codes', 'list'])
    for (const note of notes) expect(output).toContain(note)
    expect(data.servers()).toEqual([])
  })

  test('wrong usage ends with 2, a failure with 1, and --json prints one document either way', async () => {
    const wrong = await runCommand(data.folder, ['codes', 'isue', '--json'])
    expect(wrong.code).toBe(2)
    expect(JSON.parse(wrong.output)).toEqual({ ok: false, error: 'There is no command "codes isue".' })

    const failed = await runCommand(data.folder, ['config', '--json'], { env: { PORT: 'many' } })
    expect(failed.code).toBe(1)
    expect(JSON.parse(failed.output)).toEqual({
      ok: false,
      error: 'PORT must be a whole number from 0 to 65535, not "many".',
    })
  })

  // covers HURD-COMMANDS-03
  test.each([
    [
      ['codes', 'issue', '--help'],
      0,
      /^Usage: .*codes issue \[--count N\][\s\S]*--max-uses <N> +How many members/,
    ],
    [['codes', 'issue', '-h'], 0, /^Usage: .*codes issue/],
    [['help', 'codes'], 0, /codes issue +Prints new access codes\.\n {2}codes list/],
    [['--by', 'Ada', 'help', 'codes'], 0, /codes issue +Prints new access codes\.\n {2}codes list/],
    [['--json', 'help'], 0, /^\{"ok":true,"commands":\[/],
    [['--help'], 0, /^Usage: npm run -s hurd -- COMMAND[\s\S]* start [\s\S]* help /],
    [['start', '--help'], 0, /^Usage: npm run -s hurd -- start\n\nStarts the server/],
    [['--version'], 0, /^Hurd \d+\.\d+\.\d+/],
    [[], 2, /^Usage: npm run -s hurd -- COMMAND/],
  ])('explains itself: hurd %j', async (args, code, text) => {
    const ended = await runCommand(join(data.home, 'unused'), args)
    expect(ended).toMatchObject({ code, stderr: '' })
    expect(ended.output).toMatch(text)
  })

  // covers HURD-COMMANDS-03
  test('names options that it does not have, and suggests the one that was meant', async () => {
    const { code, output, stderr } = await runCommand(data.folder, ['codes', 'issue', '--cuont', '3'])
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(stderr).toMatch(/^There is no option --cuont\. Did you mean --count\?\nUsage: .*codes issue/)
    const valueless = await runCommand(data.folder, ['codes', 'issue', '--note', '--json'])
    expect(valueless.code).toBe(2)
    expect(JSON.parse(valueless.output)).toEqual({ ok: false, error: '--note requires a value.' })
    const extra = await runCommand(data.folder, ['codes', 'list', 'old', '--json'])
    expect(JSON.parse(extra.output)).toEqual({ ok: false, error: 'codes list accepts no arguments: old.' })
  })

  // covers HURD-COMMANDS-03
  test('accepts the values of options after an equals sign, also the name of the operator', async () => {
    const args = ['--by=Ada', 'codes', 'issue', '--count=2', '--note=two', '--json']
    const { output } = await runCommand(data.folder, args)
    expect(JSON.parse(output)).toMatchObject({ codes: [{ note: 'two' }, { note: 'two' }] })
    const listed = await runCommand(data.folder, ['audit', 'list', '--limit=1', '--json'])
    expect(JSON.parse(listed.output)).toMatchObject({
      records: [{ operator: expect.stringMatching(/^Ada \(/), detail: { command: 'codes issue' } }],
    })
  })

  // covers HURD-COMMANDS-03
  test.each(['bin/hurd', 'scripts/hurd.mjs', 'scripts/start.mjs'])(
    'asking %s for the help of start does not start a server',
    async (program) => {
      const args = program === 'scripts/start.mjs' ? ['--help'] : ['start', '--help']
      const root = fileURLToPath(new URL('../../..', import.meta.url))
      const [file, ...words] = program === 'bin/hurd' ? [program] : [process.execPath, program]
      const { stdout } = await promisify(execFile)(file ?? '', [...words, ...args], { cwd: root })
      expect(stdout).toMatch(/^Usage: .* start\n\nStarts the server/)
    },
  )

  // covers HURD-COMMANDS-01
  test('without the settings of the server it creates nothing, and a backup of nothing fails', async () => {
    const folder = join(data.home, 'forgotten')
    for (const words of [['codes', 'issue'], ['backup', join(data.home, 'empty.tar.gz')], ['check']]) {
      const { code, stderr } = await runCommand(folder, words)
      expect(code).toBe(1)
      expect(stderr).toContain(
        `There is no database in ${folder}: set DATA_DIR, DATABASE_URL or HURD_ENV_FILE`,
      )
    }
    expect(existsSync(folder)).toBe(false)

    const database = await copyTemplate('empty')
    const { code, stderr } = await startProcess('server/cli.ts', ['codes', 'issue'], {
      env: { DATABASE_URL: database.url },
    }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^Database: postgres:.*\nThe database postgres:.* is empty: start the server once\.\n$/,
    )
    expect(stderr).not.toContain(new URL(database.url).password || '\0')
    await database.drop()
  })

  // covers HURD-COMMANDS-02
  test('reads the settings file of the server, and the environment has priority', async () => {
    const file = join(data.home, 'settings.env')
    await writeFile(file, '# Settings of the server\nDATA_DIR="/srv/our town"\nPORT=4100\nLOG_LEVEL=warn\n')
    const shown = await startProcess('server/cli.ts', ['config', '--json'], {
      env: { HURD_ENV_FILE: file, PORT: '4200' },
    }).ended
    expect(JSON.parse(shown.output)).toMatchObject({
      settings: { PORT: '4200', LOG_LEVEL: 'warn', DATA_DIR: '/srv/our town' },
    })
    const missing = await startProcess('server/cli.ts', ['config'], {
      env: { HURD_ENV_FILE: join(data.home, 'none') },
    }).ended
    expect(missing).toMatchObject({ code: 1 })
    expect(missing.stderr).toContain('Could not read the settings file')
  })
})
