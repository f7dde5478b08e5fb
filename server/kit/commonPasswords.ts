import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordLength } from '../../contract/accountFields.ts'

let common: Set<string> | undefined

/** Whether a password is among those that guessers try first; case does not hide it. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].filter((one) => one.length >= passwordLength.min))
  return common.has(password.normalize('NFKC').toLowerCase())
}
