import type { Version } from '#server/platform/settings/version.ts'

/**
 * Returns the document that UPDATE_FEED_URL names (docs/operating.md): this release, and the newest one whose part of the
 * changelog has a section "Security".
 */
export function describeLatest(changelog: string, { version, built_at }: Version): object {
  const releases = changelog.split(/^## /m).slice(1)
  const fixed = releases.find((part) => /^\d+\.\d+\.\d+/.test(part) && /^### Security$/m.test(part))
  return {
    version,
    released_on: (built_at ?? new Date().toISOString()).slice(0, 10),
    security_version: fixed ? /^\d+\.\d+\.\d+/.exec(fixed)![0] : null,
    changelog_url: null,
  }
}
