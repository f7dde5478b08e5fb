// `npm run dev`: the server restarts and the pages reload on every change.
import { findNode, install, run } from './bootstrap.mjs'

await install()
process.exit(await run(findNode(), ['scripts/dev.ts']))
