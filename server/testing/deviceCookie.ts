import type { TestResponse } from './testServer.ts'

/** Returns the device cookie that a response sets, as a browser sends it back. */
export function deviceCookieOf({ headers }: Pick<TestResponse, 'headers'>): string {
  const cookie = headers.getSetCookie().find((text) => text.startsWith('hurd_device'))
  if (!cookie) throw new Error('The response sets no device cookie')
  return cookie.split(';')[0]!
}

/** Returns the device cookie of a browser that got its key from this instance before. */
export function deviceCookie(letter: string): string {
  return `hurd_device_3000=${letter.repeat(43)}`
}
