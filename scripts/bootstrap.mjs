// The first step of every `npm run` script, without dependencies and on any Node from version 20: install missing
// dependencies, find the Node 24 among them, and hand over to it.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
/** What npm writes last. */
const finished = join(modules, '.package-lock.json')
/** The hashes of the lock file and of what npm wrote last. */
const stamp = join(modules, '.hurd-installed')
/** A release contains its dependencies and pages, so nothing is installed or built there. */
export const isRelease = existsSync(join(root, 'release.json'))
/** Where Node stores compiled code between starts. */
export const compileCache = join(modules, '.cache', 'compiled')

/** Ends the process with one sentence. */
function giveUp(sentence, code = 1) {
  process.stderr.write(`${sentence}\n`)
  process.exit(code)
}

/** Runs `npm ci` when dependencies are missing or older than the lock file. Install scripts of packages do not run. */
export async function install() {
  if (Number(process.versions.node.split('.')[0]) < 20) giveUp('Hurd needs Node 20 or newer to start.')
  if (isRelease) return
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const wanted = hashOf(lock)
  if (isInstalled(wanted)) return
  // npm would empty the folder behind the link, which may belong to another checkout.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    giveUp(
      'node_modules is a symbolic link: remove it so that Hurd can install its dependencies in its own folder.',
    )
  }

  const count = lock.match(/^ {4}"node_modules\//gm)?.length ?? 0
  const began = Date.now()
  process.stderr.write(`Installing dependencies (${count} packages, about a minute the first time) …\n`)
  const options = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--loglevel=error']
  const [command, args] = npmCommand([...options, '--no-audit', '--no-fund'])
  // npm's output goes to standard error, because standard output carries the result of the command.
  const code = await run(command, args, { stdio: ['ignore', process.stderr, process.stderr] })
  if (code !== 0) giveUp("The dependencies could not be installed. See npm's messages above.", code)
  writeFileSync(stamp, `${wanted} ${hashOf(readFileSync(finished))}`)
  process.stderr.write(`Installed in ${Math.round((Date.now() - began) / 1000)} s.\n`)
}

function isInstalled(wanted) {
  if (!existsSync(finished)) return false
  const [lock, installed] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
  if (installed === hashOf(readFileSync(finished))) return lock === wanted
  // Somebody ran npm by hand, which counts if the lock file has not changed since then.
  return statSync(finished).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
}

function hashOf(content) {
  return createHash('sha256').update(content).digest('hex')
}

/** The npm that started this process, or the one on the path. */
function npmCommand(args) {
  const npm = process.env.npm_execpath
  if (npm && /npm-cli\.[cm]?js$/.test(npm)) return [process.execPath, [npm, ...args]]
  return ['npm', args]
}

/** The Node 24 among the dependencies, or the running one if it is new enough. */
export function findNode() {
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  const bundled = join(modules, `node-${process.platform.replace('32', '')}-${process.arch}`, 'bin', program)
  if (existsSync(bundled) && spawnSync(bundled, ['--version'], { stdio: 'ignore' }).status === 0) {
    return bundled
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return giveUp(
    `No Node 24 comes with the dependencies for ${process.platform} ${process.arch}: install Node 24 or newer.`,
  )
}

/**
 * Runs a program to its end and returns its exit code. Signals are forwarded to it. If this process is killed, the program
 * notices that its channel is closed. If the npm that started this process is killed, this process ends the program.
 */
export function run(command, args, { stdio = ['inherit', 'inherit', 'inherit'], env = process.env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: [...stdio, 'ipc'] })
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    const forward = (signal) => child.kill(signal)
    for (const signal of signals) process.on(signal, forward)
    const callers = callingProcesses()
    const watch = setInterval(() => {
      if (process.env.npm_lifecycle_event && callingProcesses() !== callers) child.kill('SIGTERM')
    }, 500)
    const done = (code) => {
      clearInterval(watch)
      for (const signal of signals) process.off(signal, forward)
      resolve(code)
    }
    child.on('error', (error) => {
      process.stderr.write(`${command} could not be started: ${error.message}\n`)
      done(1)
    })
    child.on('exit', (code, signal) => done(code ?? 128 + (signalNumbers[signal] ?? 0)))
  })
}

/** npm runs a script through a shell that survives a killed npm, so both processes are watched. */
function callingProcesses() {
  const shell = process.ppid
  try {
    const stat = readFileSync(`/proc/${shell}/stat`, 'utf8')
    return `${shell} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return String(shell)
  }
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }
