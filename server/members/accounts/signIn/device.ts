import { msg, t } from '#contract/kit/translate.ts'

// The first match decides, because many browsers also name the browsers that they are compatible with.
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, msg('Edge')],
  [/\b(?:OPR|OPT|Opera)\//, msg('Opera')],
  [/\bSamsungBrowser\//, msg('Samsung Internet')],
  [/\b(?:Firefox|FxiOS)\//, msg('Firefox')],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, msg('Chrome')],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, msg('Safari')],
]

const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, msg('Android')],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, msg('Windows')],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, msg('Linux')],
]

/**
 * Returns a readable name from the user agent, such as "Firefox on Windows". The client controls the user agent, so the
 * name proves nothing.
 */
export function deviceName(userAgent: string): string {
  const text = userAgent.slice(0, 512)
  const browser = browsers.find(([pattern]) => pattern.test(text))?.[1]
  const system = systems.find(([pattern]) => pattern.test(text))?.[1]
  if (browser && system) {
    return `${browser} on ${system}`
  }
  if (system) {
    return t('Unknown browser on {system}', { system })
  }
  return browser ?? t('Unknown device')
}
