import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const releaseFile = `${root}/release.json`
/** A release contains a file that describes it. A checkout does not. */
export const isRelease = existsSync(releaseFile)

const Release = z.object({
  version: z.string(),
  commit: z.nullable(z.string()),
  built_at: z.nullable(z.string()),
})

/** What runs here: either a release, which release.json describes, or a checkout. */
export type Version = z.infer<typeof Release>

let current: Version | undefined

/** Returns the version of this program. It is read once, because it cannot change while the program runs. */
export function readVersion(): Version {
  current ??= isRelease ? readRelease() : describeCheckout()
  return current
}

/**
 * Returns the version as one word for headers and responses, in the format of Semantic Versioning, such as
 * `1.2.0+3f2a1b9c0d4e`.
 */
export function versionText({ version, commit }: Version = readVersion()): string {
  return commit ? `${version}+${commit}` : version
}

function readRelease(): Version {
  return Release.parse(JSON.parse(readFileSync(releaseFile, 'utf8')))
}

function describeCheckout(): Version {
  const manifest: unknown = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  const { version } = z.object({ version: z.string() }).parse(manifest)
  // The commit is unknown if Git is not installed or this copy has no .git folder.
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  })
  return { version, commit: status === 0 ? stdout.trim() : null, built_at: null }
}
