import * as accounts from '#contract/accounts/accounts.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import * as people from '#contract/people.ts'
import { followUser, removeFollower, unfollowUser } from '#contract/people.ts'
import type { Geocoder } from '#server/legislation/places/geocoder.ts'
import { countEmailChange, isEmailChange } from '#server/members/accounts/email/emailChange.ts'
import { linkAttempts } from '#server/members/accounts/email/verify.ts'
import { readUser } from '#server/members/accounts/ownAccount.ts'
import type { AccountRules, OnNameChange } from '#server/members/accounts/rules.ts'
import { confirmSecondStep } from '#server/members/accounts/secondFactor/confirmSecondStep.ts'
import { refuseEndedSession, type openSessions } from '#server/members/accounts/signIn/sessions.ts'
import { pageOf } from '#server/platform/http/page.ts'
import { action, responseOf } from '#server/platform/http/route/action.ts'
import { raw } from '#server/platform/http/route/raw.ts'
import { read } from '#server/platform/http/route/read.ts'
import type { Member, Route } from '#server/platform/http/route/route.ts'
import { write, writePrepared } from '#server/platform/http/route/write.ts'
import { countAttempts, refundAttempt, type LimitRule } from '#server/platform/limits/limits.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { shownMember } from '#server/platform/records/memory.ts'
import { callerIp, networkOf } from '#server/platform/settings/networks.ts'
import { readPictureFiles, removePictureFiles } from '#server/platform/storage/pictureFiles.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { AccountPart } from './deletion/accountParts.ts'
import { deleteAccount, type Deletion } from './deletion/deletion.ts'
import { restoreAccount, restorePictureFiles } from './deletion/restoration.ts'
import { openExport, requestExport } from './export.ts'
import { deactivate, reactivate } from './lifecycle.ts'
import { muteRoutes } from './mutes/mutes.ts'
import { getPrivacy, updatePrivacy } from './privacy.ts'
import { compareAddress, updateProfile } from './profile.ts'
import {
  isShownTo,
  selectFollows,
  selectIdByUsername,
  selectProfile,
  selectStances,
  getProfileStats,
  type Page,
} from './queries.ts'

const followRoutes = [
  action(followUser, ({ db, input, write }) =>
    responseOf(db`select response from follow_user(${write}, ${input.id})`),
  ),
  action(unfollowUser, ({ db, input, write }) =>
    responseOf(db`select response from unfollow_user(${write}, ${input.id})`),
  ),
  action(removeFollower, ({ db, input, write }) =>
    responseOf(db`select response from remove_follower(${write}, ${input.id})`),
  ),
]

// The limit of all writes allows more requests than the geocoder of another server should get.
const lookupLimit: LimitRule = { rule: 'address', attempts: 30, seconds: 15 * 60 }

type PeopleParts = {
  sessions: ReturnType<typeof openSessions>
  rules: AccountRules
  storage: Storage
  geocode: Geocoder
  /** The functions of higher modules that run when an account is deleted or restored. */
  parts: AccountPart[]
  /** Runs after an account was deleted or restored. */
  onLedgerChange: () => Promise<void>
  /** Notifies the worker that an export was requested. */
  notifyExportWorker: () => void
  /** Called when a member's name has changed. */
  named: OnNameChange
}

export function peopleRoutes({
  sessions,
  rules,
  storage,
  geocode,
  parts,
  onLedgerChange,
  notifyExportWorker,
  named,
}: PeopleParts): Route[] {
  /** Returns the divisions of the address, null if it is empty, or undefined if it is saved already. */
  async function lookUpAddress(pool: Pool, me: Member, address: string) {
    if (address === '') return null
    if ((await compareAddress(pool, me, address)).isSaved) return undefined
    if (rules.rateLimits) await countAttempts(pool, [{ rule: lookupLimit, subject: me.user_id }])
    return geocode(pool, address)
  }

  return [
    read(
      accounts.getUser,
      async ({ db, me, input }) => {
        const profile = (await selectProfile(db, me.user_id, input.id)) ?? refuse('user_not_found')
        if (input.id !== me.user_id) return { profile }
        return { profile, user: await readUser(db, me.user_id) }
      },
      { onPrimary: true },
    ),
    read(
      people.getUserByUsername,
      async ({ db, me, input }) => {
        const user_id = (await selectIdByUsername(db, input.username)) ?? refuse('user_not_found')
        return { profile: (await selectProfile(db, me.user_id, user_id)) ?? refuse('user_not_found') }
      },
      { reads: 'people' },
    ),
    writePrepared(
      people.updateProfile,
      // Geocoding a new address may require a request to another server.
      async ({ input, me, pool, caller }) => {
        if (input.email !== undefined && (await isEmailChange(pool, me, input.email ?? ''))) {
          await confirmSecondStep(pool, me, input, { caller, rules })
          await countEmailChange(pool, me, rules)
        }
        const match = await lookUpAddress(pool, me, (input.address ?? '').trim())
        return async ({ db, memory, afterCommit }) => {
          if (input.email !== undefined) await refuseEndedSession(db, me, caller)
          await updateProfile(db, me, input, rules, match)
          if (input.username !== undefined || input.full_name !== undefined) await named(db, me.user_id)
          // The cached session contains the username and the city, so it must be dropped.
          afterCommit(() => sessions.forgetMember(me.user_id))
          afterCommit(() => memory.forget(shownMember(me.user_id)))
          return { user: await readUser(db, me.user_id) }
        }
      },
    ),
    read(people.getProfileStats, async ({ db, me, input }) => {
      return { stats: (await getProfileStats(db, me.user_id, input.id)) ?? refuse('user_not_found') }
    }),
    ...followRoutes,
    ...muteRoutes,
    read(
      people.listFollowers,
      async ({ db, me, input }) => {
        await checkShown(db, me, input.id)
        const { items, has_more, total, next } = await readFollows(db, me, 'followers', input)
        return { followers: items, pagination: { ...paginate(input, total), has_more }, next }
      },
      { reads: 'people' },
    ),
    read(
      people.listFollowing,
      async ({ db, me, input }) => {
        await checkShown(db, me, input.id)
        const { items, has_more, total, next } = await readFollows(db, me, 'following', input)
        return { following: items, pagination: { ...paginate(input, total), has_more }, next }
      },
      { reads: 'people' },
    ),
    read(people.listOwnStances, async ({ db, me, input }) => {
      const { items, total } = await selectStances(db, me.user_id, me.user_id, input)
      return { stances: items, pagination: paginate(input, total) }
    }),
    read(
      people.listMemberStances,
      async ({ db, me, input }) => {
        await checkShown(db, me, input.id)
        const { items, total } = await selectStances(db, me.user_id, input.id, input)
        return { stances: items, pagination: paginate(input, total) }
      },
      { reads: 'people' },
    ),
    read(people.getPrivacy, async ({ db, me }) => ({ settings: await getPrivacy(db, me) })),
    write(people.updatePrivacy, async ({ db, memory, me, input, afterCommit }) => {
      afterCommit(() => memory.forget(shownMember(me.user_id)))
      return { settings: await updatePrivacy(db, me, input) }
    }),
    write(accounts.deactivate, async ({ db, me, afterCommit }) => {
      await deactivate(db, me.user_id)
      afterCommit(() => sessions.forgetMember(me.user_id))
      return {}
    }),
    write(accounts.reactivate, async ({ db, me, afterCommit }) => {
      await reactivate(db, me.user_id)
      afterCommit(() => sessions.forgetMember(me.user_id))
      return { user: await readUser(db, me.user_id) }
    }),
    writePrepared(accounts.deleteAccount, async ({ me, pool, input, caller }) => {
      await confirmSecondStep(pool, me, input, { caller, rules })
      const picture = await readPicture(pool, storage, me.user_id)
      return async ({ db, memory, afterCommit }) => {
        await refuseEndedSession(db, me, caller)
        const { publicOrigin } = rules
        const url = await deleteAccount(db, me.user_id, { parts, publicOrigin, picture })
        afterCommit(() => sessions.forgetMember(me.user_id))
        // The member's comments and counts are in many pages.
        afterCommit(() => memory.forgetAll())
        afterCommit(() => removePictureFiles(storage, url ?? null))
        afterCommit(onLedgerChange)
        return {}
      }
    }),
    writePrepared(accounts.restoreAccount, async ({ request, input, pool }) => {
      const attempts = restoreAttempts(callerIp(request))
      if (rules.rateLimits) await countAttempts(pool, attempts)
      const picture = await restorePictureFiles(pool, input.token ?? '', storage)
      return async ({ db, memory, afterCommit }) => {
        const response = await restoreAccount(db, input, parts, picture)
        afterCommit(() => memory.forgetAll())
        afterCommit(onLedgerChange)
        if (rules.rateLimits) afterCommit(() => refundAttempt(pool, attempts))
        return response
      }
    }),
    write(people.requestExport, async ({ db, me, afterCommit }) => {
      afterCommit(notifyExportWorker)
      return requestExport(db, me, rules)
    }),
    raw(
      people.downloadExport,
      async ({ pool, me, input, reply }) => {
        const archive = await openExport(pool, me, input.token, rules)
        void reply
          .type(people.downloadExport.produces)
          .header('content-disposition', 'attachment; filename="hurd-data.zip"')
          .send(archive)
        return null
      },
      { reads: 'usual' },
    ),
  ]
}

async function readFollows(
  db: Db,
  me: Member,
  side: 'followers' | 'following',
  input: ParsedOf<typeof people.listFollowers>,
) {
  const { items, total } = await selectFollows(db, me.user_id, side, input)
  return { ...pageOf(items, input.limit), total }
}

/**
 * Attempts to restore an account share a limit with the other emailed links: wrong links per network and hour.
 */
function restoreAttempts(ip: string) {
  return [{ rule: linkAttempts, subject: networkOf(ip) }]
}

/** Reads the picture before the transaction, which must not wait for the storage. A missing file does not prevent deletion. */
async function readPicture(pool: Pool, storage: Storage, user_id: string): Promise<Deletion['picture']> {
  const [row] = await pool<{ url: string | null }[]>`
    select profile_picture_url as url from users where user_id = ${user_id} and email_verified_at is not null`
  const squares = row?.url ? await readPictureFiles(storage, row.url).catch(() => null) : null
  return row?.url && squares ? { url: row.url, squares } : null
}

async function checkShown(db: Db, me: Member, user_id: string): Promise<void> {
  if (!(await isShownTo(db, me.user_id, user_id))) refuse('user_not_found')
}

function paginate({ limit, offset }: Page, total: number) {
  return { limit, offset, total, has_more: offset + limit < total }
}
