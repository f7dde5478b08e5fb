import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { Refusal } from '#contract/kit/refusals.ts'
import { openLog } from '#server/platform/observability/log.ts'
import { openTranslator } from './translator.ts'

const program = fileURLToPath(new URL('../../testing/playTranslatorProcess.ts', import.meta.url))

async function refusalOf(running: Promise<string>): Promise<string> {
  try {
    return await running
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

function open(command: readonly [string, ...string[]], maxMs?: number) {
  const lines: string[] = []
  const log = openLog('error', { write: (line: string) => void lines.push(line) })
  return { lines, ...openTranslator({ 'en-es': command }, log, maxMs) }
}

// covers HURD-TRANSLATE-04
test('a program that fails, hangs, is missing or writes too much is reported, and the reader can try again', async () => {
  const commands: [[string, ...string[]], RegExp][] = [
    [[process.execPath, program, 'en-es', 'fails'], /code 1/],
    [[process.execPath, program, 'en-es', 'hangs'], /more than 500 ms/],
    [['/nowhere/apertium'], /ENOENT/],
    [['/usr/bin/env', 'yes'], /wrote too much/],
  ]
  for (const [command, reason] of commands) {
    const { translate, lines } = open(command, command.includes('hangs') ? 500 : undefined)
    expect(await refusalOf(translate('We pay', 'en', 'es'))).toBe('translation_failed')
    expect(lines.join()).toMatch(reason)
  }
})

// covers HURD-TRANSLATE-04
test('a pair of languages without a program is refused', async () => {
  const { translate, pairs, programOf } = open([process.execPath, program, 'en-es'])
  expect(await refusalOf(translate('Pagamos', 'es', 'en'))).toBe('not_translatable')
  expect([pairs, programOf('es', 'en')]).toEqual([['en-es'], null])
})

// covers HURD-TRANSLATE-04
test('the text goes to no shell, no secret goes to the program, and no file remains', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-translator-'))
  const former = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  process.env['METRICS_TOKEN'] = 'a secret of the server'
  onTestFinished(async () => {
    if (former === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = former
    delete process.env['METRICS_TOKEN']
    await rm(folder, { recursive: true })
  })
  const script = join(folder, 'program.sh')
  await writeFile(script, `env > "$1"; cat /dev/stdin`)
  const { translate } = open(['/bin/sh', script, join(folder, 'env; touch evil')])
  const text = 'We $(touch evil) `touch evil`; pay “ñ”'
  expect(await translate(text, 'en', 'es')).toBe(text)
  expect((await readdir(folder)).toSorted()).toEqual(['env; touch evil', 'program.sh'])
  expect(await readFile(join(folder, 'env; touch evil'), 'utf8')).not.toContain('secret')
})
