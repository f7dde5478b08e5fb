import { describe, expect, test } from 'vitest'
import { ApiError, readBody, messageOf, messageOr } from './api.ts'
import { newIdempotencyKey } from './idempotencyKey.ts'

function failureWith(json: unknown): ApiError {
  return new ApiError({ status: 400, hasResponse: true, ...readBody(json) })
}

describe('the message of a failed call', () => {
  // covers ACC-ERRORS-01
  test("is the response's error rather than its message", () => {
    expect(failureWith({ error: 'Email is required', message: 'Bad' }).message).toBe('Email is required')
  })

  // covers ACC-ERRORS-02
  test("is the response's message when there is no error", () => {
    expect(failureWith({ message: 'Bad' }).message).toBe('Bad')
    expect(failureWith({ error: '', message: 'Bad' }).message).toBe('Bad')
  })

  // covers ACC-ERRORS-03
  test("is the transport's message when there was no response", () => {
    const lost = new ApiError({ status: 0, hasResponse: false, transportText: 'Network error' })
    expect(lost.message).toBe('Network error')
    expect(lost.serverText).toBeNull()
  })

  // covers ACC-ERRORS-04
  test.each([{}, null, 'x', { error: 7 }, []])('is a general text when the response is %j', (response) => {
    expect(failureWith(response).message).toBe('An unexpected error occurred')
    expect(messageOf(new Error('inner detail'))).toBe('An unexpected error occurred')
  })

  // covers ACC-ERRORS-05
  test("is the server's text, or else the screen's message for a response without text or for no response", () => {
    const fallback = { response: 'Login failed', noResponse: 'Login failed. Please try again.' }
    expect(messageOr(failureWith({ error: 'Invalid email or password' }), fallback)).toBe(
      'Invalid email or password',
    )
    expect(messageOr(failureWith({ success: false }), fallback)).toBe('Login failed')
    const lost = new ApiError({ status: 0, hasResponse: false, transportText: 'Network error' })
    expect(messageOr(lost, fallback)).toBe('Login failed. Please try again.')
    expect(messageOr(new TypeError('x'), fallback)).toBe('Login failed. Please try again.')
  })

  test('comes with the code and the fields, because screens react to them', () => {
    const error = failureWith({ error: 'x', code: 'own_comment', fields: { email: 'Email is required' } })
    expect(error).toMatchObject({ code: 'own_comment', fields: { email: 'Email is required' }, status: 400 })
    expect(failureWith({ fields: { email: 3 } }).fields).toEqual({})
  })
})

test('no two actions share an idempotency key', () => {
  const keys = new Set(Array.from({ length: 100 }, newIdempotencyKey))
  expect(keys.size).toBe(100)
  expect([...keys].every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
})
