import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Branding } from '#contract/branding/branding.ts'
import { t } from '#contract/kit/translate.ts'
import { describeFailure } from '#server/platform/http/http.ts'
import { messageHead, messagePage } from './pageFrame.ts'
import { sendPage } from './pageResponse.ts'
import type { PageWith } from './pages.ts'

type PageParts = { page: PageWith; branding: () => Branding; publicOrigin: string }

/**
 * Answers people with a page that says why the requested one cannot be shown. If no pages are built, the refusal is sent as JSON.
 */
export function sendFailurePage(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { page, branding, publicOrigin }: PageParts,
) {
  const error = thrown instanceof Error ? thrown : new Error('request failed', { cause: thrown })
  const { status, headers, body } = describeFailure(error, request)
  const title = t('This page can’t be shown right now')
  const action = { label: t('Try again'), to: request.url }
  const content = messagePage(branding(), { title, text: body.error, action })
  const built = page(messageHead(publicOrigin, title, body.error), content)
  reply.code(status).headers(headers)
  return built === null ? reply.send(body) : sendPage(request, reply, built)
}
