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

// Chromium's sandbox does not start as root or in a container, and is not needed because only our own pages are opened.
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
 * The Chromium for tests. The default comes with the dependencies so that results do not depend on the machine.
 * CHROMIUM=installed uses the installed one, and CHROMIUM_PATH names a program.
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
  throw new Error('No Chromium was found. Install one, or set CHROMIUM_PATH.')
}

async function findInstalled() {
  const { chromium } = await import('@playwright/test')
  const bundledPath = chromium.executablePath()
  return [...(bundledPath ? [bundledPath] : []), ...installed].find((path) => existsSync(path))
}

/** Unpacks to a temporary folder and renames it when it is complete so that the next run repeats an interrupted unpacking. */
async function unpack() {
  if (!existsSync(cache)) {
    const draft = `${cache}.${process.pid}`
    mkdirSync(draft, { recursive: true })
    try {
      await inflateInto(draft)
      writeFonts(draft, cache)
      renameSync(draft, cache)
    } catch (error) {
      // If the folder exists now, another process has unpacked it in the meantime.
      if (!existsSync(cache)) throw error
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  }
  const env = { LD_LIBRARY_PATH: join(cache, 'al2023/lib'), FONTCONFIG_PATH: join(cache, 'fonts') }
  return { path: join(cache, 'chromium'), source: 'from the dependencies', args, env }
}

/**
 * Makes the package unpack into `folder`: it uses the folder for temporary files, and unpacks its libraries only if the
 * environment is that of AWS Lambda.
 */
async function inflateInto(folder) {
  const before = { ...process.env }
  process.env.TMPDIR = folder
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x'
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    // Another user may run the tests next.
    chmodSync(await chromium.executablePath(), 0o755)
  } finally {
    for (const name of ['TMPDIR', 'AWS_EXECUTION_ENV', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
}

/** Makes the font settings of the package, which point to /tmp/fonts, point to the folder in which the fonts will be. */
function writeFonts(folder, target) {
  const settings = join(folder, 'fonts/fonts.conf')
  if (!existsSync(settings)) return
  const text = readFileSync(settings, 'utf8').replaceAll('/tmp/fonts', join(target, 'fonts'))
  writeFileSync(settings, text)
}
