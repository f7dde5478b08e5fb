export const unknownBrowser = 'Unknown browser'
export const unknownDevice = 'Unknown device'

// The first match decides, because many browsers also name the browsers that they are compatible with.
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
]

const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Returns a readable name from the user agent, such as "Firefox on Windows". The client controls the user agent, so the
 * name proves nothing. It is stored in English, and `deviceInWords` translates it.
 */
export function deviceName(userAgent: string): string {
  const text = userAgent.slice(0, 512)
  const browser = browsers.find(([pattern]) => pattern.test(text))?.[1]
  const system = systems.find(([pattern]) => pattern.test(text))?.[1]
  if (browser && system) {
    return `${browser} on ${system}`
  }
  if (system) {
    return `${unknownBrowser} on ${system}`
  }
  return browser ?? unknownDevice
}
