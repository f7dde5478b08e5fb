// `npm run -s hurd -- COMMAND`: the operator's commands.
import { findNode, install, run } from './bootstrap.mjs'

await install()
process.exit(await run(findNode(), ['server/cli.ts', ...process.argv.slice(2)]))
