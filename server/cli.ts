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
import { coordinationCommands } from './participation/discussions/clusters/operator.ts'
import { commands as groupCommands } from './participation/groups/operator.ts'
import { officialCommands } from './participation/messages/operator.ts'
import { pushCommands } from './participation/push/operator.ts'
import { tallyCommands } from './participation/tally/operator.ts'
import { type Command, CommandError, type OptionValues, UsageError } from './platform/cli/command.ts'
import {
  describeDatabase,
  mayCreate,
  requireDataDir,
  requireSchema,
} from './platform/cli/existingInstance.ts'
import { dataFault } from './platform/cli/importReport.ts'
import { readOperator } from './platform/cli/operatorName.ts'
import { CommandUsageError, parseHurd, usageOf } from './platform/cli/program.ts'
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
  ...coordinationCommands,
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
  ...pushCommands,
  ...tallyCommands,
  ...backupCommands,
  ...deletionCommands,
]

/** Commands that need no database. `start` is listed for its help; the launchers start the server themselves. */
const commandsWithoutDatabase: Omit<Command, 'run'>[] = [
  { words: ['config'], about: 'Prints the settings in effect, with secrets masked.' },
  {
    words: ['start'],
    about: 'Starts the server, with the settings of the environment and the settings file.',
  },
  { words: ['version'], about: 'Prints which release this is.' },
  { words: ['help'], usage: '[COMMAND]', about: 'Lists the commands, or explains one.' },
]

const json = process.argv.includes('--json')

process.stdout.on('error', () => process.exit(1)) // The program that reads the output has ended.
// The command exits explicitly, because the channel to the launcher keeps the process alive.
process.exit(await main())

async function main(): Promise<number> {
  let command: Omit<Command, 'run'> | null = null
  try {
    const parsed = parseHurd<Command | Omit<Command, 'run'>>(
      [...commands, ...commandsWithoutDatabase],
      process.argv.slice(2),
    )
    if (parsed.kind === 'version') return printVersion()
    if (parsed.kind === 'help') {
      if (json) printResult({ commands: parsed.entries }, [])
      else process.stdout.write(parsed.text)
      return parsed.isRequested ? 0 : 2
    }
    command = parsed.command
    if ('run' in parsed.command) {
      return await runCommand(parsed.command, parsed, readEnv(withEnvFile(process.env)))
    }
    if (command.words[0] === 'version') return printVersion()
    if (command.words[0] === 'start') {
      throw new CommandError('Start the server with "npm start" or "hurd start".')
    }
    const settings = describeEnv(readEnv(withEnvFile(process.env)))
    printResult(
      { settings },
      Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    )
    return 0
  } catch (error) {
    return fail(error, error instanceof CommandUsageError ? error.command : command)
  }
}

function printVersion(): number {
  const { built_at, ...version } = readVersion()
  const built = built_at ? `built ${built_at}` : 'a checkout'
  printResult({ ...version, built_at }, [`Hurd ${versionText()}, ${built}`])
  return 0
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function runCommand(
  command: Command,
  { args, options, by }: { args: string[]; options: OptionValues; by: string | null },
  env: Env,
): Promise<number> {
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
    const context = { db: database.pool, json, print, report: say, env, operator }
    const result = await command.run(args, context, options)
    if (json) printResult(result, [])
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

function printResult(result: Record<string, unknown>, lines: string[]): void {
  process.stdout.write(
    json ? `${JSON.stringify({ ok: true, ...result })}\n` : lines.map((line) => `${line}\n`).join(''),
  )
}

function fail(error: unknown, command: Omit<Command, 'run'> | null): number {
  const sentence = inOneSentence(error)
  const isUsage = error instanceof UsageError
  if (json) process.stdout.write(`${JSON.stringify({ ok: false, error: sentence })}\n`)
  else process.stderr.write(`${sentence}\n${isUsage ? `${usageOf(command)}\n` : ''}`)
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
