import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Branding } from '#contract/branding/branding.ts'
import { t } from '#contract/kit/translate.ts'
import { messageHead, messagePage } from '#server/platform/http/pages/pageFrame.ts'
import { sendPage } from '#server/platform/http/pages/pageResponse.ts'
import type { PageWith } from '#server/platform/http/pages/pages.ts'
import type { ReadLimits } from '#server/platform/http/readLimits.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { callerIp } from '#server/platform/settings/networks.ts'
import { selectEmailList, unsubscribe } from './unsubscribeTokens.ts'

type UnsubscribeParts = {
  branding: () => Branding
  pool: Pool
  page: PageWith
  publicOrigin: string
  readLimits: ReadLimits
  rateLimits: boolean
}

type Route = { Params: { token: string } }

const maxFormBytes = 1_000

function deadLink() {
  return {
    title: t('This link no longer works'),
    text: t('You can choose which emails you get in your settings.'),
    action: { label: t('Open settings'), to: '/settings?section=notifications' },
  }
}

/**
 * Serves /unsubscribe/{token}, the link of every alert email and of the weekly email of administrators. Opening it shows one button and changes nothing, because mail
 * scanners open every link. The button, and the one-click request of mail programs (RFC 8058), end the emails.
 */
export async function serveUnsubscribe(app: FastifyInstance, parts: UnsubscribeParts): Promise<void> {
  const { pool, page, publicOrigin, branding, readLimits, rateLimits } = parts

  function sendMessage(
    request: FastifyRequest,
    reply: FastifyReply,
    content: Parameters<typeof messagePage>[1],
  ) {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const built = page(
      messageHead(publicOrigin, content.title, content.text),
      messagePage(branding(), content),
    )
    // Mail programs do not show the page, so the response to their request needs none.
    return built === null
      ? reply.type('text/plain; charset=utf-8').send(content.title)
      : sendPage(request, reply, built)
  }

  await app.register(async (scope) => {
    // The form contains "List-Unsubscribe=One-Click". The server ignores it, because the token in the URL is enough.
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'],
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, _body, done) => done(null, null),
    )

    scope.get<Route>('/unsubscribe/:token', async (request, reply) => {
      if (rateLimits) {
        await readLimits.countVisit(callerIp(request))
      }
      const { token } = request.params
      const list = await selectEmailList(pool, token)
      if (list === null) return sendMessage(request, reply.code(404), deadLink())
      const action = { label: t('Unsubscribe'), to: `/unsubscribe/${token}`, isPost: true }
      if (list === 'operators') {
        return sendMessage(request, reply, {
          title: t('Stop the weekly email?'),
          text: t('You won’t get the weekly email for administrators any more. You keep your role.'),
          action,
        })
      }
      return sendMessage(request, reply, {
        title: t('Stop alert emails?'),
        text: t(
          'You won’t get any more emails about bills you follow. Updates stay in the app, and you keep what you follow.',
        ),
        action,
      })
    })

    scope.post<Route>('/unsubscribe/:token', async (request, reply) => {
      if (rateLimits) {
        await readLimits.countVisit(callerIp(request))
      }
      const list = await unsubscribe(pool, request.params.token)
      // Mail programs repeat a request that fails, so this one succeeds.
      if (list === null) return sendMessage(request, reply, deadLink())
      return sendMessage(request, reply, {
        title: t('You’re unsubscribed'),
        text:
          list === 'operators'
            ? t(
                '{name} won’t send you the weekly email any more. You can turn it on again under Administration, Operation.',
                {
                  name: branding().name,
                },
              )
            : t('{name} won’t send you any more alert emails. You can turn them on again in your settings.', {
                name: branding().name,
              }),
        action: { label: t('Go to {name}', { name: branding().name }), to: '/' },
      })
    })
  })
}
