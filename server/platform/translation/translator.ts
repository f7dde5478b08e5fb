import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '#contract/kit/refusals.ts'
import { admission } from '#server/platform/http/admission.ts'
import type { TranslatorCommands } from '#server/platform/settings/translatorSettings.ts'

/** Translates one text. Refuses if the program fails, takes too long, or is busy with others. */
export type Translate = (text: string, from: string, to: string) => Promise<string>

export type Translator = {
  /** The pairs of languages, such as "es-en". */
  pairs: readonly string[]
  translate: Translate
  /** Names the program of a pair, so translations of an earlier program are not used any longer. */
  programOf: (from: string, to: string) => string | null
}

/** Programs that run at the same time, how many requests wait for them, and for how long. */
const limits = { atOnce: 2, waiting: 20, waitMs: 3_000 }
/** The maximum duration of one translation. */
const longestMs = 6_000
/** A translation that is this many times as long as its text is none. */
const maxGrowth = 8

/**
 * Opens the translator of an instance. It runs the operator's programs on this machine, without a shell. A program gets the text
 * on its standard input and writes the translation on its standard output.
 */
export function openTranslator(
  commands: TranslatorCommands,
  log: FastifyBaseLogger,
  maxMs = longestMs,
): Translator {
  const admit = admission(limits)
  const commandOf = (from: string, to: string) => commands[`${from}-${to}`] ?? null
  return {
    pairs: Object.keys(commands),
    programOf: (from, to) => commandOf(from, to)?.join(' ') ?? null,
    async translate(text, from, to) {
      const command = commandOf(from, to)
      if (!command) throw new Refusal('not_translatable')
      try {
        return await admit(() => runWithInput(command, text, maxMs))
      } catch (error) {
        if (error instanceof Refusal) throw error
        log.error({ err: error, pair: `${from}-${to}` }, 'a text could not be translated')
        throw new Refusal('translation_failed')
      }
    },
  }
}

/**
 * Programs such as Apertium open /dev/stdin, which fails for the sockets that Node.js connects them with. Their input is therefore a file,
 * which is removed before the program starts.
 */
async function runWithInput(
  command: TranslatorCommands[string],
  text: string,
  maxMs: number,
): Promise<string> {
  const path = join(tmpdir(), `hurd-translation-${randomUUID()}`)
  await writeFile(path, text, { mode: 0o600, flag: 'wx' })
  const input = await openOnce(path)
  try {
    return await run(command, input, { maxMs, maxBytes: maxGrowth * Buffer.byteLength(text) + 1_000 })
  } finally {
    await input.close()
  }
}

/** Opens a file and removes its name, so nothing of it remains when it is closed. */
async function openOnce(path: string): Promise<FileHandle> {
  try {
    return await open(path)
  } finally {
    await unlink(path)
  }
}

function run(
  [path, ...args]: TranslatorCommands[string],
  input: FileHandle,
  { maxMs, maxBytes }: { maxMs: number; maxBytes: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    // A group of its own, because programs such as Apertium start others, which end with the group. The settings of Hurd, which
    // have secrets, are not passed on.
    const child = spawn(path, args, {
      detached: true,
      stdio: [input.fd, 'pipe', 'ignore'],
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    })
    const chunks: Buffer[] = []
    let size = 0
    const timer = setTimeout(() => fail(new Error(`The translator took more than ${maxMs} ms.`)), maxMs)

    function fail(error: Error) {
      clearTimeout(timer)
      endGroup(child.pid)
      reject(error)
    }
    child.on('error', fail)
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) fail(new Error('The translator wrote too much.'))
      else chunks.push(chunk)
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'))
      else reject(new Error(`The translator ended with the code ${code}.`))
    })
  })
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}
