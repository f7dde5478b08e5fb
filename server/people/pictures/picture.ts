import { refuse } from '../../../contract/kit/refusals.ts'
import * as people from '../../../contract/people.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { readFile, takeForms } from '../../http/uploads.ts'
import { admission } from '../../kit/admission.ts'
import type { Env } from '../../kit/env.ts'
import { countAttempts, type LimitRule } from '../../kit/limits.ts'
import type { Db } from '../../postgres/db.ts'
import { type Storage, StorageTrouble } from '../../storage/storage.ts'
import { openPictureDecoder } from './pictureDecoder.ts'
import { removePictureFiles, storePicture } from './pictureFiles.ts'

const uploadLimit: LimitRule = { rule: 'picture', attempts: 10, seconds: 60 }

/** The picture of a profile (R38): taken as a form, kept as two squares, gone when another takes its place. */
export function pictureRoutes(settings: Pick<Env, 'rateLimits'>, storage: Storage): Route[] {
  // Each holds up to 5 MiB while it is read; who comes when all places are taken is told to come back.
  const reading = admission({ atOnce: 20, waiting: 0, waitMs: 0 })
  // One by one: a large picture takes a hundred megabytes while it is decoded.
  const decoding = admission({ atOnce: 1, waiting: 20, waitMs: 4_000 })
  const decoder = openPictureDecoder()

  const upload = route(
    people.uploadPicture,
    async ({
      db,
      me,
      prepared: url,
      afterCommit,
    }: Call<typeof people.uploadPicture.input, 'active', string>) => {
      const former = await setPicture(db, me.user_id, url)
      afterCommit(() => removePictureFiles(storage, former))
      return { profilePictureUrl: url }
    },
    {
      async prepare({ request, me, pool }) {
        if (settings.rateLimits) await countAttempts(pool, [{ rule: uploadLimit, subject: me.user_id }])
        const bytes = await reading(() => readFile(request, 'profilePicture', people.pictureMaxBytes))
        const squares = await decoding(() => decoder.decode(bytes))
        // Should the transaction then fail, its outcome may be unknown: upkeep lets go of what is nobody's.
        return storePicture(storage, squares).catch((error: unknown) => {
          if (!(error instanceof StorageTrouble)) throw error
          request.log.error({ err: error }, 'a picture could not be stored')
          return refuse('storage_unavailable')
        })
      },
    },
  )

  const remove = route(people.removePicture, async ({ db, me, afterCommit }) => {
    const former = await setPicture(db, me.user_id, null)
    afterCommit(() => removePictureFiles(storage, former))
    return { profilePictureUrl: null }
  })

  return [
    {
      endpoint: upload.endpoint,
      mount(app, kit) {
        app.addHook('onClose', async () => decoder.close())
        void app.register(async (scope) => {
          await takeForms(scope)
          upload.mount(scope, kit)
        })
      },
    },
    remove,
  ]
}

/** The member's lock is held. Answers the address of the former picture. */
async function setPicture(db: Db, user_id: string, url: string | null): Promise<string | null> {
  const [before] = await db<{ url: string | null }[]>`
    select profile_picture_url as url from users where user_id = ${user_id} for no key update`
  await db`update users set profile_picture_url = ${url} where user_id = ${user_id}`
  return before?.url ?? null
}
