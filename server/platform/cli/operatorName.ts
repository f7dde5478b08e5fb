import { userInfo } from 'node:os'
import { UsageError } from './command.ts'

/**
 * Returns the operator for the audit log: the user of this machine and, with `--by`, a name. The name is not verified,
 * so the user of the machine is always recorded with it.
 */
export function readOperator(by: string | null): string {
  const machine = process.env['SUDO_USER'] ?? machineUser()
  if (by === null) return machine
  const name = by.trim()
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@'-]{0,59}$/u.test(name)) {
    throw new UsageError("--by must be a name of 1 to 60 letters, digits, spaces or . _ @ ' -.")
  }
  return `${name} (${machine})`
}

/**
 * Returns the person behind a record so that two operators can be compared: the name from `--by`, or else the user of
 * the machine.
 */
export function operatorPerson(operator: string): string {
  return (operator.split(' (')[0] ?? operator).toLowerCase()
}

function machineUser(): string {
  try {
    return userInfo().username
  } catch {
    // The user id has no account, which is common in containers.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
