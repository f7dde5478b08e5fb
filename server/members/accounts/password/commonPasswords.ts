import { passwordLength } from '#contract/accounts/accountFields.ts'

let common: Promise<Set<string>> | undefined

/** The product's name, alone or followed by digits such as a year. */
const productName = /^(?:hurd)+\d{0,6}$/

/**
 * Returns true if attackers would try this password first: a common password, the product's name with a year, or the member's
 * own name, username or email. Case and punctuation make no difference.
 */
export async function isGuessable(password: string, ownNames: readonly string[]): Promise<boolean> {
  common ??= readCommonPasswords()
  const bare = withoutPunctuation(password)
  return (
    (await common).has(fold(password)) ||
    productName.test(bare) ||
    ownNames.some((name) => bare !== '' && withoutPunctuation(name) === bare)
  )
}

/**
 * Reads the dictionary of common passwords. It is loaded when the first password is set, because it takes memory that a
 * server without registrations never needs.
 */
async function readCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= passwordLength.min))
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function withoutPunctuation(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '')
}
