import { expect, test } from 'vitest'
import { ApiError } from '#web/kit/api/api.ts'
import { fieldErrorsOf } from './fieldErrors.ts'

const refusal = { status: 400, hasResponse: true } as const

test('the message of a refusal about one field is found by the field name in snake case and in camel case', () => {
  const used = new ApiError({ ...refusal, code: 'access_code_used', serverText: 'Used' })
  expect(fieldErrorsOf(used)).toEqual({ access_code: 'Used', accessCode: 'Used' })
  const common = new ApiError({ ...refusal, code: 'password_too_common', serverText: 'Common' })
  expect(fieldErrorsOf(common)).toEqual({ password: 'Common', newPassword: 'Common' })
})

test('each field that the response lists has its own message, and other failures belong to no field', () => {
  const fields = { full_name: 'Too short', email: 'Not valid' }
  const invalid = new ApiError({ ...refusal, code: 'invalid_request', serverText: 'x', fields })
  expect(fieldErrorsOf(invalid)).toEqual({ ...fields, fullName: 'Too short' })
  expect(fieldErrorsOf(new ApiError({ status: 503, hasResponse: true, code: 'overloaded' }))).toEqual({})
  expect(fieldErrorsOf(new Error('broken'))).toEqual({})
})
