import { randomInt } from 'node:crypto'
import { codeAlphabet } from '#contract/accounts/secondFactor.ts'

/**
 * Returns three groups of four characters, such as K7QM-2XWD-9PTA. The code has about 59 bits, so it cannot be guessed
 * within the rate limit.
 */
export function randomCode(): string {
  return [randomGroup(), randomGroup(), randomGroup()].join('-')
}

function randomGroup(): string {
  return Array.from({ length: 4 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
}
