import type { FastifyBaseLogger } from 'fastify'
import yazl from 'yazl'
import { downloadDataPath } from '../../contract/accounts.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import { exportHours } from '../../contract/people.ts'
import type { AccountRules } from '../accounts/rules.ts'
import { digest, newLinkToken } from '../accounts/signIn/tokens.ts'
import type { Member } from '../http/route.ts'
import { recordAction } from '../kit/audit.ts'
import { countAttempts, type LimitRule } from '../kit/limits.ts'
import { cancelEmails, emailMember } from '../mail/outbox.ts'
import { dataExportEmail } from '../mail/templates.ts'
import type { Db, Pool } from '../postgres/db.ts'
import type { Storage } from '../storage/storage.ts'
import { startWorker, type Worker } from '../worker/worker.ts'
import { collectExport } from './exportContent.ts'

const asked: LimitRule = { rule: 'export', attempts: 3, seconds: 24 * 60 * 60 }
const downloaded: LimitRule = { rule: 'export_download', attempts: 30, seconds: 60 * 60 }
const mostTries = 5
// Far longer than making one takes: then whoever began it has died.
const leaseSeconds = 120
const pollMs = 10_000

type ExportParts = {
  pool: Pool
  storage: Storage
  rules: Pick<AccountRules, 'publicOrigin' | 'rateLimits'>
  log: FastifyBaseLogger
}

/** Queues an export. A new request replaces an earlier one and its archive. */
export async function requestExport(db: Db, me: Member, rules: ExportParts['rules']) {
  const [account] = await db<{ is_verified: boolean }[]>`
    select email_verified_at is not null as is_verified from users where user_id = ${me.user_id}`
  if (!account?.is_verified) refuse('export_needs_verified_email')
  if (rules.rateLimits) await countAttempts(db, [{ rule: asked, subject: me.user_id }])
  await db`
    insert into exports (user_id) values (${me.user_id})
    on conflict (user_id) do update set requested_at = now(), attempts = 0, next_attempt_at = now(), token_hash = null,
       archive = null, expires_at = null`
  await cancelEmails(db, me.user_id, 'data_export')
  await recordAction(db, { act: 'export_asked', user_id: me.user_id })
  return { message: "We're preparing your data. You'll get an email with a download link." }
}

/** Makes the archives that are asked for, until stopped. Any number of instances may do so at once. */
export function startExports(parts: ExportParts): Worker {
  return startWorker({
    pollMs,
    log: parts.log,
    failureMessage: 'data export failed, will retry',
    async work(isStopping) {
      while (!isStopping() && (await makeNextExport(parts)));
    },
  })
}

/** Makes one archive and mails its link; false when there is none to make. A try that fails is made again later. */
async function makeNextExport({ pool, storage, rules }: ExportParts): Promise<boolean> {
  const [job] = await pool<{ user_id: string; attempts: number }[]>`
    update exports set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
     where user_id = (
       select user_id from exports where archive is null and next_attempt_at <= now() and attempts < ${mostTries}
        order by next_attempt_at limit 1 for update skip locked)
    returning user_id, attempts`
  if (!job) return false
  const data = await collectExport(pool, job.user_id)
  if (!data) return true
  const archive = await pack(data, await readPicture(pool, storage, job.user_id))
  const token = newLinkToken()
  await pool.begin(async (db) => {
    // Asked for again meanwhile: the newer request makes its own.
    const { count } = await db`
      update exports set archive = ${archive}, token_hash = ${digest(token)},
             expires_at = now() + make_interval(hours => ${exportHours})
       where user_id = ${job.user_id} and archive is null and attempts = ${job.attempts}`
    const [account] = await db<{ email: string }[]>`
      select email from users where user_id = ${job.user_id} and email_verified_at is not null`
    if (count === 0 || !account) return
    const link = `${rules.publicOrigin}${downloadDataPath}?token=${token}`
    await emailMember(db, job.user_id, {
      ...dataExportEmail(link, rules.publicOrigin),
      purpose: 'data_export',
      to: account.email,
      validMinutes: exportHours * 60,
    })
  })
  return true
}

async function readPicture(db: Db, storage: Storage, user_id: string): Promise<Buffer | null> {
  const [user] = await db<{ url: string | null }[]>`
    select profile_picture_url as url from users where user_id = ${user_id}`
  const name = user?.url?.split('/').at(-1)
  const file = name ? await storage.get(name) : null
  if (!file) return null
  const chunks: Buffer[] = []
  for await (const chunk of file.stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

const readme = `Your Hurd data.

data.json        your account, stances, comments, votes, follows, bookmarks, messages and notifications; times are in UTC
picture.webp     your profile picture, if you have one
`

async function pack(data: object, picture: Buffer | null): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  zip.addBuffer(Buffer.from(readme), 'README.txt')
  zip.addBuffer(Buffer.from(`${JSON.stringify(data, null, 2)}\n`), 'data.json')
  if (picture) zip.addBuffer(picture, 'picture.webp')
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** The archive of a link, for the member who requested it. It stays until it expires, so a download can be repeated. */
export async function openExport(
  pool: Pool,
  me: Member,
  token: string,
  rules: ExportParts['rules'],
): Promise<Buffer> {
  if (rules.rateLimits) await countAttempts(pool, [{ rule: downloaded, subject: me.user_id }])
  const [found] = await pool<{ user_id: string }[]>`
    select user_id from exports where token_hash = ${digest(token)} and expires_at > now()`
  if (!found) refuse('export_link_dead')
  if (found.user_id !== me.user_id) refuse('export_of_other_member')
  const [row] = await pool<{ archive: Buffer | null }[]>`
    select archive from exports where token_hash = ${digest(token)} and expires_at > now()`
  if (!row?.archive) refuse('export_link_dead')
  await recordAction(pool, { act: 'export_taken', user_id: me.user_id })
  return row.archive
}
