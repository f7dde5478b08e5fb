import { refuse } from '#contract/kit/refusals.ts'
import * as people from '#contract/people.ts'
import { admission, oneAtATime } from '#server/platform/http/admission.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { write, writePrepared } from '#server/platform/http/route/write.ts'
import { acceptForms, readFile } from '#server/platform/http/uploads.ts'
import { countAttempts, type LimitRule } from '#server/platform/limits/limits.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { shownMember } from '#server/platform/records/memory.ts'
import type { Env } from '#server/platform/settings/env.ts'
import { openPictureDecoder } from '#server/platform/storage/pictureDecoder.ts'
import { removePictureFiles, storePicture } from '#server/platform/storage/pictureFiles.ts'
import { type Storage, StorageError } from '#server/platform/storage/storage.ts'

const uploadLimit: LimitRule = { rule: 'picture', attempts: 10, seconds: 60 }

/** Profile pictures are uploaded as a form and stored as two squares. A new picture replaces the former one. */
export function pictureRoutes(settings: Pick<Env, 'rateLimits'>, storage: Storage): Route[] {
  // Each upload needs up to 5 MiB of memory while it is read. Further uploads are refused and can be retried.
  const reading = admission({ atOnce: 20, waiting: 0, waitMs: 0 })
  // Pictures are decoded one at a time, because decoding a large picture takes a hundred megabytes.
  const decoding = admission({ atOnce: 1, waiting: 20, waitMs: 4_000 })
  const decoder = openPictureDecoder()
  const afterOwnUploads = oneAtATime()

  const upload = writePrepared(people.uploadPicture, async ({ request, me, pool }) => {
    if (settings.rateLimits) await countAttempts(pool, [{ rule: uploadLimit, subject: me.user_id }])
    const squares = await afterOwnUploads(me.user_id, async () => {
      const bytes = await reading(() => readFile(request, 'profilePicture', people.pictureMaxBytes))
      return decoding(() => decoder.decode(bytes))
    })
    // The files stay if the transaction fails, because its outcome may be unknown. Maintenance deletes files that no
    // profile uses.
    const url = await storePicture(storage, squares).catch((error: unknown) => {
      if (!(error instanceof StorageError)) throw error
      request.log.error({ err: error }, 'a picture could not be stored')
      return refuse('storage_unavailable')
    })
    return async ({ db, memory, me, afterCommit }) => {
      const former = await setPicture(db, me.user_id, url)
      afterCommit(() => memory.forget(shownMember(me.user_id)))
      afterCommit(() => removePictureFiles(storage, former))
      return { profilePictureUrl: url }
    }
  })

  const remove = write(people.removePicture, async ({ db, memory, me, afterCommit }) => {
    const former = await setPicture(db, me.user_id, null)
    afterCommit(() => memory.forget(shownMember(me.user_id)))
    afterCommit(() => removePictureFiles(storage, former))
    return { profilePictureUrl: null }
  })

  return [
    {
      endpoint: upload.endpoint,
      mount(app, server) {
        app.addHook('onClose', async () => decoder.close())
        void app.register(async (scope) => {
          await acceptForms(scope)
          upload.mount(scope, server)
        })
      },
    },
    remove,
  ]
}

/** Locks the member. Returns the URL of the former picture. */
async function setPicture(db: Db, user_id: string, url: string | null): Promise<string | null> {
  const [before] = await db<{ url: string | null }[]>`
    select profile_picture_url as url from users where user_id = ${user_id} for no key update`
  await db`update users set profile_picture_url = ${url} where user_id = ${user_id}`
  return before?.url ?? null
}
