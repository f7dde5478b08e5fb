import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { hasErrorCode } from '#server/platform/processes/folderLock.ts'
import { SettingError } from './env.ts'

const defaultFile = '/etc/hurd/env'

/** The settings that can be read from a file of their own, whose path is in `NAME_FILE`. */
export const secretSettings = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'DELETION_LEDGER_KEY',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'CONGRESS_API_KEY',
  'OPENSTATES_API_KEY',
  'LEGISTAR_API_KEY',
] as const

type Variables = Record<string, string | undefined>

/**
 * Returns the variables of the settings file (`NAME=value` lines, like an .env file), of the environment, which has
 * priority unless the variable is empty, and of the files of secrets. The server and every command read the same files so
 * that a command in a shell or a timer uses the same database as the server.
 *
 * @throws SettingError if a file cannot be read
 */
export function withEnvFile(variables: Variables): Variables {
  const nonempty = Object.entries(variables).filter(([, text]) => text?.trim())
  return withSecretFiles({ ...readEnvFile(variables), ...Object.fromEntries(nonempty) })
}

function readEnvFile(variables: Variables): Variables {
  const configuredFile = variables['HURD_ENV_FILE'] || null
  const file = configuredFile ?? defaultFile
  try {
    return parseFile(file, readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof SettingError) throw error
    const isMissing = hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR')
    if (!configuredFile && isMissing) return {}
    throw unreadable(error, `the settings file ${file}${configuredFile ? ' named by HURD_ENV_FILE' : ''}`)
  }
}

/** Refuses a value that `#` would cut off, such as a key, because a comment can begin without a space before it. */
function parseFile(file: string, text: string): Variables {
  const [, name] = /^\s*(?:export\s+)?(\w+)\s*=(?!\s*["'`])(?:[^#\n]*[^\s#])?#/m.exec(text) ?? []
  if (name === undefined) return parseEnv(text)
  throw new SettingError(
    `The value of ${name} in ${file} contains "#", which begins a comment: put the value in quotes.`,
  )
}

/**
 * Adds the secrets that are in files. Container and service managers pass secrets as files, because other processes can
 * read the environment.
 */
function withSecretFiles(variables: Variables): Variables {
  const secrets = secretSettings.flatMap((name) => {
    const file = variables[`${name}_FILE`]?.trim()
    if (!file) return []
    if (variables[name]?.trim()) {
      throw new SettingError(`${name} and ${name}_FILE are both set: remove one of them.`)
    }
    return [[name, readSecret(name, file)]]
  })
  return { ...variables, ...Object.fromEntries(secrets) }
}

function readSecret(name: string, file: string): string {
  const text = readText(file, `the file ${file} named by ${name}_FILE`).replace(/\r?\n$/, '')
  // An empty secret would count as unset, and Hurd would start with the default, such as its embedded database.
  if (text.trim() === '') throw new SettingError(`${name}_FILE names ${file}, which is empty.`)
  return text
}

function readText(file: string, description: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw unreadable(error, description)
  }
}

function unreadable(error: unknown, description: string): SettingError {
  const reason = hasErrorCode(error, 'EACCES') ? 'This user may not read' : 'Could not read'
  return new SettingError(`${reason} ${description}.`)
}
