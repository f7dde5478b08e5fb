import * as z from 'zod/mini'
import type { Update } from '#contract/administration/administration.ts'
import { openExternalClient } from '#server/platform/http/externalHttp.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { versionText } from '#server/platform/settings/version.ts'

const Version = z.string().check(z.regex(/^\d+\.\d+\.\d+$/))

/** The document at UPDATE_FEED_URL (docs/operating.md). */
const ReleaseFeed = z.object({
  version: Version,
  released_on: z.iso.date(),
  security_version: z._default(z.nullable(Version), null),
  changelog_url: z._default(z.nullable(z.string().check(z.regex(/^https?:\/\/\S{1,500}$/))), null),
})

const request = openExternalClient()
const limits = { timeout: 10_000, bytes: 64 * 1024 }

/**
 * Reads which release is the newest, and stores it. The request says nothing about this instance, not even its version.
 *
 * @throws an error whose message names the reason, which the list of recurring tasks shows
 */
export async function readReleaseFeed(db: Db, feedUrl: string): Promise<void> {
  const { status, body } = await request(new URL(feedUrl), {
    headers: { accept: 'application/json' },
    ...limits,
  })
  if (!body) throw new Error(`The release feed answered ${status}`)
  const feed = ReleaseFeed.safeParse(parseJson(body.toString('utf8')))
  if (!feed.success) throw new Error('The release feed is not the document that Hurd expects')
  const { version, released_on, security_version, changelog_url } = feed.data
  await db`
    insert into latest_release (version, released_on, security_version, changelog_url)
    values (${version}, ${released_on}, ${security_version}, ${changelog_url})
    on conflict (is_set) do update set
      version = excluded.version, released_on = excluded.released_on, security_version = excluded.security_version,
      changelog_url = excluded.changelog_url, checked_at = now()`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type LatestRelease = {
  version: string
  released_on: string
  security_version: string | null
  changelog_url: string | null
}

/**
 * Returns the newest release if it is newer than the running one, or null if there is none, or if no feed was read for a week,
 * for example because the operator removed the setting.
 */
export async function selectUpdate(db: Db, running: string = versionText()): Promise<Update | null> {
  const [latest] = await db<LatestRelease[]>`
    select version, released_on::text, security_version, changelog_url from latest_release
     where checked_at > now() - interval '7 days'`
  if (!latest || !isNewer(latest.version, running)) return null
  const { version, released_on, security_version, changelog_url } = latest
  return {
    version,
    released_on,
    changelog_url,
    is_security_update: security_version !== null && isNewer(security_version, running),
  }
}

/** Compares the three numbers of two versions. What follows them, such as the commit, does not count. */
export function isNewer(version: string, than: string): boolean {
  const [numbers, others] = [numbersOf(version), numbersOf(than)]
  const first = numbers.findIndex((number, index) => number !== others[index])
  return first >= 0 && numbers[first]! > (others[first] ?? 0)
}

function numbersOf(version: string): number[] {
  return (/^\d+\.\d+\.\d+/.exec(version)?.[0] ?? '0.0.0').split('.').map(Number)
}
