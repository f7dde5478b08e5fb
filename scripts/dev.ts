import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Runs two programs: the API with its database, and Vite, which forwards /api and /uploads to it.
const root = fileURLToPath(new URL('..', import.meta.url))
const port = process.env['PORT'] ?? '3000'
const pages = process.env['PAGES_PORT'] ?? '5173'
const env = {
  ...process.env,
  PORT: port,
  API_ORIGIN: `http://127.0.0.1:${port}`,
  // Links in emails open the development pages.
  PUBLIC_ORIGIN: process.env['PUBLIC_ORIGIN'] ?? `http://localhost:${pages}`,
}

const children = [
  start(['--watch', '--watch-preserve-output', 'server/main.ts']),
  start(['node_modules/vite/bin/vite.js', '--port', pages, '--strictPort']),
]
let code = 0

for (const child of children) {
  child.on('exit', (status) => {
    code ||= status ?? 0
    stop('SIGTERM')
  })
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
process.on('disconnect', () => stop('SIGTERM'))
process.on('exit', () => (process.exitCode = code))

function start(args: string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
}

function stop(signal: NodeJS.Signals): void {
  for (const child of children) child.kill(signal)
  if (process.connected) process.disconnect()
}
