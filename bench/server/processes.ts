import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// Linux counts processor time in this unit.
const ticksPerSecond = 100

/** Seconds of processor time used by all threads of a process; null when the system does not report it (not Linux). */
export function cpuSeconds(pid: number): number | null {
  return processorTimes(pid)?.own ?? null
}

/** The same for a process and its children. For the database server this includes all connections, even closed ones. */
export function cpuSecondsOfFamily(pid: number): number | null {
  const children = read(`/proc/${pid}/task/${pid}/children`)
  if (children === null) return null
  return children
    .trim()
    .split(' ')
    .reduce(
      (sum, child) => sum + (cpuSeconds(Number(child)) ?? 0),
      processorTimes(pid)?.withEndedChildren ?? 0,
    )
}

function processorTimes(pid: number): { own: number; withEndedChildren: number } | null {
  const stat = read(`/proc/${pid}/stat`)
  if (!stat) return null
  // The process's name may contain spaces, so the fields are counted from the parenthesis after it (see proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [userTicks, systemTicks, childUserTicks, childSystemTicks] = [11, 12, 13, 14].map((index) =>
    Number(fields[index]),
  )
  const ownSeconds = (userTicks! + systemTicks!) / ticksPerSecond
  return {
    own: ownSeconds,
    withEndedChildren: ownSeconds + (childUserTicks! + childSystemTicks!) / ticksPerSecond,
  }
}

/** Resident memory in megabytes, current and peak. */
export function memory(pid: number): { now: number; peak: number } | null {
  const status = read(`/proc/${pid}/status`)
  if (!status) return null
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

/** The load average of the last minute. It includes the benchmark's own processes. */
export function loadAverage(): number {
  return Number(read('/proc/loadavg')?.split(' ')[0] ?? 0)
}

export function hasProgram(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
