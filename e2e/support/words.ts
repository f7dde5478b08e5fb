import { readCatalog } from '#server/platform/language/catalogs.ts'

export const readerLanguages = ['en', 'es'] as const

/** Returns a text as screens in that language have it, from its English text and the values of its placeholders. */
export type Words = (english: string, values?: Record<string, string | number>) => string

/** The texts of screens in a language. A text in forms, such as "{n} bill|{n} bills", is that for the value `n`. */
export function wordsOf(language: string): Words {
  const catalog = readCatalog(language)
  return (english, values = {}) => {
    const text = language === 'en' ? english.replace(/^\[[^\]]*\](?=.)/, '') : catalog.get(english)
    if (text === undefined) throw new Error(`"${english}" has no translation in ${language}.`)
    const forms = text.split('|')
    const form = (values['n'] === 1 ? forms[0] : forms.at(-1)) ?? text
    return form
      .replaceAll(/<\/?\w+>/g, '')
      .replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
  }
}
