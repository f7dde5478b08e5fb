import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordLength } from '../../contract/rules/accountFields.ts'

let common: Set<string> | undefined

/** The product's name, alone or with a few digits such as a year, however it is punctuated. */
const productName = /^(?:hurd)+\d{0,6}$/

/**
 * Whether a password is among those that guessers try first: a common one, the product's name with a year, or one of the
 * member's own names and addresses. Case and punctuation do not hide it.
 */
export function isGuessable(password: string, ownNames: readonly string[]): boolean {
  common ??= new Set(dictionary['passwords-common'].filter((one) => one.length >= passwordLength.min))
  const bare = withoutPunctuation(password)
  return (
    common.has(fold(password)) ||
    productName.test(bare) ||
    ownNames.some((name) => bare !== '' && withoutPunctuation(name) === bare)
  )
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function withoutPunctuation(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '')
}
