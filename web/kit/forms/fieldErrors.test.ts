import { expect, test } from 'vitest'
import { ApiError } from '../api/api.ts'
import { fieldErrorsOf } from './fieldErrors.ts'

const refusal = { status: 400, answered: true } as const

test('a refusal about one field names the field in snake case and in camel case', () => {
  const used = new ApiError({ ...refusal, code: 'access_code_used', serverText: 'Used' })
  expect(fieldErrorsOf(used)).toEqual({ access_code: 'Used', accessCode: 'Used' })
  const common = new ApiError({ ...refusal, code: 'password_too_common', serverText: 'Common' })
  expect(fieldErrorsOf(common)).toEqual({ password: 'Common', newPassword: 'Common' })
})

test('fields that the response lists get their own messages, and other failures name no field', () => {
  const fields = { full_name: 'Too short', email: 'Not valid' }
  const invalid = new ApiError({ ...refusal, code: 'invalid_request', serverText: 'x', fields })
  expect(fieldErrorsOf(invalid)).toEqual({ ...fields, fullName: 'Too short' })
  expect(fieldErrorsOf(new ApiError({ status: 503, answered: true, code: 'overloaded' }))).toEqual({})
  expect(fieldErrorsOf(new Error('broken'))).toEqual({})
})
