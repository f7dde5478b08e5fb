import { userInfo } from 'node:os'
import { UsageError } from './command.ts'

/**
 * Who is at work, for the audit log: the user of this machine and, given with `--by`, the person. The name is said, not
 * proved: whoever may run commands could say another, so the machine's own word always stands beside it.
 */
export function readOperator(by: string | null): string {
  const machine = process.env['SUDO_USER'] ?? machineUser()
  if (by === null) return machine
  const name = by.trim()
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@'-]{0,59}$/u.test(name)) {
    throw new UsageError("--by must be a name of 1 to 60 letters, digits, blanks or . _ @ ' -.")
  }
  return `${name} (${machine})`
}

/** The person of two records: the name that was given, else the user of the machine. */
export function operatorPerson(operator: string): string {
  return (operator.split(' (')[0] ?? operator).toLowerCase()
}

function machineUser(): string {
  try {
    return userInfo().username
  } catch {
    // A number without an account of its own, as in a container.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
