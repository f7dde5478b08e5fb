import { randomInt } from 'node:crypto'
import { codeAlphabet } from '../../contract/rules/signInCodes.ts'

/** Three groups of four characters, such as K7QM-2XWD-9PTA: about 59 bits, so guessing within the rate limit is hopeless. */
export function randomCode(): string {
  return [randomGroup(), randomGroup(), randomGroup()].join('-')
}

function randomGroup(): string {
  return Array.from({ length: 4 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
}
