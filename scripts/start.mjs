// `npm start`: installs, builds the pages when out of date, runs the server until it is stopped.
import { findNode, install, run } from './bootstrap.mjs'

await install()
const node = findNode()
const built = await run(node, ['scripts/pages.ts'])
process.exit(built === 0 ? await run(node, ['server/main.ts', ...process.argv.slice(2)]) : built)
