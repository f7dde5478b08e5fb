// `npm run package`: builds the pages and writes the archives of a release into releases/.
import { findNode, install, run } from '../bootstrap.mjs'

await install()
process.exit(await run(findNode(), ['scripts/release/writeRelease.ts', ...process.argv.slice(2)]))
