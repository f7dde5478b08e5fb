import * as accounts from '../../contract/accounts.ts'
import type { ParsedOf } from '../../contract/endpoint.ts'
import * as people from '../../contract/people.ts'
import { refuse } from '../../contract/refusals.ts'
import { readUser } from '../accounts/ownAccount.ts'
import type { openSessions } from '../accounts/sessions.ts'
import type { Db, Pool } from '../kit/db.ts'
import { countAttempts, type LimitRule } from '../kit/limits.ts'
import { route, type Member, type Route } from '../kit/route.ts'
import type { AccountRules, Named } from '../accounts/rules.ts'
import type { Storage } from '../kit/storage.ts'
import type { Resolution } from '../places/resolution.ts'
import type { ResolveAddress } from '../places/resolve.ts'
import { requestExport, takeExport } from './export.ts'
import { followUser, unfollowUser } from './follow.ts'
import { deactivate, deleteAccount, reactivate, type Leave } from './lifecycle.ts'
import { removePictureFiles } from './pictureFiles.ts'
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
  /** The features above this floor that have something of a member to take when they go. */
  leaving: Leave[]
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
  leaving,
  wakeExports,
  named,
}: PeopleParts): Route[] {
  return [
    route(accounts.getUser, async ({ db, me, input }) => {
      const profile = (await selectProfile(db, me.user_id, input.id)) ?? refuse('user_not_found')
      if (input.id !== me.user_id) return { profile }
      return { profile, user: await readUser(db, me.user_id) }
    }),
    route(people.getUserByUsername, async ({ db, me, input }) => {
      const user_id = (await selectIdByUsername(db, input.username)) ?? refuse('user_not_found')
      return { profile: (await selectProfile(db, me.user_id, user_id)) ?? refuse('user_not_found') }
    }),
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
    route(people.listFollowers, async ({ db, me, input }) => {
      await checkShown(db, me, input.id)
      const { items, total } = await selectFollows(db, me.user_id, input.id, 'followers', input)
      return { followers: items, pagination: paginate(input, total) }
    }),
    route(people.listFollowing, async ({ db, me, input }) => {
      await checkShown(db, me, input.id)
      const { items, total } = await selectFollows(db, me.user_id, input.id, 'following', input)
      return { following: items, pagination: paginate(input, total) }
    }),
    route(people.listOwnStances, async ({ db, me, input }) => {
      const { items, total } = await selectStances(db, me.user_id, me.user_id, input)
      return { stances: items, pagination: paginate(input, total) }
    }),
    route(people.listMemberStances, async ({ db, me, input }) => {
      await checkShown(db, me, input.id)
      const { items, total } = await selectStances(db, me.user_id, input.id, input)
      return { stances: items, pagination: paginate(input, total) }
    }),
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
    route(accounts.deleteAccount, async ({ db, me, afterCommit }) => {
      const picture = await deleteAccount(db, me.user_id, leaving)
      afterCommit(() => sessions.forgetMember(me.user_id))
      afterCommit(() => removePictureFiles(storage, picture))
      return {}
    }),
    route(people.requestExport, async ({ db, me, afterCommit }) => {
      afterCommit(wakeExports)
      return requestExport(db, me, rules)
    }),
    downloadRoute,
  ]
}

/** Not JSON: the archive as a file. Looking at it (HEAD) is no download, so it is not offered. */
const downloadRoute: Route = {
  endpoint: people.downloadExport,
  mount(app, { pool }) {
    app.get<{ Params: { token: string } }>(
      people.downloadExport.path,
      { exposeHeadRoute: false },
      async (request, reply) => {
        const archive = (await takeExport(pool, request.params.token)) ?? refuse('export_link_dead')
        return reply
          .type('application/zip')
          .header('content-disposition', 'attachment; filename="hurd-data.zip"')
          .send(archive)
      },
    )
  },
}

async function checkShown(db: Db, me: Member, user_id: string): Promise<void> {
  if (!(await isShownTo(db, me.user_id, user_id))) refuse('user_not_found')
}

function paginate({ limit, offset }: Page, total: number) {
  return { limit, offset, total, has_more: offset + limit < total }
}
