import { describe, expect, test } from 'vitest'
import { ApiError, newIdempotencyKey, readAnswer, messageOf, messageOr } from './api.ts'

function answered(answer: unknown): ApiError {
  return new ApiError({ status: 400, answered: true, ...readAnswer(answer) })
}

describe('the words of a failure', () => {
  // covers ACC-ERRORS-01
  test("are the answer's error before its message", () => {
    expect(answered({ error: 'Email is required', message: 'Bad' }).words).toBe('Email is required')
  })

  // covers ACC-ERRORS-02
  test("are the answer's message when there is no error", () => {
    expect(answered({ message: 'Bad' }).words).toBe('Bad')
    expect(answered({ error: '', message: 'Bad' }).words).toBe('Bad')
  })

  // covers ACC-ERRORS-03
  test("are the transport's message when nothing was said", () => {
    const lost = new ApiError({ status: 0, answered: false, transportText: 'Network error' })
    expect(lost.words).toBe('Network error')
    expect(lost.serverText).toBeNull()
  })

  // covers ACC-ERRORS-04
  test.each([{}, null, 'x', { error: 7 }, []])('are the general ones for %j', (answer) => {
    expect(answered(answer).words).toBe('An unexpected error occurred')
    expect(messageOf(new Error('inner detail'))).toBe('An unexpected error occurred')
  })

  // covers ACC-ERRORS-05
  test("put the server's own before a screen's fallbacks, and tell silence from an exception", () => {
    const fallback = { answer: 'Login failed', exception: 'Login failed. Please try again.' }
    expect(messageOr(answered({ error: 'Invalid email or password' }), fallback)).toBe(
      'Invalid email or password',
    )
    expect(messageOr(answered({ success: false }), fallback)).toBe('Login failed')
    const lost = new ApiError({ status: 0, answered: false, transportText: 'Network error' })
    expect(messageOr(lost, fallback)).toBe('Login failed. Please try again.')
    expect(messageOr(new TypeError('x'), fallback)).toBe('Login failed. Please try again.')
  })

  test('come with code and fields, which screens branch on', () => {
    const error = answered({ error: 'x', code: 'own_comment', fields: { email: 'Email is required' } })
    expect(error).toMatchObject({ code: 'own_comment', fields: { email: 'Email is required' }, status: 400 })
    expect(answered({ fields: { email: 3 } }).fields).toEqual({})
  })
})

test('no two deeds share a key', () => {
  const keys = new Set(Array.from({ length: 100 }, newIdempotencyKey))
  expect(keys.size).toBe(100)
  expect([...keys].every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
})
