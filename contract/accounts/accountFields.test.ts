import { expect, test } from 'vitest'
import { checkComment } from '#contract/discussions.ts'
import { checkGroupComment, checkGroupPost } from '#contract/groups.ts'
import { checkMessage, checkSubject } from '#contract/representatives.ts'
import { checkEmail, checkFullName } from './accountFields.ts'

const invalid = 'Please enter a valid email address'

test('every valid form of email address is accepted', () => {
  for (const email of [
    'ann@example.org',
    ' Ann.Archer+hurd@Example.ORG ',
    "o'neil_x-1@mail.example.co.uk",
    'a.b.c@sub.domain.photography',
    '1@2.example',
    'ann@xn--mnchen-3ya.de',
    'ann@münchen.de',
    'ann@例え.テスト',
    `${'a'.repeat(64)}@example.org`,
    'who=is/this{x}@example.org',
  ]) {
    expect([email, checkEmail(email)]).toEqual([email, null])
  }
})

test('an email address is refused if the mailer cannot deliver to it or would read it as a different address', () => {
  for (const email of [
    'a,b@x.org',
    '<a@x.org>',
    'Ann <a@x.org>',
    '=?utf-8?q?x?=@x.org',
    'a@x.org.',
    'a@.x.org',
    'a@x..org',
    '.a@x.org',
    'a.@x.org',
    'a..b@x.org',
    'a@b@x.org',
    '"a b"@x.org',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@-x.org',
    'a@x-.org',
    'a@x_y.org',
    'a@x',
    'a(comment)@x.org',
    'a;b@x.org',
    'a:b@x.org',
    'a\\b@x.org',
    'ä@x.org',
    'a\u200b@x.org',
    'a@x\u200b.org',
    'a\n@x.org',
    `${'a'.repeat(65)}@x.org`,
    `a@${'b'.repeat(64)}.org`,
    `a@${'b.'.repeat(130)}org`,
  ]) {
    expect([email, checkEmail(email)]).toEqual([email, invalid])
  }
})

const invisibleTexts = [
  '\u200b\u200b',
  '\u2060\ufeff',
  '\u3164\u3164',
  '\u2800\u2800',
  '\u00ad \u200d',
  '\u{e0001}\u{e0020}',
]

test('invisible text counts as empty in names, comments, posts and messages', () => {
  for (const text of invisibleTexts) {
    expect([
      checkFullName(text),
      checkComment(text),
      checkGroupPost(text),
      checkGroupComment(text),
      checkSubject(text),
      checkMessage(text),
    ]).toEqual([
      'Full name is required',
      'Comment cannot be empty',
      'Post cannot be empty',
      'Comment cannot be empty',
      'Please fill in all fields',
      'Please fill in all fields',
    ])
  }
  for (const text of ['👍', '?', '👩‍👩‍👧', 'क्‍ष']) expect([text, checkComment(text)]).toEqual([text, null])
})

test('a name has one line and no invisible characters', () => {
  const message = 'Full name cannot contain line breaks or invisible characters'
  for (const name of [
    'Ann\nArcher',
    'Ann\tArcher',
    'Ann\u2028Archer',
    'Ann \u202egnihton',
    'Ann\u200bArcher',
    'A\u0007nn',
    'Ann\u3164Archer',
    'Ann\u2800Archer',
    'Ann\u034f\u115fArcher',
    'Ann\uffa0Archer',
  ]) {
    expect([name, checkFullName(name)]).toEqual([name, message])
  }
  for (const name of ['Ann Archer', "Seán O'Neil-Ng", '李小龍', 'محمد', 'می‌خواهم', 'Zoë 🎉', 'Nell 🏴󠁧󠁢󠁥󠁮󠁧󠁿']) {
    expect([name, checkFullName(name)]).toEqual([name, null])
  }
  expect(checkFullName('A\u200d')).toBe('Full name must be at least 2 characters')
})
