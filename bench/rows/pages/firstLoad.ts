import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowser, type Browser } from '../../browser.ts'
import { firstLoadGoals, goals, judge, type Measurement } from '../../report/goals.ts'
import type { Section } from '../../report/tables.ts'
import type { Effort, Stage } from '../../rows.ts'
import type { Cluster } from '../../server/cluster.ts'
import { formatNumber, formatSpread, spreadOf } from '../../spread.ts'

// Row 11: a first load, measured by Lighthouse with its preset for phones (a slow processor and a slow mobile network).

const pages = [
  { path: '/login', isMember: false, scripts: goals.loginScripts },
  { path: '/feed', isMember: true, scripts: goals.feedScripts },
] as const

const here = fileURLToPath(new URL('../../lighthouse', import.meta.url))
const installed = fileURLToPath(new URL('../../../node_modules/.cache/hurd-lighthouse', import.meta.url))

/** The fields of Lighthouse's report that are used. */
type LighthouseReport = {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue?: number; details?: { items?: BenchRequest[] } }>
}
type BenchRequest = { url: string; resourceType?: string; transferSize?: number }

type LoadTurn = {
  /** Kilobytes (1,024 bytes) of gzipped JavaScript, and of everything that the browser received. */
  scripts: number
  total: number
  requests: number
  /** Seconds, milliseconds, and a share of the screen. */
  lcp: number
  tbt: number
  cls: number
  performance: number
  accessibility: number
  practices: number
}

type FirstLoad = { path: string; measurements: Measurement[]; turns: LoadTurn[] }

export async function measureFirstLoads(
  cluster: Cluster,
  stage: Stage,
  effort: Effort,
): Promise<FirstLoad[]> {
  const program = await installLighthouse()
  const loads: FirstLoad[] = []
  for (const { path, isMember, scripts } of pages) {
    const turns: LoadTurn[] = []
    for (let turn = 0; turn < effort.repeats; turn += 1) {
      const browser = await openBrowser(cluster, stage, isMember)
      try {
        turns.push(await judgeOnce(program, browser, path, join(cluster.folder, 'lighthouse.json')))
      } finally {
        await browser.close()
      }
    }
    const of = (metric: keyof LoadTurn) => turns.map((turn) => turn[metric])
    const rest = firstLoadGoals(path)
    const others = [
      'total',
      'requests',
      'lcp',
      'tbt',
      'cls',
      'performance',
      'accessibility',
      'practices',
    ] as const
    const measurements = [judge(scripts, of('scripts')), ...others.map((name) => judge(rest[name], of(name)))]
    loads.push({ path, measurements, turns })
  }
  return loads
}

async function judgeOnce(program: string, browser: Browser, path: string, file: string): Promise<LoadTurn> {
  await run(process.execPath, [
    program,
    browser.origin + path,
    `--port=${browser.toolsPort}`,
    '--output=json',
    `--output-path=${file}`,
    '--only-categories=performance,accessibility,best-practices',
    // Keeps the profile so that a signed-in member stays signed in.
    '--disable-storage-reset',
    '--quiet',
  ])
  const report: LighthouseReport = JSON.parse(await readFile(file, 'utf8'))
  const consoleErrors = report.audits['errors-in-console']?.details?.items ?? []
  if (consoleErrors.length > 0) {
    throw new Error(`${path} failed in the browser: ${JSON.stringify(consoleErrors[0])}`)
  }
  const requests = report.audits['network-requests']?.details?.items ?? []
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  const sizes = await Promise.all(scripts.map(({ url }) => gzippedSize(url)))
  const value = (audit: string) => report.audits[audit]?.numericValue ?? NaN
  const score = (category: string) => (report.categories[category]?.score ?? NaN) * 100
  return {
    scripts: sum(sizes) / 1024,
    total: sum(requests.map(({ transferSize }) => transferSize ?? 0)) / 1024,
    requests: requests.length,
    lcp: value('largest-contentful-paint') / 1000,
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
  }
}

async function gzippedSize(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
  await response.arrayBuffer()
  return Number(response.headers.get('content-length'))
}

/** Installs the versions of bench/lighthouse once, separate from all other packages. */
async function installLighthouse(): Promise<string> {
  const stamp = join(installed, 'installed')
  const lock = await readFile(join(here, 'package-lock.json'), 'utf8')
  if ((await readFile(stamp, 'utf8').catch(() => '')) !== lock) {
    console.log('Installing Lighthouse …\n')
    await mkdir(installed, { recursive: true })
    for (const name of ['package.json', 'package-lock.json']) {
      await copyFile(join(here, name), join(installed, name))
    }
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], installed)
    await writeFile(stamp, lock)
  }
  return join(installed, 'node_modules/lighthouse/cli/index.js')
}

async function run(command: string, args: string[], cwd?: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}`)
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

export function reportFirstLoads(loads: FirstLoad[]): Section {
  const measurements: [string, keyof LoadTurn][] = [
    ['JavaScript gzipped, KB', 'scripts'],
    ['all that is loaded, KB', 'total'],
    ['requests', 'requests'],
    ['largest contentful paint, s', 'lcp'],
    ['total blocking time, ms', 'tbt'],
    ['layout shift', 'cls'],
    ['Lighthouse: performance', 'performance'],
    ['accessibility', 'accessibility'],
    ['best practices', 'practices'],
  ]
  const show = (turns: LoadTurn[], metric: keyof LoadTurn) => {
    const spread = spreadOf(turns.map((turn) => turn[metric]))
    return spread.min === spread.max ? formatNumber(spread.median) : formatSpread(spread)
  }
  return {
    lines: [
      'First load by Lighthouse’s preset for phones; scripts and styles come precompressed by brotli',
      '',
      `| | ${loads.map(({ path }) => `\`${path}\``).join(' | ')} |`,
      `|---|${'---|'.repeat(loads.length)}`,
      ...measurements.map(
        ([what, metric]) => `| ${what} | ${loads.map(({ turns }) => show(turns, metric)).join(' | ')} |`,
      ),
    ],
    measurements: loads.flatMap(({ measurements }) => measurements),
  }
}
