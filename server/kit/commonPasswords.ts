import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordLength } from '../../contract/rules/accountFields.ts'

let common: Set<string> | undefined

/** The product's name, alone or followed by digits such as a year. */
const productName = /^(?:hurd)+\d{0,6}$/

/**
 * Whether attackers try this password first: a common password, the product's name with a year, or the member's own name,
 * username or email. Case and punctuation make no difference.
 */
export function isGuessable(password: string, ownNames: readonly string[]): boolean {
  common ??= new Set(dictionary['passwords-common'].filter((word) => word.length >= passwordLength.min))
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
