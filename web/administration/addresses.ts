import { paths } from '#web/kit/paths.ts'

// Addresses of the administration to which only its own screens link.

export function tabAddress(tab: string): string {
  return `${paths.administration}/${tab}`
}

export function codeAddress(code: string): string {
  return `${tabAddress('codes')}?code=${encodeURIComponent(code)}`
}

export function memberAddress(userId: string): string {
  return `${tabAddress('members')}?member=${encodeURIComponent(userId)}`
}
