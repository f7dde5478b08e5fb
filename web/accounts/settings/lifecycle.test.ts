import { describe, expect, test, vi } from 'vitest'
import { deactivateOwn, deleteOwn, reactivateOwn } from './lifecycle.ts'

const storage = new Map([['token', 'abc']])
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
})

function respondWith(status: number, body: object) {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
}

// covers ACC-LIFECYCLE-15 ACC-LIFECYCLE-16 ACC-LIFECYCLE-17
describe("a failed call returns success: false with the server's text, or a default text if the server sent none", () => {
  test.each([
    ['Failed to deactivate account', deactivateOwn],
    ['Failed to delete account', () => deleteOwn((send) => send({ code: '', passkey: null }))],
    ['Failed to reactivate account', reactivateOwn],
  ] as const)('the default text is "%s"', async (error, send) => {
    respondWith(500, { success: false })
    expect(await send()).toEqual({ success: false, error })
    respondWith(503, { success: false, error: 'The server is busy.' })
    expect(await send()).toEqual({ success: false, error: 'The server is busy.' })
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('cut')
    })
    expect(await send()).toEqual({ success: false, error })
    respondWith(200, { success: true, user: { userId: 'u1' } })
    expect(await send()).toEqual({ success: true })
  })
})
