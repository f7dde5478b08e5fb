const reservedNames = [
  'admin administrator root sysadmin system webmaster superuser',
  'hurd hurdapp hurdteam hurdofficial hurdsupport hurdadmin teamhurd',
  'moderator moderators mod mods support help helpdesk staff security',
  'official officials verified government whitehouse congress senate senator president vicepresident governor mayor',
  'potus vpotus flotus supremecourt deleted removed anonymous',
  // These usernames are path segments of the site. A profile with such a name could be mistaken for a page.
  'login logout signin signout signup register account accounts settings profile profiles dashboard feed groups',
  'elections news bills notifications representatives reports search about contact terms privacy legal faq',
  'api uploads share assets static public health index home robots favicon sitemap downloaddata verifyemail',
  'resetpassword notme bulk accessibility transparency howwecount',
  // These words have a meaning in programs or mail systems, such as null values, groups and role accounts.
  'null undefined nan nil none true false void nobody noone unknown everyone everybody all here channel',
  'user users username member members guest visitor self you',
  'postmaster hostmaster abuse noreply donotreply mailerdaemon mailer email mail info www',
]
const reserved = new Set(reservedNames.flatMap((line) => line.split(' ')).map(foldUsername))

/**
 * Reduces a username to what it looks like at a glance: lower case, no separators, digits as the letters they resemble,
 * and i, l and 1 as the same letter. `usernameIsTaken` applies the same rule in SQL. Usernames are ASCII, so no other
 * characters can imitate one.
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
  return username.toLowerCase().replace(/[013457i_-]/g, (character) => letters[character] ?? character)
}

/** Returns true if the name is reserved for the service, for offices, for pages or for role accounts. */
export function isReserved(username: string): boolean {
  return reserved.has(foldUsername(username))
}
