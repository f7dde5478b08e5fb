import type { AccessCode, CodeFilter, CodeMember, CodeState } from '#contract/administration/codes.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { randomCode } from './randomCode.ts'

/**
 * Access codes are stored in clear text, because the operators who hand them out must be able to find them again, and a
 * code alone opens no account.
 */

export async function selectCodeState(db: Db, code: string): Promise<CodeState | undefined> {
  const [row] = await db<{ state: CodeState }[]>`
    select ${codeState(db)} as state from access_codes where code = ${code}`
  return row?.state
}

/**
 * Counts one use of a code. Returns false if the code cannot be used anymore. Locks the row of the code until the
 * transaction ends.
 */
export async function countCodeUse(db: Db, code: string): Promise<boolean> {
  const { count } = await db`
    update access_codes set uses = uses + 1
     where code = ${code} and revoked_at is null and uses < max_uses
       and (expires_at is null or expires_at > now())`
  return count === 1
}

export function selectCodes(db: Db): Promise<AccessCode[]> {
  return db<AccessCode[]>`select ${columns(db)} from access_codes order by created_at, code`
}

type Terms = { max_uses: number; expires_at: string | null; note: string }

/** Inserts a code that the operator has chosen. Returns an empty list if the code already exists. */
export function insertCode(db: Db, code: string, terms: Terms): Promise<AccessCode[]> {
  return db<AccessCode[]>`
    insert into access_codes ${db({ ...terms, code })} on conflict do nothing returning ${columns(db)}`
}

const codesAtOnce = 1_000

export async function issueCodes(db: Db, count: number, terms: Terms): Promise<AccessCode[]> {
  const { max_uses, expires_at, note } = terms
  const codes: AccessCode[] = []
  while (codes.length < count) {
    const candidates = Array.from({ length: Math.min(count - codes.length, codesAtOnce) }, randomCode)
    const inserted = await db<AccessCode[]>`
      insert into access_codes (code, max_uses, expires_at, note)
      select code, ${max_uses}::int, ${expires_at}::timestamptz, ${note}::text from unnest(${candidates}::text[]) code
      on conflict do nothing returning ${columns(db)}`
    codes.push(...inserted)
  }
  return codes
}

/** Returns undefined if the code does not exist. `changed` is false if it was revoked before. */
export async function revokeCode(
  db: Db,
  code: string,
): Promise<{ code: AccessCode; changed: boolean } | undefined> {
  const { count } = await db`
    update access_codes set revoked_at = now() where code = ${code} and revoked_at is null`
  const revoked = await selectCode(db, code)
  return revoked && { code: revoked, changed: count === 1 }
}

export async function selectCode(db: Db, code: string): Promise<AccessCode | undefined> {
  const [row] = await db<AccessCode[]>`select ${columns(db)} from access_codes where code = ${code}`
  return row
}

type Page<Key> = { limit: number; after?: Key | undefined }

/** Selects one page of codes and one more code, newest first. The `key` of a code is its creation time for the cursor. */
export function selectCodePage(
  db: Db,
  filter: CodeFilter,
  { limit, after }: Page<readonly [time: string, code: string]>,
): Promise<(AccessCode & { key: string })[]> {
  const position = after ? db`and (created_at, code) < (${after[0]}::timestamptz, ${after[1]})` : db``
  const inState = filter === 'all' ? db`` : db`and ${codeState(db)} = ${filter}`
  return db<(AccessCode & { key: string })[]>`
    select ${columns(db)}, time_key(created_at) as key from access_codes where true ${inState} ${position}
     order by created_at desc, code desc limit ${limit + 1}`
}

/** Selects one page of the members who registered with a code and one more member, newest first. */
export function selectCodeMembers(
  db: Db,
  code: string,
  { limit, after }: Page<readonly [time: string, user_id: string]>,
): Promise<(CodeMember & { key: string })[]> {
  const position = after
    ? db`and (created_at, user_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : db``
  return db<(CodeMember & { key: string })[]>`
    select user_id, username, iso_time(created_at) as joined_at, account_status, time_key(created_at) as key
      from users where access_code = ${code} and account_status <> 'closed' ${position}
     order by created_at desc, user_id desc limit ${limit + 1}`
}

/** Counts those who registered with a code and deleted their accounts since, which stay closed for 14 days before. */
export async function countFormerMembers(db: Db, code: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select ((select count(*) from former_members where access_code = ${code})
            + (select count(*) from users where access_code = ${code} and account_status = 'closed'))::int as count`
  return row?.count ?? 0
}

function columns(db: Db) {
  return db`code, uses, max_uses, iso_time(expires_at) as expires_at, iso_time(created_at) as created_at, note,
            ${codeState(db)} as state`
}

function codeState(db: Db) {
  return db`case when revoked_at is not null then 'revoked' when uses >= max_uses then 'used'
                 when expires_at <= now() then 'expired' else 'usable' end`
}
