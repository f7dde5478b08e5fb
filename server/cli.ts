import { commands as billCommands } from './legislation/bills/operator.ts'
import { commands as committeeCommands } from './legislation/committees/operator.ts'
import { commands as eventCommands } from './legislation/hearings/operator.ts'
import { commands as placeCommands } from './legislation/places/operator.ts'
import { addressCommand } from './legislation/representatives/addressCommand.ts'
import { commands as representativeCommands } from './legislation/representatives/operator.ts'
import { sessionCommands } from './legislation/sessions/operator.ts'
import { commands as syncCommands } from './legislation/sync/operator.ts'
import { versionCommands } from './legislation/texts/operator.ts'
import { commands as voteEventCommands } from './legislation/votes/operator.ts'
import { commands as accountCommands } from './members/accounts/operator.ts'
import { commands as backupCommands } from './operations/backup/operator.ts'
import { commands as checkCommands } from './operations/check/operator.ts'
import { commands as deletionCommands } from './operations/deletions/operator.ts'
import { commands as moderationCommands } from './operations/moderation/operator/operator.ts'
import { seedCommand } from './operations/seed/seedCommand.ts'
import { commands as groupCommands } from './participation/groups/operator.ts'
import { officialCommands } from './participation/messages/operator.ts'
import { type Command, CommandError, UsageError } from './platform/cli/command.ts'
import {
  describeDatabase,
  mayCreate,
  requireDataDir,
  requireSchema,
} from './platform/cli/existingInstance.ts'
import { dataFault } from './platform/cli/importReport.ts'
import { readOperator } from './platform/cli/operatorName.ts'
import { openDatabase } from './platform/embedded/database.ts'
import { EmbeddedPostgresError } from './platform/embedded/embeddedPostgresError.ts'
import { recordAction } from './platform/limits/audit.ts'
import { commands as mailCommands } from './platform/mail/operator.ts'
import { databaseErrorKind, operatorLimits } from './platform/postgres/db.ts'
import { migrate } from './platform/postgres/migrate.ts'
import { describeEnv } from './platform/settings/describeEnv.ts'
import { type Env, SettingError, readEnv } from './platform/settings/env.ts'
import { withEnvFile } from './platform/settings/envFile.ts'
import { readVersion, versionText } from './platform/settings/version.ts'
import { commands as openDataCommands } from './publishing/openData/operator.ts'

/** All operator commands, in the order of `hurd help`. */
const commands: Command[] = [
  ...accountCommands,
  ...moderationCommands,
  ...mailCommands,
  ...billCommands,
  ...sessionCommands,
  ...versionCommands,
  ...groupCommands,
  ...placeCommands,
  ...representativeCommands,
  ...officialCommands,
  ...voteEventCommands,
  ...committeeCommands,
  ...eventCommands,
  ...syncCommands,
  ...openDataCommands,
  addressCommand,
  seedCommand,
  ...checkCommands,
  ...backupCommands,
  ...deletionCommands,
]

const shown = [
  ...commands,
  { words: ['config'], usage: '', about: 'Prints the settings in effect, with secrets masked.' },
  { words: ['version'], usage: '', about: 'Prints which release this is.' },
  { words: ['help'], usage: '', about: 'Lists the commands.' },
]

const argv = process.argv.slice(2)
const json = argv.includes('--json')
const { by, args } = readName(argv.filter((arg) => arg !== '--json'))

process.stdout.on('error', () => process.exit(1)) // The program that reads the output has ended.
// The command exits explicitly, because the channel to the launcher keeps the process alive.
process.exit(await main())

async function main(): Promise<number> {
  const command = findCommand(args)
  try {
    if (args.includes('--help') || args[0] === 'help' || args.length === 0) {
      const matching = shown.filter((command) =>
        isAbout(
          command,
          args.filter((arg) => !['--help', 'help'].includes(arg)),
        ),
      )
      if (matching.length === 0) throw unknownCommand(args)
      answer(
        { commands: matching.map(describe) },
        matching.length === 1 ? matching.map(helpOf) : helpLines(matching),
      )
      return args.length === 0 ? 2 : 0
    }
    if (!command) throw unknownCommand(args)
    if (args[0] === 'version') {
      const { built_at, ...version } = readVersion()
      const built = built_at ? `built ${built_at}` : 'a checkout'
      answer({ ...version, built_at }, [`Hurd ${versionText()}, ${built}`])
      return 0
    }
    const env = readEnv(withEnvFile(process.env))
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

/**
 * Reads `--by NAME`, which can be anywhere in the arguments. The option names the operator if several people share one
 * user account of the machine.
 */
function readName(words: string[]): { by: string | null; args: string[] } {
  const index = words.indexOf('--by')
  if (index === -1) return { by: null, args: words }
  return { by: words[index + 1] ?? '', args: words.toSpliced(index, 2) }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function runCommand(command: Command, env: Env): Promise<number> {
  say(`Database: ${describeDatabase(env)}`)
  if (!mayCreate(command)) requireDataDir(env)
  const database = await openDatabase(env, { role: 'command', limits: operatorLimits, say })
  let interrupted = false
  const interrupt = () => {
    interrupted = true
    // Ending the pool rolls back open transactions, and the command fails at its next statement.
    void database.pool.end({ timeout: 0 })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, interrupt)
  try {
    if (!mayCreate(command)) await requireSchema(database.pool, env)
    if (!command.schema) await migrate(database.pool)
    const print = (line: string) => {
      if (!json) process.stdout.write(`${stripControlCharacters(line)}\n`)
    }
    const operator = readOperator(by)
    if (!command.audit) {
      await recordAction(database.pool, {
        action: 'operator_command',
        operator,
        detail: { command: command.words.join(' ') },
      })
    }
    const result = await command.run(args.slice(command.words.length), {
      db: database.pool,
      json,
      print,
      report: say,
      env,
      operator,
    })
    if (json) answer(result, [])
    return result['ok'] === false ? 1 : 0
  } catch (error) {
    throw interrupted ? new CommandError('Interrupted. Uncommitted changes were rolled back.') : error
  } finally {
    await database.close()
  }
}

/**
 * Removes control characters except tabs and line feeds, because text by members must not control the operator's
 * terminal.
 */
function stripControlCharacters(line: string): string {
  return line.replace(/[^\P{Cc}\t\n]/gu, '\ufffd')
}

function unknownCommand(words: string[]): UsageError {
  return new UsageError(`There is no command "${words.join(' ')}".`)
}

function findCommand(words: string[]) {
  return shown
    .toSorted((command, other) => other.words.length - command.words.length)
    .find((command) => command.words.every((word, index) => words[index] === word))
}

/**
 * Returns true if a command starts with these words. For example, `hurd codes --help` shows every command that starts
 * with `codes`.
 */
function isAbout(command: Pick<Command, 'words'>, words: string[]): boolean {
  return command.words.slice(0, words.length).every((word, index) => words[index] === word)
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
  const isExpected = [CommandError, UsageError, SettingError, EmbeddedPostgresError].some(
    (kind) => error instanceof kind,
  )
  if (!isExpected && databaseErrorKind(error)) {
    return 'The database is unreachable or too busy. Try again.'
  }
  return dataFault(error) ?? (error instanceof Error ? error.message : String(error))
}

function describe({ words, usage, about }: Pick<Command, 'words' | 'usage' | 'about'>) {
  return { command: words.join(' '), usage, about }
}

function helpOf({ words, usage, about }: Pick<Command, 'words' | 'usage' | 'about'>): string {
  return `Usage: hurd ${[...words, usage].join(' ').trim()}\n${about}`
}

function helpLines(matching: Pick<Command, 'words' | 'usage' | 'about'>[]): string[] {
  const names = matching.map(({ words, usage }) => [...words, usage].join(' ').trim())
  const width = Math.min(Math.max(...names.map((name) => name.length)), 44)
  return [
    'Usage: npm run -s hurd -- COMMAND [--json] [--by NAME] [--help]',
    '',
    ...matching.map(({ about }, index) => {
      const name = names[index] ?? ''
      return name.length > width
        ? `  ${name}\n  ${' '.repeat(width)}  ${about}`
        : `  ${name.padEnd(width)}  ${about}`
    }),
  ]
}
