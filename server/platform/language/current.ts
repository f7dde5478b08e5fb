import { AsyncLocalStorage } from 'node:async_hooks'
import { setTranslator } from '#contract/kit/translate.ts'
import { languages, readCatalog } from './catalogs.ts'

/** The language of the request or email that is worked on. There is none in English, so English costs nothing. */
const current = new AsyncLocalStorage<string | undefined>()
const catalogs = new Map(languages.map(({ code }) => [code, readCatalog(code)]))

setTranslator({
  language: () => current.getStore() ?? 'en',
  translate(text) {
    const code = current.getStore()
    return code === undefined ? null : (catalogs.get(code)?.get(text) ?? null)
  },
})

/** Runs a function in which `t` translates into this language. An unknown language is English. */
export function inLanguage<Result>(code: string | null, run: () => Result): Result {
  const store = code === null || code === 'en' || !catalogs.has(code) ? undefined : code
  return store === current.getStore() ? run() : current.run(store, run)
}
