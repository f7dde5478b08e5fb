import { paths } from '../kit/paths.ts'

/** The addresses below that of the administration, which only its own screens link to. */
export function tabAddress(tab: string): string {
  return `${paths.administration}/${tab}`
}

export function codeAddress(code: string): string {
  return `${tabAddress('codes')}?code=${encodeURIComponent(code)}`
}

export function memberAddress(userId: string): string {
  return `${tabAddress('members')}?member=${encodeURIComponent(userId)}`
}
