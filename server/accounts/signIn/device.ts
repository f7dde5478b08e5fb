// The first that is named wins: many browsers also name those that they resemble.
const browsers: [sign: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
]

const systems: [sign: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** What a browser says of itself in words, e.g. "Firefox on Windows". It may lie, so nothing rests on it. */
export function deviceName(userAgent: string): string {
  const said = userAgent.slice(0, 512)
  const browser = browsers.find(([sign]) => sign.test(said))?.[1]
  const system = systems.find(([sign]) => sign.test(said))?.[1]
  if (browser && system) return `${browser} on ${system}`
  if (system) return `Unknown browser on ${system}`
  return browser ?? 'Unknown device'
}
