import { expect, test } from 'vitest'
import { ApiError } from '../api/api.ts'
import { refusedFields } from './refusedFields.ts'

test('a refusal about one field names it, under the spelling of either kind of form', () => {
  const taken = new ApiError({ status: 400, answered: true, code: 'access_code_used', serverText: 'Used' })
  expect(refusedFields(taken)).toEqual({ access_code: 'Used', accessCode: 'Used' })
  const common = new ApiError({
    status: 400,
    answered: true,
    code: 'password_too_common',
    serverText: 'Common',
  })
  expect(refusedFields(common)).toEqual({ password: 'Common', newPassword: 'Common' })
})

test('fields that the answer lists keep their own words; a failure about no field names none', () => {
  const fields = { full_name: 'Too short', email: 'Not valid' }
  const listed = new ApiError({
    status: 400,
    answered: true,
    code: 'invalid_request',
    serverText: 'x',
    fields,
  })
  expect(refusedFields(listed)).toEqual({ ...fields, fullName: 'Too short' })
  expect(refusedFields(new ApiError({ status: 503, answered: true, code: 'overloaded' }))).toEqual({})
  expect(refusedFields(new Error('broken'))).toEqual({})
})
