// `npm run -s hurd -- COMMAND`: the operator's commands.
import { compileCache, findNode, install, run } from './bootstrap.mjs'

const args = process.argv.slice(2)
// `start` is the one command that runs the server. With further arguments it prints its help or refuses them.
if (args.length === 1 && args[0] === 'start') await import('./start.mjs')

await install()
// Cached compiled code halves the start time of a command.
process.env.NODE_COMPILE_CACHE ??= compileCache
process.exit(await run(findNode(), ['server/cli.ts', ...args]))
