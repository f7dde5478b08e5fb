import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openLog } from './log.ts'

function collect() {
  const lines: string[] = []
  const log = openLog('debug', { write: (line: string) => void lines.push(line) })
  return { log, lines, last: (): unknown => JSON.parse(lines.at(-1) ?? '') }
}

test('if a response does not match its contract, the first five errors and the number of errors are logged', () => {
  const { log, lines, last } = collect()
  const Discussion = z.object({ comments: z.array(z.object({ content: z.string() })) })
  const comments = Array.from({ length: 20_000 }, () => ({ content: 7 }))
  const { error } = Discussion.safeParse({ comments })
  log.error({ err: error }, 'request failed')
  expect(lines[0]!.length).toBeLessThan(4_000)
  expect(last()).toMatchObject({
    msg: 'request failed',
    err: {
      issue_count: 20_000,
      issues: [{ path: 'comments.0.content', code: 'invalid_type' }, {}, {}, {}, {}],
    },
  })
})

test('no line is longer than 16,000 characters, and a shortened line is still JSON', () => {
  const { log, lines, last } = collect()
  log.error({ err: new Error('x'.repeat(1_000_000)) }, 'request failed')
  log.warn({ reqId: 'abc', rows: Array.from({ length: 100_000 }, () => 'a row') }, 'much to say')
  for (const line of lines) {
    expect(line.length).toBeLessThan(16_001)
    expect(line.endsWith('\n')).toBe(true)
  }
  expect(last()).toMatchObject({ level: 40, reqId: 'abc', msg: 'much to say', start: expect.any(String) })
})
