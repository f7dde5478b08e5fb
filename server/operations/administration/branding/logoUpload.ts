import { uploadLogo } from '#contract/branding/branding.ts'
import { pictureMaxBytes } from '#contract/people.ts'
import { administratorWritePrepared } from '#server/operations/moderation/cases/operatorRoute.ts'
import { admission } from '#server/platform/http/admission.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { acceptForms, readFile } from '#server/platform/http/uploads.ts'
import { countAttempts, type LimitRule } from '#server/platform/limits/limits.ts'
import { openPictureDecoder } from '#server/platform/storage/pictureDecoder.ts'
import { saveLogo } from './saveBranding.ts'

const uploadLimit: LimitRule = { rule: 'logo', attempts: 20, seconds: 60 }

/** The upload of the logo. The picture is drawn again before the transaction, as pictures of members are. */
export function logoUpload(settings: { rateLimits: boolean; refreshBranding: () => Promise<void> }): Route {
  const decoding = admission({ atOnce: 1, waiting: 5, waitMs: 4_000 })
  const decoder = openPictureDecoder()

  const { endpoint, mount } = administratorWritePrepared(uploadLogo, async ({ request, me, pool }) => {
    if (settings.rateLimits) await countAttempts(pool, [{ rule: uploadLimit, subject: me.user_id }])
    const logo = await decoding(async () =>
      decoder.decodeLogo(await readFile(request, 'logo', pictureMaxBytes)),
    )
    return async ({ db, me, afterCommit }) => {
      afterCommit(settings.refreshBranding)
      return { branding: await saveLogo(db, me, logo) }
    }
  })

  return {
    endpoint,
    mount(app, server) {
      app.addHook('onClose', async () => decoder.close())
      void app.register(async (scope) => {
        await acceptForms(scope)
        mount(scope, server)
      })
    },
  }
}
