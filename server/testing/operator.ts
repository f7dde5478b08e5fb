import { execFile } from 'node:child_process'
import type { Command, CommandContext } from '#server/platform/cli/command.ts'
import { parseHurd } from '#server/platform/cli/program.ts'
import { readEnv } from '#server/platform/settings/env.ts'
import { withoutDatabase } from './processes.ts'
import type { TestServer } from './testServer.ts'

export type Ran = { code: number; stdout: string; stderr: string; json: Record<string, unknown> }

/** Runs the real command in its own process, on the app's database. */
export function runHurd(app: TestServer, args: string[], more: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const env = { ...process.env, DATABASE_URL: app.databaseUrl, DEMO: 'off', NODE_ENV: '', ...more }
  return new Promise((resolve) => {
    execFile(process.execPath, ['server/cli.ts', ...args], { env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0
      resolve({
        code,
        stdout,
        stderr: withoutDatabase(stderr),
        json: args.includes('--json') ? JSON.parse(stdout) : {},
      })
    })
  })
}

/** Runs a command without a process. `args` begin with its words. */
export async function runArguments(
  commands: readonly Command[],
  args: string[],
  context: CommandContext,
): Promise<Record<string, unknown>> {
  const parsed = parseHurd(commands, args)
  if (parsed.kind !== 'call') throw new Error('Tests of help run the process.')
  return parsed.command.run(parsed.args, context, parsed.options)
}

/** Returns the context of a command that a test runs without a process. Its output goes to `print`. */
export function commandContext(app: TestServer, print: (line: string) => void = () => {}): CommandContext {
  const env = readEnv({ DATA_DIR: app.dataDir })
  return { db: app.pool, json: true, print, report: () => {}, env, operator: 'tester' }
}
