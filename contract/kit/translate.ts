/**
 * Texts in the reader's language. The English text is the source, the key of the catalogs (languages/) and what is shown
 * without a translation. A text in braces is a placeholder. A note in brackets at the beginning, such as "[verb]Open", keeps two
 * meanings of one English text apart, and is never shown.
 *
 * The build writes the translations into the pages of each language (scripts/build/translations.ts), so pages load no
 * catalog. On the server, `setTranslator` connects the catalogs with the language of the request or of an email's recipient.
 */

export type Values = Readonly<Record<string, string | number>>

type Translator = {
  /** The code of the current language, such as "es". */
  language: () => string
  /** The translation of an English text into the current language, or null if there is none. */
  translate: (text: string) => string | null
}

/** The build replaces this name with the language of the pages. */
declare const builtLanguage: string | undefined

let translator: Translator = {
  language: () => (typeof builtLanguage === 'string' ? builtLanguage : 'en'),
  translate: () => null,
}

/** Returns the former translator. */
export function setTranslator(next: Translator): Translator {
  const former = translator
  translator = next
  return former
}

/** The code of the language that the reader sees, such as "es". */
export function language(): string {
  return translator.language()
}

/** The locale of numbers and dates. Every language is that of its speakers in the United States. */
export function locale(): string {
  return `${language()}-US`
}

/** Returns a text in the reader's language. */
export function t(text: string, values?: Values): string {
  const translated = translator.translate(text) ?? text.replace(noteAtStart, '')
  return values ? fill(translated, values) : translated
}

/**
 * Marks the text of a constant for the catalogs. Constants exist once for all languages, so what shows the constant passes it
 * to `t`.
 */
export function msg(text: string): string {
  return text
}

/**
 * Returns the form of a text for a count, in the reader's language. The forms are separated by "|", and `{n}` is the count:
 * plural(2, '{n} bill|{n} bills').
 */
export function plural(count: number, forms: string, values: Values = {}): string {
  return fill(pluralForm(count, translator.translate(forms) ?? forms.replace(noteAtStart, '')), {
    n: numberFormat().format(count),
    ...values,
  })
}

/** Chooses the form for a count from the forms in the order of CLDR: one and other in English and Spanish. */
export function pluralForm(count: number, forms: string): string {
  const list = forms.split('|')
  const rules = pluralRules()
  // A language may have more categories than forms: Spanish has one for millions in words, which no text here needs.
  const categories = rules
    .resolvedOptions()
    .pluralCategories.filter((category) => category !== 'many' || list.length > 2)
    .toSorted((a, b) => pluralOrder.indexOf(a) - pluralOrder.indexOf(b))
  return list[categories.indexOf(rules.select(count))] ?? list.at(-1) ?? ''
}

const pluralOrder = 'zero one two few many other'
const noteAtStart = /^\[[^\]]*\](?=.)/

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
}

/** Returns a function that creates an Intl formatter once for each language. */
export function perLanguage<Formatter>(create: (locale: string) => Formatter): () => Formatter {
  const formatters: Record<string, Formatter> = {}
  return () => (formatters[locale()] ??= create(locale()))
}

export const numberFormat = perLanguage((locale) => new Intl.NumberFormat(locale))
const pluralRules = perLanguage((locale) => new Intl.PluralRules(locale))
export const listFormat = perLanguage((locale) => new Intl.ListFormat(locale))
