import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calendarTargetTypes } from '#contract/hearings.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { isStorable } from '#contract/kit/text.ts'
import { t } from '#contract/kit/translate.ts'
import { etagOf, hasTag } from '#server/platform/http/etag.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import { callerIp } from '#server/platform/settings/networks.ts'
import { findTarget, selectName, type FeedParts } from '#server/publishing/feeds/feedTargets.ts'
import { findFeedOwner } from '#server/publishing/feeds/feedTokens.ts'
import { permanentIds } from '#server/publishing/feeds/permanentIds.ts'
import { userAgentOf } from '#server/publishing/feeds/readerKind.ts'
import { icalendar } from './calendar.ts'
import { selectOwnEvents, selectTargetEvents } from './calendarQueries.ts'

type CalendarRoute = { Params: { target_type: string; file: string } }

/**
 * Serves /calendars/{target_type}/{id}.ics, the same for everyone, and /calendars/mine/{secret}.ics with the events of the
 * bills and committees that one member follows. Both follow the rules of the Atom feeds.
 */
export function serveCalendars(app: FastifyInstance, parts: FeedParts): void {
  const { pool, visitorReads, readLimits, publicOrigin: origin, branding, rateLimits } = parts

  app.get<CalendarRoute>('/calendars/:target_type/:file', async (request, reply) => {
    if (rateLimits) {
      await readLimits.countVisit(callerIp(request))
    }
    const id = /^(.+)\.ics$/.exec(request.params.file)?.[1] ?? refuse('not_found')
    if (!isStorable(id)) {
      refuse('not_found')
    }
    const { target_type } = request.params
    return visitorReads(async () =>
      target_type === 'mine' ? sendOwn(request, reply, id) : sendPublic(request, reply, target_type, id),
    )
  })

  async function sendPublic(request: FastifyRequest, reply: FastifyReply, type: string, id: string) {
    const targetType = calendarTargetTypes.find((name) => name === type) ?? refuse('not_found')
    const target = (await findTarget(pool, targetType, id)) ?? refuse('not_found')
    const events = await selectTargetEvents(pool, { target_type: targetType, target_id: target.target_id })
    const name = await selectName(pool, target)
    reply.header('cache-control', 'public, max-age=300')
    const idOf = await permanentIds(pool)
    return send(request, reply, icalendar({ name: t('Hearings: {name}', { name }), origin, events, idOf }))
  }

  async function sendOwn(request: FastifyRequest, reply: FastifyReply, token: string) {
    const { user_id, language } =
      (await findFeedOwner(pool, token, { kind: 'calendar', userAgent: userAgentOf(request) })) ??
      refuse('not_found')
    const events = await selectOwnEvents(pool, user_id)
    reply.headers({ 'cache-control': 'private, max-age=300', 'referrer-policy': 'no-referrer' })
    const idOf = await permanentIds(pool)
    // Programs that read calendars do not say in which language.
    const body = inLanguage(language, () => {
      const name = t('Hearings you follow on {name}', { name: branding().name })
      return icalendar({ name, origin, events, idOf })
    })
    return send(request, reply, body)
  }
}

function send(request: FastifyRequest, reply: FastifyReply, body: string) {
  const etag = etagOf(body)
  reply.headers({ etag, vary: 'accept-language, cookie' })
  if (hasTag(request.headers, etag)) {
    return reply.code(304).send()
  }
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', 'inline; filename="hearings.ics"')
    .send(body)
}
