import { describe, expect, test } from 'vitest'
import { savedMessageMs } from '#web/kit/forms/useSubmission.ts'
import { normalizeUser } from '#web/kit/session/sessionUser.ts'
import {
  accountFormOf,
  checkAccount,
  checkLocation,
  checkPasswords,
  emptyPasswords,
} from './settingsForms.ts'

// covers ACC-SETTINGS-20
test('the account form reads six fields of the user and nothing else', () => {
  const user = normalizeUser({
    userId: 'u1',
    email: 'maya@example.org',
    username: 'maya',
    full_name: 'Maya Okafor',
    address: '1 Long Street, Albany, NY',
    emailVerified: true,
    bio: 'Not read',
  })
  expect(accountFormOf(user!)).toEqual({
    full_name: 'Maya Okafor',
    username: 'maya',
    email: 'maya@example.org',
    address: '1 Long Street, Albany, NY',
    accountStatus: 'active',
    emailVerified: true,
  })
})

// covers ACC-SETTINGS-18 ACC-SETTINGS-19
test('"Saved" is shown for three seconds', () => {
  expect(savedMessageMs).toBe(3000)
})

describe('the checks of the settings forms', () => {
  // covers ACC-SETTINGS-29 ACC-SETTINGS-30 ACC-SETTINGS-31
  test('a member cannot save an account without name, username or email; the server checks the rest', () => {
    expect(checkAccount({ full_name: ' ', username: '', email: ' ' })).toEqual({
      full_name: 'Full name is required',
      username: 'Username is required',
      email: 'Email is required',
    })
    expect(checkAccount({ full_name: 'M', username: 'm m', email: 'nowhere' })).toEqual({})
  })

  // covers ACC-CONSTANTS-10
  test('a postal address has at least ten characters, or is empty to remove the saved address', () => {
    const tooShort = 'Address must be at least 10 characters long for voting district verification'
    expect(checkLocation({ address: ' 1 Elm Rd ' })).toEqual({ address: tooShort })
    expect(checkLocation({ address: '1 Elm Road' })).toEqual({})
    expect(checkLocation({ address: '  ' })).toEqual({})
  })

  // covers ACC-SETTINGS-25 ACC-SETTINGS-26 ACC-SETTINGS-27 ACC-SETTINGS-28
  test('a new password of six characters passes, one of five does not, and both fields must match', () => {
    expect(checkPasswords(emptyPasswords)).toEqual({
      currentPassword: 'Current password is required',
      newPassword: 'Password must be at least 6 characters long',
    })
    const values = { currentPassword: 'x', newPassword: 'sixsix', confirmPassword: 'sixsix' }
    expect(checkPasswords(values)).toEqual({})
    expect(checkPasswords({ ...values, confirmPassword: 'sixsi' })).toEqual({
      confirmPassword: 'New passwords do not match',
    })
    expect(checkPasswords({ ...values, newPassword: 'fives', confirmPassword: 'fives' })).toEqual({
      newPassword: 'Password must be at least 6 characters long',
    })
    // Each of these characters consists of two UTF-16 code units, but counts as one character.
    expect(checkPasswords({ ...values, newPassword: '🌱🌱🌱', confirmPassword: '🌱🌱🌱' })).toEqual({
      newPassword: 'Password must be at least 6 characters long',
    })
  })
})
