import type { User } from '#contract/accounts/accounts.ts'
import { languageCookie } from '#contract/kit/languages.ts'
import { language } from '#contract/kit/translate.ts'
import { updateProfile } from '#contract/people.ts'
import { call } from '#web/kit/api/api.ts'

/**
 * Gives the account and the pages one language. A language that the member has just chosen by a link is saved in the account.
 * Otherwise the pages are loaded again in the language of the account, for example after a sign-in on another device.
 */
export async function matchLanguage(user: User): Promise<void> {
  const { dataset } = document.documentElement
  if (dataset.chosenLanguage !== undefined) {
    delete dataset.chosenLanguage
    // A failure leaves the old language in the account. The next page is then in that one.
    await call(updateProfile, { language: language() }).catch(() => undefined)
    return
  }
  const cookie = `${languageCookie}=${user.language}`
  document.cookie = `${cookie}; path=/; max-age=34560000; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
  // Without cookies, the server would send the same page again.
  if (document.cookie.split('; ').includes(cookie)) location.reload()
}
