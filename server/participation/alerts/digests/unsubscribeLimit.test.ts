import { expect, onTestFinished, test } from 'vitest'
import { defaultLimits } from '#server/platform/settings/limitSettings.ts'
import { startTestServer } from '#server/testing/testServer.ts'

// covers HURD-UNSUBSCRIBE-01
test('a network that tries links of emails is limited, whether it opens them or ends emails with them', async () => {
  const limits = { ...defaultLimits, anonymousReads: 6 }
  const app = await startTestServer({ rateLimits: true, limits, trustProxy: ['127.0.0.1', '::1'] })
  onTestFinished(() => app.close())
  const request = async (method: string, address: string) => {
    const { status } = await fetch(`${app.origin}/unsubscribe/unknown`, {
      method,
      headers: { 'x-forwarded-for': address },
    })
    return status
  }
  const statuses: number[] = []
  for (let count = 0; count < 8; count += 1) statuses.push(await request('POST', '203.0.113.70'))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  expect(await request('GET', '203.0.113.70'), 'both share one budget').toBe(429)
  expect(await request('POST', '203.0.113.71')).toBe(200)
})
