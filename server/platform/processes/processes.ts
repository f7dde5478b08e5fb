import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

/** A running process. The start time distinguishes it from a later process with the same number. */
type RunningProcess = { pid: number; started: string; command: string }

/** Finds a process, or null if there is none. A zombie counts as ended. */
export function findProcess(pid: number): RunningProcess | null {
  return process.platform === 'linux' ? readProc(pid) : readPs(pid)
}

function readProc(pid: number): RunningProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name in parentheses can contain any character, so the fields begin after the last closing
    // parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { pid, started: fields[19] ?? '', command }
  } catch {
    return null
  }
}

function readPs(pid: number): RunningProcess | null {
  try {
    const row = execFileSync('ps', ['-o', 'stat=,lstart=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
    })
    const [, state = 'Z', started = '', command = ''] =
      /^(\S+)\s+(\w+\s+\w+\s+\d+\s+\S+\s+\d+)\s+(.*)$/.exec(row.trim()) ?? []
    return state.startsWith('Z') ? null : { pid, started, command }
  } catch {
    return null
  }
}

/** Finds PostgreSQL processes with this working directory, even if their postmaster has ended (Linux only). */
export function findServersIn(folder: string): RunningProcess[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && hasWorkingFolder(name, folder))
    .map((name) => findProcess(Number(name)))
    .filter((running) => running !== null)
    .filter((running) => running.command.includes('postgres'))
}

function hasWorkingFolder(pid: string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false // The process has ended, or it belongs to another user.
  }
}

/**
 * Sends a signal. Returns false if there is no such process or it belongs to another user. Signal 0 only checks whether
 * the process exists.
 */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
