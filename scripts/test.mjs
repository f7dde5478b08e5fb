// `npm test`: installs, then runs everything that scripts/test.ts lists; `npm test -- server/kit` runs a part.
import { findNode, install, run } from './bootstrap.mjs'

await install()
process.exit(await run(findNode(), ['scripts/test.ts', ...process.argv.slice(2)]))
