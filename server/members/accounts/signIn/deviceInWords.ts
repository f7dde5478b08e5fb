import { t } from '#contract/kit/translate.ts'
import { unknownBrowser, unknownDevice } from './device.ts'

/** Returns the name of a device in the reader's language. */
export function deviceInWords(name: string): string {
  if (name === unknownDevice) return t('Unknown device')
  const [browser = '', system] = name.split(' on ')
  if (system === undefined) return browser
  return browser === unknownBrowser
    ? t('Unknown browser on {system}', { system })
    : t('{browser} on {system}', { browser, system })
}
