import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { isAddressOrNetwork } from './networks.ts'

/** Converts the text of a setting. Returns null if the text is invalid. */
type Parse<T> = (text: string) => T | null
type Message = string | ((text: string) => string)

/** Defines a setting with a default. `message` is the whole sentence that the operator reads if the value is wrong. */
export function setting<T>(fallback: string, parse: Parse<T>, message: Message) {
  return z.pipe(z._default(z.string(), fallback), converted(parse, message))
}

/** Defines a setting that is null unless it is set. */
export function optionalSetting<T>(parse: Parse<T>, message: Message) {
  return z._default(z.nullable(z.pipe(z.string(), converted(parse, message))), null)
}

function converted<T>(parse: Parse<T>, message: Message) {
  return z.transform((text: string, context) => {
    const value = parse(text)
    if (value !== null) return value
    const sentence = typeof message === 'string' ? message : message(text)
    context.issues.push({ code: 'custom', message: sentence, input: text })
    return z.NEVER
  })
}

export function switchSetting(name: string, fallback: 'on' | 'off') {
  return setting(fallback, parseSwitch, switchMessage(name))
}

export function optionalSwitch(name: string) {
  return optionalSetting(parseSwitch, switchMessage(name))
}

function parseSwitch(text: string): boolean | null {
  return text === 'on' || text === 'off' ? text === 'on' : null
}

function switchMessage(name: string): Message {
  return (text) => `${name} must be "on" or "off", not "${text}".`
}

/** Defines a setting that is one of a few words. The first word is the default. */
export function choiceSetting<T extends string>(name: string, words: readonly [T, T]) {
  return setting(
    words[0],
    (text) => words.find((word) => word === text) ?? null,
    (text) => `${name} must be "${words[0]}" or "${words[1]}", not "${text}".`,
  )
}

export function countSetting(name: string, fallback: number) {
  return setting(
    String(fallback),
    (text) => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : null),
    (text) => `${name} must be a whole number from 1 to 9999999, not "${text}".`,
  )
}

/** Defines a setting that is a base URL without a query or credentials. A trailing slash is removed. */
export function baseUrlSetting(name: string, fallback: string) {
  return setting(fallback, parseBaseUrl, `${name} must be a URL such as ${fallback}, without a query.`)
}

export function optionalBaseUrl(name: string, example: string) {
  return optionalSetting(parseBaseUrl, `${name} must be a URL such as ${example}, without a query.`)
}

/** Defines a setting that is a key. A key is sent in a header or in a query, so it must be printable ASCII. */
export function keySetting(name: string) {
  return optionalSetting(
    (text) => (/^[\x21-\x7e]{1,200}$/.test(text) ? text : null),
    `${name} must be a key of up to 200 letters, digits and symbols.`,
  )
}

/**
 * Defines a setting that is the URL of a database. The message leaves out the value, because it may contain a password.
 */
export function databaseUrlSetting(name: string) {
  return optionalSetting(
    (text) => urlLike(text, /^postgres(ql)?:$/, /^\/[^/]+$/),
    `${name} must look like postgres://user:password@host:5432/database.`,
  )
}

export function serverUrlSetting(schemes: RegExp, path: RegExp, message: string) {
  return optionalSetting((text) => (URL.parse(text)?.hostname ? urlLike(text, schemes, path) : null), message)
}

function urlLike(text: string, schemes: RegExp, path: RegExp): string | null {
  const url = URL.parse(text)
  return url && schemes.test(url.protocol) && path.test(url.pathname) ? text : null
}

function parseBaseUrl(text: string): string | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  return url.search || url.hash || url.username || url.password ? null : url.href.replace(/\/+$/, '')
}

export function parsePort(text: string): number | null {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : null
}

export function parseHost(text: string): string | null {
  const isName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) && !/^[\d.]+$/.test(text)
  return isIP(text) || isName ? text : null
}

export function parseOrigin(text: string): string | null {
  const base = parseBaseUrl(text)
  return base !== null && new URL(base).pathname === '/' ? new URL(base).origin : null
}

/** Accepts a single address so that the setting cannot add a second sender or another header field. */
export function parseSender(text: string): string | null {
  const [, name = '', address = ''] =
    /^(?:([^<>"\\,;:@]*) )?<?([^\s<>"\\,;:@]+@[a-z0-9.-]+)>?$/i.exec(text) ?? []
  if (address === '' || /[\p{Cc}\u2028\u2029]/u.test(text)) return null
  return name.trim() === '' ? address : `${name.trim()} <${address}>`
}

/** Splits a list of addresses and networks, which are separated by spaces or commas. */
export function splitProxies(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

export function parseProxies(text: string): string[] | null {
  const proxies = splitProxies(text)
  return proxies.every(isAddressOrNetwork) ? proxies : null
}
