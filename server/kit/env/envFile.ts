import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { hasErrorCode } from '../folderLock.ts'
import { SettingError } from './env.ts'

const usualFile = '/etc/hurd/env'

/**
 * Returns the variables of the settings file (`NAME=value` lines, as systemd reads them) and of the environment, which
 * has priority. The server and every command read the same file, so that a command in a shell or a timer uses the same
 * database as the server. Throws `SettingError` if the file cannot be read.
 */
export function withEnvFile(
  variables: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const named = variables['HURD_ENV_FILE'] || null
  const file = named ?? usualFile
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...variables }
  } catch (error) {
    if (!named && (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR'))) return variables
    const reason = hasErrorCode(error, 'EACCES') ? 'This user may not read' : 'Could not read'
    throw new SettingError(`${reason} the settings file ${file}${named ? ' named by HURD_ENV_FILE' : ''}.`)
  }
}
