import { paths } from '#web/kit/paths.ts'

// Paths of the administration to which only its own screens link.

export function tabPath(tab: string): string {
  return `${paths.administration}/${tab}`
}

export function codePath(code: string): string {
  return `${tabPath('codes')}?code=${encodeURIComponent(code)}`
}

/** The sheet of printed invitations with these codes. */
export function cardsPath(codes: readonly string[]): string {
  return `${tabPath('codes')}?cards=${codes.map(encodeURIComponent).join(',')}`
}

export function memberPath(userId: string): string {
  return `${tabPath('members')}?member=${encodeURIComponent(userId)}`
}
