// `npm start`: installs, builds the pages if they are out of date, and runs the server until it is stopped. A release
// contains its dependencies and its pages, so there it only runs the server.
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { compileCache, findNode, install, isRelease, run } from './bootstrap.mjs'

await install()
const node = findNode()
// The cache of compiled code makes later starts faster and saves a fifth of the memory.
process.env.NODE_COMPILE_CACHE ??= compileCache
const { SERVER_FLAGS, ...environment } = parseEnv(
  readFileSync(new URL('server.env', import.meta.url), 'utf8'),
)
Object.assign(process.env, environment)
// `npm start` takes no arguments. The help of `hurd start` answers `--help` and refuses others.
const args = process.argv.slice(2).filter((arg) => arg !== 'start')
if (args.length > 0) process.exit(await run(node, ['server/cli.ts', 'start', ...args]))
const built = isRelease ? 0 : await run(node, ['scripts/pages.ts'])
process.exit(built === 0 ? await run(node, [...SERVER_FLAGS.split(' '), 'server/main.ts']) : built)
