import type { FastifyBaseLogger } from 'fastify'
import yazl from 'yazl'
import { downloadDataPath } from '#contract/accounts/accounts.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { t } from '#contract/kit/translate.ts'
import { exportHours } from '#contract/people.ts'
import type { AccountRules } from '#server/members/accounts/rules.ts'
import { digest, newLinkToken } from '#server/members/accounts/signIn/tokens.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { finish, type Lease, processDue, type Queue } from '#server/platform/jobs/queue.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import { countAttempts, type LimitRule } from '#server/platform/limits/limits.ts'
import { cancelEmails, emailMember } from '#server/platform/mail/outbox.ts'
import { dataExportEmail } from '#server/platform/mail/templates.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { collectExport } from './exportContent.ts'

const requestLimit: LimitRule = { rule: 'export', attempts: 3, seconds: 24 * 60 * 60 }
const downloadLimit: LimitRule = { rule: 'export_download', attempts: 30, seconds: 60 * 60 }
const pollMs = 10_000

type ExportRequest = { user_id: string }

const queue: Queue<ExportRequest> = {
  table: 'exports',
  key: ['user_id'],
  pending: 'archive is null',
  // The lease is much longer than creating an archive takes.
  leaseSeconds: 120,
  retrySeconds: [120],
  maxAttempts: 5,
}

type ExportParts = {
  pool: Pool
  storage: Storage
  rules: Pick<AccountRules, 'publicOrigin' | 'rateLimits'>
  log: FastifyBaseLogger
  /** Returns the files with which the member can check their stances. */
  receiptFiles: (db: Db, user_id: string, publicOrigin: string) => Promise<ExportFile[]>
}
type ExportFile = { name: string; content: Buffer }

/** Queues an export. A new request replaces an earlier one and its archive. */
export async function requestExport(db: Db, me: Member, rules: ExportParts['rules']) {
  const [account] = await db<{ is_verified: boolean }[]>`
    select email_verified_at is not null as is_verified from users where user_id = ${me.user_id}`
  if (!account?.is_verified) {
    refuse('export_needs_verified_email')
  }
  if (rules.rateLimits) {
    await countAttempts(db, [{ rule: requestLimit, subject: me.user_id }])
  }
  await db`
    insert into exports (user_id) values (${me.user_id})
    on conflict (user_id) do update set requested_at = now(), attempts = 0, next_attempt_at = now(), lease_id = null,
       token_hash = null, archive = null, expires_at = null`
  await cancelEmails(db, me.user_id, 'data_export')
  await recordAction(db, { action: 'export_requested', user_id: me.user_id })
  return { message: t("We're preparing your data. You'll get an email with a download link.") }
}

/** Creates requested archives until stopped. Any number of instances can run it. */
export function startExports(parts: ExportParts): Worker {
  return startWorker({
    name: 'data_exports',
    pollMs,
    log: parts.log,
    failureMessage: 'data export failed, will retry',
    work: (isStopping) =>
      processDue(parts.pool, queue, isStopping, (request) => createExport(parts, request)),
  })
}

/** Creates an archive and emails its link. */
async function createExport(
  { pool, storage, rules, receiptFiles }: ExportParts,
  request: ExportRequest & Lease,
): Promise<void> {
  const { user_id } = request
  const data = await collectExport(pool, user_id)
  if (!data) {
    return
  }
  const [member] = await pool<{ language: string }[]>`select language from users where user_id = ${user_id}`
  const archive = await pack([
    { name: 'README.txt', content: Buffer.from(inLanguage(member?.language ?? null, readme)) },
    { name: 'data.json', content: Buffer.from(`${JSON.stringify(data, null, 2)}\n`) },
    ...(await receiptFiles(pool, user_id, rules.publicOrigin)),
    ...(await pictureFiles(pool, storage, user_id)),
  ])
  const token = newLinkToken()
  await pool.begin(async (db) => {
    const result = db`
      archive = ${archive}, token_hash = ${digest(token)}, expires_at = now() + make_interval(hours => ${exportHours})`
    // If a newer request has replaced this one, that request creates its own archive.
    const isCurrent = await finish(db, queue, request, result)
    const [account] = await db<{ email: string }[]>`
      select email from users where user_id = ${user_id} and email_verified_at is not null`
    if (!isCurrent || !account) {
      return
    }
    const link = `${rules.publicOrigin}${downloadDataPath}?token=${token}`
    await emailMember(db, user_id, {
      template: dataExportEmail(link, rules.publicOrigin),
      purpose: 'data_export',
      to: account.email,
      validMinutes: exportHours * 60,
    })
  })
}

async function pictureFiles(db: Db, storage: Storage, user_id: string): Promise<ExportFile[]> {
  const [user] = await db<{ url: string | null }[]>`
    select profile_picture_url as url from users where user_id = ${user_id}`
  const name = user?.url?.split('/').at(-1)
  const file = name ? await storage.get(name) : null
  if (!file) {
    return []
  }
  const chunks: Buffer[] = []
  for await (const chunk of file.stream) {
    chunks.push(Buffer.from(chunk))
  }
  return [{ name: 'picture.webp', content: Buffer.concat(chunks) }]
}

function readme(): string {
  return [
    t('Your Hurd data.'),
    '',
    `data.json        ${t('your account, stances, comments, votes, follows, bookmarks, messages and notifications; times are in UTC')}`,
    `receipts.json    ${t('receipts and acknowledgments of your stances, and the secret that opens them: keep it to yourself')}`,
    `verify.mjs       ${t('checks them without a connection: node verify.mjs receipts.json')}`,
    `picture.webp     ${t('your profile picture, if you have one')}`,
    '',
  ].join('\n')
}

async function pack(files: readonly ExportFile[]): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const { name, content } of files) {
    zip.addBuffer(content, name)
  }
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) {
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}

/** Returns the archive of a link to the member who requested it, any number of times until it expires. */
export async function openExport(
  pool: Pool,
  me: Member,
  token: string,
  rules: ExportParts['rules'],
): Promise<Buffer> {
  if (rules.rateLimits) {
    await countAttempts(pool, [{ rule: downloadLimit, subject: me.user_id }])
  }
  const [requested] = await pool<{ user_id: string }[]>`
    select user_id from exports where token_hash = ${digest(token)} and expires_at > now()`
  if (!requested) {
    refuse('export_link_invalid')
  }
  if (requested.user_id !== me.user_id) {
    refuse('export_of_other_member')
  }
  const [row] = await pool<{ archive: Buffer | null }[]>`
    select archive from exports where token_hash = ${digest(token)} and expires_at > now()`
  if (!row?.archive) {
    refuse('export_link_invalid')
  }
  await recordAction(pool, { action: 'export_downloaded', user_id: me.user_id })
  return row.archive
}
