import { commands as accountCommands } from './accounts/operator.ts'
import { addressCommand } from './addressCommand.ts'
import { commands as backupCommands } from './backup/operator.ts'
import { commands as billCommands } from './bills/operator.ts'
import { commands as checkCommands } from './check/operator.ts'
import { type Command, CommandError, UsageError } from './cli/command.ts'
import { readOperator } from './cli/operatorName.ts'
import { commands as deletionCommands } from './deletions/operator.ts'
import { openDatabase } from './embedded/database.ts'
import { EmbeddedPostgresError } from './embedded/embeddedPostgresError.ts'
import { commands as groupCommands } from './groups/operator.ts'
import { recordAction } from './kit/audit.ts'
import { describeEnv } from './kit/describeEnv.ts'
import { type Env, SettingError, readEnv } from './kit/env.ts'
import { commands as mailCommands } from './mail/operator.ts'
import { commands as moderationCommands } from './moderation/operator/operator.ts'
import { commands as placeCommands } from './places/operator.ts'
import { databaseErrorKind, operatorLimits } from './postgres/db.ts'
import { migrate } from './postgres/migrate.ts'
import { commands as representativeCommands } from './representatives/operator.ts'
import { seedCommand } from './seedCommand.ts'
import { commands as syncCommands } from './sync/operator.ts'

/** Every operator's command, in the order `hurd help` shows them. */
const commands: Command[] = [
  ...accountCommands,
  ...moderationCommands,
  ...mailCommands,
  ...billCommands,
  ...groupCommands,
  ...placeCommands,
  ...representativeCommands,
  ...syncCommands,
  addressCommand,
  seedCommand,
  ...checkCommands,
  ...backupCommands,
  ...deletionCommands,
]

const shown = [
  ...commands,
  { words: ['config'], usage: '', about: 'Prints the settings in force, secrets masked.' },
  { words: ['help'], usage: '', about: 'Lists the commands.' },
]

const given = process.argv.slice(2)
const json = given.includes('--json')
const { by, args } = takeName(given.filter((arg) => arg !== '--json'))

process.stdout.on('error', () => process.exit(1)) // the reader of a pipe has gone
// Not by running out of work: the channel to the launcher stays open.
process.exit(await main())

async function main(): Promise<number> {
  const command = findCommand(args)
  try {
    if (args.includes('--help') || args[0] === 'help' || args.length === 0) {
      const asked = shown.filter((one) =>
        isAbout(
          one,
          args.filter((arg) => !['--help', 'help'].includes(arg)),
        ),
      )
      if (asked.length === 0) throw noSuch(args)
      answer({ commands: asked.map(describe) }, asked.length === 1 ? asked.map(helpOf) : helpLines(asked))
      return args.length === 0 ? 2 : 0
    }
    if (!command) throw noSuch(args)
    const env = readEnv(process.env)
    if (!('run' in command)) {
      const settings = describeEnv(env)
      answer(
        { settings },
        Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      )
      return 0
    }
    return await runCommand(command, env)
  } catch (error) {
    return fail(error, command)
  }
}

/** `--by NAME` may stand anywhere: who is at work, where several people share one user of the machine. */
function takeName(words: string[]): { by: string | null; args: string[] } {
  const place = words.indexOf('--by')
  if (place === -1) return { by: null, args: words }
  return { by: words[place + 1] ?? '', args: words.toSpliced(place, 2) }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function runCommand(command: Command, env: Env): Promise<number> {
  const database = await openDatabase(env, { role: 'command', limits: operatorLimits, say })
  let interrupted = false
  const interrupt = () => {
    interrupted = true
    // Open transactions are rolled back; the command fails at its next statement.
    void database.pool.end({ timeout: 0 })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, interrupt)
  try {
    if (!command.schema) await migrate(database.pool)
    const print = (line: string) => {
      if (!json) process.stdout.write(`${harmless(line)}\n`)
    }
    const operator = readOperator(by)
    if (!command.audit) {
      await recordAction(database.pool, {
        act: 'operator_command',
        operator,
        detail: { command: command.words.join(' ') },
      })
    }
    const result = await command.run(args.slice(command.words.length), {
      db: database.pool,
      json,
      print,
      env,
      operator,
    })
    if (json) answer(result, [])
    return result['ok'] === false ? 1 : 0
  } catch (error) {
    throw interrupted
      ? new CommandError('Stopped before it was finished; what was not committed is undone.')
      : error
  } finally {
    await database.close()
  }
}

/** What people wrote must not steer the operator's terminal: of control characters only tabs and line ends pass. */
function harmless(line: string): string {
  return line.replace(/[^\P{Cc}\t\n]/gu, '\ufffd')
}

function noSuch(words: string[]): UsageError {
  return new UsageError(`There is no command "${words.join(' ')}".`)
}

function findCommand(words: string[]) {
  return shown
    .toSorted((one, other) => other.words.length - one.words.length)
    .find((command) => command.words.every((word, place) => words[place] === word))
}

/** `hurd codes --help` is about every command that begins with `codes`. */
function isAbout(command: Pick<Command, 'words'>, words: string[]): boolean {
  return command.words.slice(0, words.length).every((word, place) => words[place] === word)
}

function answer(result: Record<string, unknown>, lines: string[]): void {
  process.stdout.write(
    json ? `${JSON.stringify({ ok: true, ...result })}\n` : lines.map((line) => `${line}\n`).join(''),
  )
}

function fail(error: unknown, command: ReturnType<typeof findCommand>): number {
  const sentence = inOneSentence(error)
  const isUsage = error instanceof UsageError
  if (json) process.stdout.write(`${JSON.stringify({ ok: false, error: sentence })}\n`)
  else process.stderr.write(`${sentence}\n`)
  if (isUsage && !json) process.stderr.write(command ? `${helpOf(command)}\n` : 'See: hurd help\n')
  return isUsage ? 2 : 1
}

function inOneSentence(error: unknown): string {
  const isMeant = [CommandError, UsageError, SettingError, EmbeddedPostgresError].some(
    (kind) => error instanceof kind,
  )
  if (!isMeant && databaseErrorKind(error)) {
    return 'The database could not be reached, or was too busy: try again.'
  }
  return error instanceof Error ? error.message : String(error)
}

function describe({ words, usage, about }: Pick<Command, 'words' | 'usage' | 'about'>) {
  return { command: words.join(' '), usage, about }
}

function helpOf({ words, usage, about }: Pick<Command, 'words' | 'usage' | 'about'>): string {
  return `Usage: hurd ${[...words, usage].join(' ').trim()}\n${about}`
}

function helpLines(asked: Pick<Command, 'words' | 'usage' | 'about'>[]): string[] {
  const names = asked.map(({ words, usage }) => [...words, usage].join(' ').trim())
  const wide = Math.min(Math.max(...names.map((name) => name.length)), 44)
  return [
    'Usage: npm run -s hurd -- COMMAND [--json] [--by NAME] [--help]',
    '',
    ...asked.map(({ about }, place) => {
      const name = names[place] ?? ''
      return name.length > wide
        ? `  ${name}\n  ${' '.repeat(wide)}  ${about}`
        : `  ${name.padEnd(wide)}  ${about}`
    }),
  ]
}
