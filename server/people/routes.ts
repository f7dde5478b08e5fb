import type { FastifyRequest } from 'fastify'
import * as accounts from '../../contract/accounts.ts'
import type { ParsedOf } from '../../contract/kit/endpoint.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import * as people from '../../contract/people.ts'
import { countEmailChange } from '../accounts/email/emailChange.ts'
import { triedLinks } from '../accounts/email/verify.ts'
import { readUser } from '../accounts/ownAccount.ts'
import type { AccountRules, Named } from '../accounts/rules.ts'
import type { openSessions } from '../accounts/signIn/sessions.ts'
import { readInput } from '../http/input.ts'
import { identifyCaller, route, type Member, type Route } from '../http/route.ts'
import { countAttempts, forgiveAttempt, networkOf, type LimitRule } from '../kit/limits.ts'
import type { Resolution } from '../places/resolution.ts'
import type { ResolveAddress } from '../places/resolve.ts'
import type { Db, Pool } from '../postgres/db.ts'
import type { Storage } from '../storage/storage.ts'
import type { AccountPart } from './deletion/accountParts.ts'
import { deleteAccount, type Deletion } from './deletion/deletion.ts'
import { restoreByLink, storeKeptPicture } from './deletion/restoration.ts'
import { openExport, requestExport } from './export.ts'
import { followUser, unfollowUser } from './follow.ts'
import { deactivate, reactivate } from './lifecycle.ts'
import { readPictureFiles, removePictureFiles } from './pictures/pictureFiles.ts'
import { readPrivacy, updatePrivacy } from './privacy.ts'
import { updateProfile } from './profile.ts'
import {
  isShownTo,
  selectFollows,
  selectIdByUsername,
  selectProfile,
  selectStances,
  selectStats,
  type Page,
} from './queries.ts'

/** Finding where a new address lies may take a question to another server. */
type Asked = { input: ParsedOf<typeof people.updateProfile>; me: Member; pool: Pool }

// Looked up before the write is counted: without a limit of its own, anybody could flood the geocoder through Hurd.
const lookUps: LimitRule = { rule: 'address', attempts: 30, seconds: 15 * 60 }

type PeopleParts = {
  sessions: ReturnType<typeof openSessions>
  rules: AccountRules
  storage: Storage
  resolve: ResolveAddress
  /** What the features above this one do when an account is deleted or restored. */
  parts: AccountPart[]
  /** Runs after an account was deleted or restored. */
  onLedgerChange: () => Promise<void>
  /** Says that an export was asked for. */
  wakeExports: () => void
  /** Told of a member's new name. */
  named: Named
}

export function peopleRoutes({
  sessions,
  rules,
  storage,
  resolve,
  parts,
  onLedgerChange,
  wakeExports,
  named,
}: PeopleParts): Route[] {
  return [
    route(accounts.getUser, async ({ db, me, input }) => {
      const profile = (await selectProfile(db, me.user_id, input.id)) ?? refuse('user_not_found')
      if (input.id !== me.user_id) return { profile }
      return { profile, user: await readUser(db, me.user_id) }
    }),
    route(
      people.getUserByUsername,
      async ({ db, me, input }) => {
        const user_id = (await selectIdByUsername(db, input.username)) ?? refuse('user_not_found')
        return { profile: (await selectProfile(db, me.user_id, user_id)) ?? refuse('user_not_found') }
      },
      { reads: 'people' },
    ),
    route(
      people.updateProfile,
      async ({ db, me, input, prepared, afterCommit }) => {
        await updateProfile(db, me, input, rules, prepared)
        if (input.username !== undefined || input.full_name !== undefined) await named(db, me.user_id)
        // What a session is believed to be holds the name and the place.
        afterCommit(() => sessions.forgetMember(me.user_id))
        return { user: await readUser(db, me.user_id) }
      },
      {
        prepare: async ({ input, me, pool }: Asked): Promise<Resolution | null> => {
          if (input.email !== undefined) await countEmailChange(pool, me, input.email ?? '', rules)
          const address = (input.address ?? '').trim()
          if (address === '') return null
          if (rules.rateLimits) await countAttempts(pool, [{ rule: lookUps, subject: me.user_id }])
          return resolve(pool, address)
        },
      },
    ),
    route(people.getProfileStats, async ({ db, me, input }) => {
      return { stats: (await selectStats(db, me.user_id, input.id)) ?? refuse('user_not_found') }
    }),
    route(people.followUser, ({ db, me, input }) => followUser(db, me, input.id)),
    route(people.unfollowUser, ({ db, me, input }) => unfollowUser(db, me, input.id)),
    route(
      people.listFollowers,
      async ({ db, me, input }) => {
        await checkShown(db, me, input.id)
        const { items, total } = await selectFollows(db, me.user_id, input.id, 'followers', input)
        return { followers: items, pagination: paginate(input, total) }
      },
      { reads: 'people' },
    ),
    route(
      people.listFollowing,
      async ({ db, me, input }) => {
        await checkShown(db, me, input.id)
        const { items, total } = await selectFollows(db, me.user_id, input.id, 'following', input)
        return { following: items, pagination: paginate(input, total) }
      },
      { reads: 'people' },
    ),
    route(people.listOwnStances, async ({ db, me, input }) => {
      const { items, total } = await selectStances(db, me.user_id, me.user_id, input)
      return { stances: items, pagination: paginate(input, total) }
    }),
    route(
      people.listMemberStances,
      async ({ db, me, input }) => {
        await checkShown(db, me, input.id)
        const { items, total } = await selectStances(db, me.user_id, input.id, input)
        return { stances: items, pagination: paginate(input, total) }
      },
      { reads: 'people' },
    ),
    route(people.getPrivacy, async ({ db, me }) => ({ settings: await readPrivacy(db, me) })),
    route(people.updatePrivacy, async ({ db, me, input }) => ({
      settings: await updatePrivacy(db, me, input),
    })),
    route(people.getNotificationSettings, async () => ({ settings: people.defaultNotificationSettings })),
    route(accounts.deactivate, async ({ db, me, afterCommit }) => {
      await deactivate(db, me.user_id)
      afterCommit(() => sessions.forgetMember(me.user_id))
      return {}
    }),
    route(accounts.reactivate, async ({ db, me, afterCommit }) => {
      await reactivate(db, me.user_id)
      afterCommit(() => sessions.forgetMember(me.user_id))
      return { user: await readUser(db, me.user_id) }
    }),
    route(
      accounts.deleteAccount,
      async ({ db, me, prepared: picture, afterCommit }) => {
        const { publicOrigin } = rules
        const url = await deleteAccount(db, me.user_id, { parts, publicOrigin, picture })
        afterCommit(() => sessions.forgetMember(me.user_id))
        afterCommit(() => removePictureFiles(storage, url ?? null))
        afterCommit(onLedgerChange)
        return {}
      },
      { prepare: ({ me, pool }: { me: Member; pool: Pool }) => readPicture(pool, storage, me.user_id) },
    ),
    route(
      accounts.restoreAccount,
      async ({ db, pool, input, prepared: picture, caller, afterCommit }) => {
        const answer = await restoreByLink(db, input, parts, picture)
        afterCommit(onLedgerChange)
        if (rules.rateLimits) afterCommit(() => forgiveAttempt(pool, triedRestoring(caller.address)))
        return answer
      },
      {
        prepare: async ({ request, input, pool }: RestoreRequest) => {
          if (rules.rateLimits) await countAttempts(pool, triedRestoring(request.ip))
          return storeKeptPicture(pool, input.token ?? '', storage)
        },
      },
    ),
    route(people.requestExport, async ({ db, me, afterCommit }) => {
      afterCommit(wakeExports)
      return requestExport(db, me, rules)
    }),
    downloadRoute(rules),
  ]
}

type RestoreRequest = { request: FastifyRequest; input: ParsedOf<typeof accounts.restoreAccount>; pool: Pool }

/** Counted with the other mailed links: wrong ones an hour from one network. */
function triedRestoring(address: string) {
  return [{ rule: triedLinks, subject: networkOf(address) }]
}

/** Read before the transaction, which must not wait for the store; without the files the account is deleted all the same. */
async function readPicture(pool: Pool, storage: Storage, user_id: string): Promise<Deletion['picture']> {
  const [row] = await pool<{ url: string | null }[]>`
    select profile_picture_url as url from users where user_id = ${user_id} and email_verified_at is not null`
  const squares = row?.url ? await readPictureFiles(storage, row.url).catch(() => null) : null
  return row?.url && squares ? { url: row.url, squares } : null
}

/** Not JSON: the archive as a file. */
function downloadRoute(rules: AccountRules): Route {
  return {
    endpoint: people.downloadExport,
    mount(app, kit) {
      app.post(people.downloadExport.path, async (request, reply) => {
        const { me } = await identifyCaller(kit, 'user', request)
        const { token } = readInput(people.downloadExport, request)
        const archive = await kit.reads(() => openExport(kit.pool, me, token, rules))
        return reply
          .type(people.downloadExport.produces)
          .header('content-disposition', 'attachment; filename="hurd-data.zip"')
          .send(archive)
      })
    },
  }
}

async function checkShown(db: Db, me: Member, user_id: string): Promise<void> {
  if (!(await isShownTo(db, me.user_id, user_id))) refuse('user_not_found')
}

function paginate({ limit, offset }: Page, total: number) {
  return { limit, offset, total, has_more: offset + limit < total }
}
