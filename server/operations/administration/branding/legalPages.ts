import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Branding } from '#contract/branding/branding.ts'
import { msg, t } from '#contract/kit/translate.ts'
import { aboutPath, legalPaths } from '#server/platform/branding/branding.ts'
import { contactAddress } from '#server/platform/branding/siteFooter.ts'
import type { Admission } from '#server/platform/http/admission.ts'
import { sendFailurePage } from '#server/platform/http/pages/failurePage.ts'
import { html, type Html } from '#server/platform/http/pages/html.ts'
import { messageHead, messagePage, pageFrame } from '#server/platform/http/pages/pageFrame.ts'
import { sendPage } from '#server/platform/http/pages/pageResponse.ts'
import type { PageWith } from '#server/platform/http/pages/pages.ts'
import type { ReadLimits } from '#server/platform/http/readLimits.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { callerIp } from '#server/platform/settings/networks.ts'

type LegalParts = {
  branding: () => Branding
  pool: Pool
  visitorReads: Admission
  page: PageWith
  publicOrigin: string
  readLimits: ReadLimits
  rateLimits: boolean
}

const aboutText = msg('Read bills in plain words, take a stance, and write to the people who decide.')

type LegalText = keyof typeof legalPaths

const titles: Record<LegalText, string> = { terms: msg('Terms'), privacy: msg('Privacy') }

/**
 * Serves /terms and /privacy with the texts of the administrators, and /about with their contact. If a text is only a link,
 * the page redirects to it.
 */
export function serveLegalPages(app: FastifyInstance, parts: LegalParts): void {
  const { branding, pool, visitorReads, page, publicOrigin, readLimits, rateLimits } = parts
  const options: RouteShorthandOptions = {
    errorHandler: (error, request, reply) => void sendFailurePage(error, request, reply, parts),
  }

  for (const name of ['terms', 'privacy'] as const) {
    app.get(legalPaths[name], options, async (request, reply) => {
      if (rateLimits) {
        await readLimits.countVisit(callerIp(request))
      }
      reply.header('cache-control', 'no-cache')
      const url = branding()[`${name}_url`]
      if (url !== '' && url !== legalPaths[name]) {
        return reply.redirect(url, 302)
      }
      const text = url === '' ? '' : await visitorReads(() => selectText(pool, name))
      return text === '' ? sendMissing(request, reply, name) : sendText(request, reply, name, text)
    })
  }

  app.get(aboutPath, options, async (request, reply) => {
    if (rateLimits) {
      await readLimits.countVisit(callerIp(request))
    }
    reply.header('cache-control', 'no-cache')
    const title = t('About {name}', { name: branding().name })
    const content = pageFrame(branding(), null, aboutPage(title, branding()))
    return sendPage(request, reply, page(messageHead(publicOrigin, title, t(aboutText)), content))
  })

  function sendText(request: FastifyRequest, reply: FastifyReply, name: LegalText, text: string) {
    const title = t(titles[name])
    const about = t('{title} of {name}', { title, name: branding().name })
    const head = messageHead(publicOrigin, title, about)
    const content = pageFrame(branding(), null, textPage(title, text))
    return sendPage(request, reply, page(head, content))
  }

  function sendMissing(request: FastifyRequest, reply: FastifyReply, name: LegalText) {
    const text = t('{name} has not published this page.', { name: branding().name })
    const title = t(titles[name])
    const action = { label: t('Go to {name}', { name: branding().name }), to: '/' }
    const content = { title, text, action }
    const head = messageHead(publicOrigin, title, text)
    return sendPage(request, reply.code(404), page(head, messagePage(branding(), content)))
  }
}

async function selectText(db: Db, name: LegalText): Promise<string> {
  const [row] = await db<{ text: string }[]>`
    select case ${name} when 'terms' then terms else privacy end as text from instance_branding`
  return row?.text ?? ''
}

function aboutPage(title: string, branding: Branding): Html {
  return html`<article class="legalText">
    <h1 class="title">${title}</h1>
    <p>${t(aboutText)}</p>
    <h2 id="contact">${t('Contact')}</h2>
    ${contactAddress(branding) ?? html`<p>${t('The people who run {name} have not published a contact.', { name: branding.name })}</p>`}
  </article>`
}

/** Writes a text as HTML. An empty line separates paragraphs. */
function textPage(title: string, text: string): Html {
  const paragraphs = text.split(/\n\s*\n/)
  return html`<article class="legalText">
    <h1 class="title">${title}</h1>
    ${paragraphs.map((paragraph) => html`<p>${lines(paragraph)}</p>`)}
  </article>`
}

function lines(paragraph: string): Html[] {
  return paragraph.split('\n').map((line, index) => html`${index > 0 && html`<br />`}${line}`)
}
