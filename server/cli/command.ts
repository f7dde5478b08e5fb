import type { Env } from '../kit/env.ts'
import type { Pool } from '../postgres/db.ts'

/** What a command is handed: the database, whether one JSON document is wanted, and where its lines go. */
export type CommandContext = {
  db: Pool
  json: boolean
  /** A line for people; silent under --json. */
  print: (line: string) => void
  env: Env
  /** Who is at work: the user of this machine, and the name given with --by. */
  operator: string
}

/**
 * One operator's command, gathered by `server/cli.ts` from `server/<feature>/operator.ts`.
 * What `run` answers is printed under `--json`, with `ok: true` added; `ok: false` in it makes the exit code 1.
 */
export type Command = {
  /** The words that call it, e.g. `['codes', 'issue']`. */
  words: string[]
  /** What follows the words, e.g. `[--count N] [--note TEXT]`. */
  usage: string
  /** One sentence for `hurd help`. */
  about: string
  /**
   * `audit_log` names every command that is run. Those that only look at what is public or already recorded do not
   * (`none`); those that record what they did themselves, with whom it concerned, say `own`.
   */
  audit?: 'none' | 'own'
  /** The command brings the schema about itself: it is handed the database as it was found. */
  schema?: 'as found'
  /** `args` are those after the words, without `--json` and `--help`. */
  run(args: string[], context: CommandContext): Promise<Record<string, unknown>>
}

/** Wrong usage: its sentence is printed with the usage of the command, and the exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A failure an operator can act on: its one sentence is printed without a stack, and the exit code is 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}
