import type { Env } from '../kit/env/env.ts'
import type { Pool } from '../postgres/db.ts'

/** What a command receives when it runs. */
export type CommandContext = {
  db: Pool
  json: boolean
  /** Prints a line for the operator. Prints nothing with --json. */
  print: (line: string) => void
  env: Env
  /** The user of this machine, and the name from --by. */
  operator: string
}

/**
 * An operator command. `server/cli.ts` collects them from `server/<module>/operator.ts`. With `--json`, the result of
 * `run` is printed with `ok: true` added. A result with `ok: false` makes the exit code 1.
 */
export type Command = {
  /** The words of the command line, such as `['codes', 'issue']`. */
  words: string[]
  /** The arguments, such as `[--count N] [--note TEXT]`. */
  usage: string
  /** One sentence for `hurd help`. */
  about: string
  /**
   * Every command is recorded in `audit_log`, except those that only read public or recorded data (`none`) and those that
   * write their own record, with the member it concerns (`own`).
   */
  audit?: 'none' | 'own'
  /** The command migrates the schema itself, so the database is passed on unchanged. */
  schema?: 'as found'
  /** `args` are those after the words, without `--json` and `--help`. */
  run(args: string[], context: CommandContext): Promise<Record<string, unknown>>
}

/** Wrong usage. The message is printed with the usage of the command, and the exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A failure that the operator can act on. The message is one sentence, printed without a stack; the exit code is 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}
