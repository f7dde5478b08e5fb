import type { User } from '#contract/accounts/accounts.ts'
import { languageCookie, languageParameter } from '#contract/kit/languages.ts'
import { language } from '#contract/kit/translate.ts'
import { updateProfile } from '#contract/people.ts'
import { call } from '#web/kit/api/api.ts'

/** The language of the link that opened this page, until it is saved. Null if the link chose none. */
let chosen: string | null = null

/**
 * Keeps the rest of the address when a link of the footer or of Settings chooses a language, such as the access code of a
 * registration. The server writes the footer without knowing the address.
 */
export function keepAddressInLanguageLinks(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[hreflang]') : null
    const code = link && new URLSearchParams(link.search).get(languageParameter)
    if (!link || !code) return
    const query = new URLSearchParams(location.search)
    query.set(languageParameter, code)
    link.href = `${location.pathname}?${query}${location.hash}`
  })
}

/** Reads the language of the link and removes it from the address, which members share. The server has remembered it. */
export function takeLanguageOfLink(): void {
  const query = new URLSearchParams(location.search)
  if (!query.has(languageParameter)) {
    return
  }
  if (query.get(languageParameter) === language()) {
    chosen = language()
  }
  query.delete(languageParameter)
  const search = query.size > 0 ? `?${query}` : ''
  history.replaceState(history.state, '', `${location.pathname}${search}${location.hash}`)
}

/**
 * Gives the account and the pages one language. A language that the member has just chosen is saved in the account. Otherwise
 * the pages are loaded again in the language of the account, for example after a sign-in on another device.
 */
export async function matchLanguage(user: User): Promise<void> {
  if (user.language === language() || user.accountStatus === 'inactive') {
    return
  }
  if (chosen !== null) {
    chosen = null
    await call(updateProfile, { language: language() }).catch(() => undefined)
    return
  }
  const cookie = `${languageCookie}=${user.language}`
  document.cookie = `${cookie}; path=/; max-age=34560000; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
  // Without cookies, the server would send the same page again.
  if (document.cookie.split('; ').includes(cookie)) {
    location.reload()
  }
}
