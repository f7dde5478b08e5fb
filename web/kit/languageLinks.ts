import { languageParameter } from '#contract/kit/languages.ts'
import { language } from '#contract/kit/translate.ts'

/**
 * Keeps the rest of the URL when a link of the footer or of Settings chooses a language, such as the access code of a
 * registration. The server writes the footer without knowing the URL.
 */
export function keepUrlInLanguageLinks(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[hreflang]') : null
    const code = link && new URLSearchParams(link.search).get(languageParameter)
    if (!link || !code) return
    const query = new URLSearchParams(location.search)
    query.set(languageParameter, code)
    link.href = `${location.pathname}?${query}${location.hash}`
  })
}

/**
 * Removes the language of the link from the URL, which members share. The server has remembered it. The page notes that
 * it was chosen, which only the app reads (web/kit/session/matchLanguage.ts).
 */
export function takeLanguageOfLink(): void {
  const query = new URLSearchParams(location.search)
  if (!query.has(languageParameter)) return
  if (query.get(languageParameter) === language()) document.documentElement.dataset.chosenLanguage = ''
  query.delete(languageParameter)
  const search = String(query) && `?${query}`
  history.replaceState(history.state, '', `${location.pathname}${search}${location.hash}`)
}
