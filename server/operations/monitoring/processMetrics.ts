import { readFileSync, readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Registry } from '#server/platform/observability/registry.ts'
import { versionText } from '#server/platform/settings/version.ts'

export type EventLoop = ReturnType<typeof monitorEventLoopDelay>

/** Begins to measure how late the event loop is. A turn that is on time counts as 10 ms. */
export function watchEventLoop(): EventLoop {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  return delays
}

/**
 * Adds the metrics of the process under the names of the Prometheus client libraries, which public dashboards and alert
 * rules expect. The delays of the event loop are those since the previous call.
 */
export function addProcessMetrics(registry: Registry, eventLoop: EventLoop): void {
  const gauge = (name: string, help: string, value: number | null, type: 'gauge' | 'counter' = 'gauge') =>
    registry.gauge(name, help, () => (value === null ? [] : [{ value }]), type)

  registry.gauge('hurd_build_info', 'The version of Hurd, as a label.', () => [
    { labels: { version: versionText() }, value: 1 },
  ])
  registry.gauge('nodejs_version_info', 'The version of Node.js, as a label.', () => [
    { labels: { version: process.version }, value: 1 },
  ])

  const { user, system } = process.cpuUsage()
  gauge('process_cpu_user_seconds_total', 'Processor time of the program itself.', user / 1e6, 'counter')
  gauge(
    'process_cpu_system_seconds_total',
    'Processor time of the operating system for the program.',
    system / 1e6,
    'counter',
  )
  gauge('process_cpu_seconds_total', 'Processor time since the start.', (user + system) / 1e6, 'counter')
  gauge(
    'process_start_time_seconds',
    'When the process started, in seconds since 1970.',
    Math.round(performance.timeOrigin / 1000),
  )
  gauge('process_open_fds', 'Open files and connections; only on Linux.', countOpenFiles())
  gauge('process_max_fds', 'Maximum number of open files and connections; only on Linux.', readMaxFiles())

  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  gauge('process_resident_memory_bytes', 'Resident memory of the process.', rss)
  gauge('nodejs_heap_size_total_bytes', 'Size of the heap of JavaScript.', heapTotal)
  gauge('nodejs_heap_size_used_bytes', 'Used part of that heap.', heapUsed)
  gauge('nodejs_external_memory_bytes', 'Memory of buffers and other objects outside of that heap.', external)

  const since = 'since the last request for metrics'
  gauge(
    'nodejs_eventloop_lag_mean_seconds',
    `Mean delay of the event loop ${since}.`,
    seconds(eventLoop.mean),
  )
  gauge(
    'nodejs_eventloop_lag_max_seconds',
    `Longest delay of the event loop ${since}.`,
    seconds(eventLoop.max),
  )
  for (const percentile of [50, 90, 99]) {
    gauge(
      `nodejs_eventloop_lag_p${percentile}_seconds`,
      `The delay that ${percentile}% of the turns of the event loop ${since} stayed under.`,
      seconds(eventLoop.percentile(percentile)),
    )
  }
  eventLoop.reset()
}

/** Converts nanoseconds. Before its first turn, the histogram has no mean. */
function seconds(nanoseconds: number): number | null {
  return Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : null
}

function countOpenFiles(): number | null {
  // Listing the folder opens one more.
  return readProcess(() => readdirSync('/proc/self/fd').length - 1)
}

function readMaxFiles(): number | null {
  return readProcess(() => {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? null : Number(limit)
  })
}

/** Only Linux has /proc, and a container may hide it. */
function readProcess<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
