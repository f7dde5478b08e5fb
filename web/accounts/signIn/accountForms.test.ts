import { describe, expect, test } from 'vitest'
import {
  checkLogin,
  checkRegister,
  checkReset,
  emptyLogin,
  emptyRegister,
  emptyReset,
  type RegisterValues,
} from './accountForms.ts'

const valid: RegisterValues = {
  fullName: 'Maya Okafor',
  username: 'Ann_1-b',
  email: 'maya@example.org',
  accessCode: 'BKLYN-2026',
  address: '418 Prospect Place, Brooklyn',
  skipAddress: false,
  password: 'long enough',
  confirmPassword: 'long enough',
}

// covers ACC-LOGIN-21 ACC-LOGIN-22 ACC-LOGIN-23 ACC-LOGIN-24
test('a visitor cannot sign in without an email address and a password of 8 characters', () => {
  expect(checkLogin(emptyLogin)).toEqual({ email: 'Email is required', password: 'Password is required' })
  expect(checkLogin({ email: 'abc', password: '1234567' })).toEqual({
    email: 'Please enter a valid email address',
    password: 'Password must be at least 8 characters',
  })
  expect(checkLogin({ email: ' maya@example.org ', password: '12345678' })).toEqual({})
})

describe('registration', () => {
  // covers ACC-REGISTER-53
  test('names its values fullName and accessCode', () => {
    expect(Object.keys(emptyRegister)).toEqual(expect.arrayContaining(['fullName', 'accessCode']))
  })

  // covers ACC-REGISTER-30 ACC-REGISTER-32 ACC-REGISTER-36 ACC-REGISTER-41 ACC-REGISTER-43 ACC-REGISTER-46
  // covers ACC-REGISTER-48 ACC-REGISTER-50
  test('an empty form gets an error for every field, in reading order', () => {
    expect(Object.entries(checkRegister(emptyRegister))).toEqual([
      ['fullName', 'Full name is required'],
      ['username', 'Username is required'],
      ['email', 'Email is required'],
      ['accessCode', 'Access code is required'],
      ['address', 'Address is required for district verification'],
      ['password', 'Password is required'],
      ['confirmPassword', 'Please confirm your password'],
    ])
  })

  // covers ACC-REGISTER-33 ACC-REGISTER-34 ACC-REGISTER-35 ACC-REGISTER-37 ACC-REGISTER-38 ACC-REGISTER-39
  // covers ACC-REGISTER-42 ACC-REGISTER-44 ACC-REGISTER-45 ACC-REGISTER-47 ACC-REGISTER-49 ACC-REGISTER-51
  // covers ACC-REGISTER-52
  test.each<[Partial<RegisterValues>, string]>([
    [{ fullName: '   ' }, 'Full name is required'],
    [{ fullName: 'A' }, 'Full name must be at least 2 characters'],
    [{ fullName: 'a'.repeat(256) }, 'Full name must be less than 255 characters'],
    [{ username: 'ab' }, 'Username must be at least 3 characters'],
    [{ username: 'a'.repeat(51) }, 'Username must be less than 50 characters'],
    [{ username: 'a b!c' }, 'Username can only contain letters, numbers, underscores, and hyphens'],
    [{ email: 'ann@' }, 'Please enter a valid email address'],
    [{ password: '1234567', confirmPassword: '1234567' }, 'Password must be at least 8 characters'],
    [
      { password: 'a'.repeat(129), confirmPassword: 'a'.repeat(129) },
      'Password must be less than 128 characters',
    ],
    [{ confirmPassword: 'something else' }, 'Passwords do not match'],
    [{ address: '1 Main St ' }, 'Please enter a complete address'],
    [{ accessCode: 'ABC12' }, 'Access code must be at least 6 characters'],
    [{ accessCode: 'A'.repeat(21) }, 'Access code must be less than 20 characters'],
  ])('%j has the error "%s"', (change, message) => {
    expect(Object.values(checkRegister({ ...valid, ...change }))).toEqual([message])
  })

  // covers ACC-REGISTER-40 ACC-REGISTER-19 ACC-REGISTER-02
  test('values of the maximum length are valid, and a skipped address is not required', () => {
    expect(checkRegister(valid)).toEqual({})
    expect(checkRegister({ ...valid, fullName: 'a'.repeat(255), username: 'a'.repeat(50) })).toEqual({})
    expect(checkRegister({ ...valid, password: '𝄞'.repeat(128), confirmPassword: '𝄞'.repeat(128) })).toEqual(
      {},
    )
    expect(checkRegister({ ...valid, address: '', skipAddress: true })).toEqual({})
  })
})

// covers ACC-RESET-10 ACC-RESET-14 ACC-RESET-15 ACC-RESET-16 ACC-RESET-17
test('a new password has at least 8 characters and must be entered twice', () => {
  expect(emptyReset).toEqual({ password: '', confirmPassword: '' })
  expect(checkReset(emptyReset)).toEqual({
    password: 'Password is required',
    confirmPassword: 'Please confirm your password',
  })
  expect(checkReset({ password: '1234567', confirmPassword: '12345678' })).toEqual({
    password: 'Password must be at least 8 characters',
    confirmPassword: 'Passwords do not match',
  })
  expect(checkReset({ password: 'long enough', confirmPassword: 'long enough' })).toEqual({})
})
