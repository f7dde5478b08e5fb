// `npm test`: installs, then runs everything that scripts/test.ts lists; `npm test -- server/members` runs a part.
import { compileCache, findNode, install, run } from './bootstrap.mjs'

await install()
// The cache of compiled code helps because tests start the server and the commands many times.
process.env.NODE_COMPILE_CACHE ??= compileCache
process.exit(await run(findNode(), ['scripts/test.ts', ...process.argv.slice(2)]))
