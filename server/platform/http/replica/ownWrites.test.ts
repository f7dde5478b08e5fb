import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parsePosition } from '#server/platform/postgres/replica/walPosition.ts'
import { openOwnWrites } from './ownWrites.ts'

const key = randomBytes(32)
const [early, late] = [parsePosition('0/10'), parsePosition('0/20')]

function open(secret = key) {
  const clock = { now: 1_800_000_000_000 }
  return { clock, ...openOwnWrites(secret, () => clock.now) }
}

describe('the position of a reader', () => {
  test('is the latest of the positions in the header, of the member and of the token', () => {
    const { header, remember, latest } = open()
    expect(latest(['ada', null], undefined)).toBe('')
    expect(latest(['ada', null], header(early))).toBe(early)
    remember('ada', late)
    expect(latest(['ada', null], header(early))).toBe(late)
    remember('token', early)
    expect(latest([null, 'token'], undefined)).toBe(early)
    remember('ada', early)
    expect(latest(['ada', 'token'], undefined)).toBe(late)
  })

  test('is forgotten after a minute, when every replica in use has it', () => {
    const { clock, header, remember, latest } = open()
    const sent = header(late)
    remember('ada', late)
    clock.now += 60_000
    expect(latest(['ada'], sent)).toBe(late)
    clock.now += 1
    expect(latest(['ada'], undefined)).toBe('')
    expect(latest([null], sent)).toBe('')
  })

  test('is not read from a header that was signed with another key, changed or sent twice', () => {
    const { header, latest } = open()
    const sent = header(early)
    const forged = [
      open(randomBytes(32)).header(late),
      late + sent.slice(16),
      sent.slice(0, -1),
      `${sent}A`,
      sent.toUpperCase(),
      '',
      '.'.repeat(50),
    ]
    for (const text of forged) expect(latest([null], text)).toBe('')
    expect(latest([null], [sent, sent])).toBe('')
  })

  test('begins the header so that headers sort like their positions', () => {
    const { clock, header } = open()
    const first = header(late)
    clock.now += 5_000
    expect(header(early) < first).toBe(true)
  })

  test('is kept for the latest 20,000 writers', () => {
    const { remember, latest } = open()
    for (let writer = 0; writer < 20_001; writer++) remember(String(writer), late)
    expect(latest(['0'], undefined)).toBe('')
    expect(latest(['1'], undefined)).toBe(late)
  })
})
