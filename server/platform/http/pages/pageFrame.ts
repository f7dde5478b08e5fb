import type { Branding } from '#contract/branding/branding.ts'
import { defaultName } from '#contract/branding/pageBranding.ts'
import { t } from '#contract/kit/translate.ts'
import { markPath, wordmarkPath } from '#contract/svgPaths.ts'
import { html, type Html } from './html.ts'
import type { PageHead } from './pages.ts'

/** Returns the head of a page that shows no bill. */
export function messageHead(origin: string, title: string, description: string): PageHead {
  return {
    title,
    description,
    canonical: `${origin}/feed`,
    tags: [{ name: 'robots', content: 'noindex' }],
  }
}

/** Writes a page without a bill: what happened, what to do, and where to continue. */
export function messagePage(
  branding: Branding,
  page: {
    title: string
    text: string
    /** The action is a link. With `isPost`, it is a button that posts to the same page. */
    action: { label: string; to: string; isPost?: boolean }
  },
): Html {
  const { label, to, isPost = false } = page.action
  return pageFrame(
    branding,
    null,
    html`<div class="message">
      <h1 class="title">${page.title}</h1>
      <p class="lead">${page.text}</p>
      ${
        isPost
          ? html`<form method="post" action="${to}">
              <button class="button primary large" type="submit">${label}</button>
            </form>`
          : html`<a class="button primary large" href="${to}">${label}</a>`
      }
    </div>`,
  )
}

/**
 * Writes what all pages written by the server share: the links that skip to the content and to the footer, and the logo. The
 * footer follows the content (server/platform/http/pages/pages.ts).
 *
 * @param signIn the URL that the sign-in button opens. Null if the page has no button.
 */
export function pageFrame(branding: Branding, signIn: string | null, content: Html): Html {
  return html`<a class="skip" href="#content">${t('Skip to the content')}</a>
    <a class="skip" href="#footer">${t('Skip to footer')}</a>
    ${pageHeader(branding, signIn)}
    <main id="content" tabindex="-1">${content}</main>`
}

/** Writes the header of a page. `signIn` is the URL that the sign-in button opens. */
export function pageHeader(branding: Branding, signIn: string | null): Html {
  return html`<header class="pageTop">
    <div class="topInside">
      <a class="logo" href="/" aria-label="${t('{name} home', { name: branding.name })}">${logo(branding)}</a>
      ${signIn && html`<a class="button secondary visitor no-print" href="${signIn}" rel="nofollow">${t('Sign in')}</a>`}
    </div>
  </header>`
}

/** The logo of the instance. The drawn wordmark says "Hurd", so without a logo any other name is written as text. */
function logo({ name, logo }: Branding): Html {
  if (logo) {
    return html`<img
      class="siteLogo"
      src="${logo.url}"
      width="${logo.width}"
      height="${logo.height}"
      alt="${name}"
    />`
  }
  if (name !== defaultName) return html`<span class="siteName" aria-hidden="true">${name}</span>`
  return html`<svg viewBox="0 0 135 48" width="90" height="32" fill="currentColor" aria-hidden="true">
    <path d="${markPath}" />
    <path transform="translate(49.5 42)" d="${wordmarkPath}" />
  </svg>`
}
