import type { Pool } from '#server/platform/postgres/db.ts'
import type { Env } from '#server/platform/settings/env.ts'

/** What a command receives when it runs. */
export type CommandContext = {
  db: Pool
  json: boolean
  /** Prints a line for the operator. With --json, it prints nothing. */
  print: (line: string) => void
  /** Reports progress on standard error, even with --json. */
  report: (line: string) => void
  env: Env
  /** The user of this machine, followed by the name from --by. */
  operator: string
}

/** The options of a command by name, without the dashes. */
type OptionSpecs = { readonly [name: string]: OptionSpec }
export type OptionSpec = {
  about: string
  /** The name of the value in help, such as `N`. An option without it is on or off. */
  value?: string
  /** If true, the usage shows the option without brackets. The command itself refuses to run without it. */
  isRequired?: true
}
/** The values of options after parsing. */
export type OptionValues<Specs extends OptionSpecs = OptionSpecs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends { value: string } ? string | undefined : boolean
}

/**
 * An operator command. `server/cli.ts` collects them from the files `operator.ts` of the modules. With `--json`, the result of
 * `run` is printed with `ok: true` added. A result with `ok: false` makes the exit code 1.
 */
type CommandOf<Specs extends OptionSpecs, Values> = {
  /** The words that select the command, such as `['codes', 'issue']`. */
  words: string[]
  /** The arguments besides options, such as `FILE…` or `[BILL]`. A command without it refuses arguments. */
  usage?: string
  options?: Specs
  /** One sentence for `hurd help`. */
  about: string
  /**
   * Every command is recorded in `audit_log`, except those that only read public or recorded data (`none`) and those that
   * write their own record, with the member it concerns (`own`).
   */
  audit?: 'none' | 'own'
  /** If present, the command migrates the schema itself, so the database is passed on unchanged. */
  schema?: 'as found'
  /** Runs the command. `args` are the arguments after the words, without options. */
  run(args: string[], context: CommandContext, options: Values): Promise<Record<string, unknown>>
}
export type Command = CommandOf<OptionSpecs, OptionValues>

/** Describes a command whose `run` receives the options that it declares, with their types. */
export function defineCommand<const Specs extends OptionSpecs>(
  command: CommandOf<Specs, OptionValues<Specs>>,
): Command {
  return command
}

/** Reports wrong usage. The message is printed with the usage of the command, and the exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/**
 * Reports a failure that the operator can fix. The message is one sentence and is printed without a stack. The exit
 * code is 1.
 */
export class CommandError extends Error {
  override name = 'CommandError'
}
