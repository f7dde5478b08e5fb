import { billListPath } from '#contract/bills/publicBills.ts'
import { memberPageTag } from '#contract/bills/sharedBills.ts'
import type { Instance } from '#contract/branding/branding.ts'
import { sections } from '#contract/branding/pageBranding.ts'
import { isScreenPath } from '#contract/kit/appPaths.ts'
import { msg, t } from '#contract/kit/translate.ts'
import { pathOf } from '#server/legislation/paths/redirect.ts'
import { html, type Html } from '#server/platform/http/pages/html.ts'
import { messageHead, pageFrame } from '#server/platform/http/pages/pageFrame.ts'
import { sendPage } from '#server/platform/http/pages/pageResponse.ts'
import type { SendUnknownPage, PageWith } from '#server/platform/http/pages/pages.ts'
import { sessionCookieName } from '#server/platform/http/sessionCookie.ts'
import { codeHelp } from './codeHelp.ts'
import { opensInApp } from './sharing.ts'

type UnknownParts = { branding: () => Instance; page: PageWith; publicOrigin: string }

const title = msg('There is nothing at this address')
const text = msg(
  'The link may be incomplete, or the page was removed. You can read today’s bills without an account.',
)

/**
 * Sends visitors 404 at a URL that leads nowhere. A browser with a session gets the app instead, which opens the
 * feed and says so. The session cookie distinguishes the two because a page request contains no token.
 */
export function unknownPageSender({ branding, page, publicOrigin }: UnknownParts): SendUnknownPage {
  const cookie = sessionCookieName(publicOrigin)
  return (request, reply) => {
    const path = pathOf(request)
    const isHidden = sections.some(
      (section) => path === `/${section}` && !branding().sections.includes(section),
    )
    if ((isScreenPath(path) && !isHidden) || opensInApp(request, cookie)) {
      return null
    }
    const head = messageHead(publicOrigin, t(title), t(text))
    head.tags.push({ name: memberPageTag, content: '' })
    const built = page(head, unknownPage(branding()))
    // Without the built pages there is no frame, and the caller says so.
    if (built === null) {
      return null
    }
    reply.code(404).header('cache-control', 'no-cache')
    return sendPage(request, reply, built)
  }
}

function unknownPage(branding: Instance): Html {
  return pageFrame(
    branding,
    null,
    html`<div class="message visitor">
      <h1 class="title">${t(title)}</h1>
      <p class="lead">${t(text)}</p>
      <p class="ways">
        <a class="button primary large" href="${billListPath}">${t('Read today’s bills')}</a>
        <a class="button secondary large" href="/login">${t('Sign in')}</a>
      </p>
      ${codeHelp(branding)}
    </div>`,
  )
}
