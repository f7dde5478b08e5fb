const kept = [
  'admin administrator root sysadmin system webmaster superuser',
  'hurd hurdapp hurdteam hurdofficial hurdsupport hurdadmin teamhurd',
  'moderator moderators mod mods support help helpdesk staff security',
  'official officials verified government whitehouse congress senate senator president vicepresident governor mayor',
  'potus vpotus flotus supremecourt deleted removed anonymous',
]
const reserved = new Set(kept.flatMap((line) => line.split(' ')).map(foldUsername))

/**
 * A username at a glance: without case and separators, digits as the letters they stand for, i and l and 1 as one;
 * `usernameIsTaken` says the same in SQL. Usernames are ASCII, so this is all that can disguise one.
 */
export function foldUsername(username: string): string {
  const letters: Record<string, string> = {
    0: 'o',
    1: 'l',
    3: 'e',
    4: 'a',
    5: 's',
    7: 't',
    i: 'l',
    '-': '',
    _: '',
  }
  return username.toLowerCase().replace(/[013457i_-]/g, (sign) => letters[sign] ?? sign)
}

/** Names of the house and of offices, which nobody takes for themselves. */
export function isReserved(username: string): boolean {
  return reserved.has(foldUsername(username))
}
