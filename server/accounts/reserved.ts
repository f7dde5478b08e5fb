const kept = [
  'admin administrator root sysadmin system webmaster superuser',
  'hurd hurdapp hurdteam hurdofficial hurdsupport hurdadmin teamhurd',
  'moderator moderators mod mods support help helpdesk staff security',
  'official officials verified government whitehouse congress senate senator president vicepresident governor mayor',
  'potus vpotus flotus supremecourt deleted removed anonymous',
  // Parts of addresses on the site, which a profile could be mistaken for.
  'login logout signin signout signup register account accounts settings profile profiles dashboard feed groups',
  'elections news bills notifications representatives reports search about contact terms privacy legal faq',
  'api uploads share assets static public health index home robots favicon sitemap downloaddata verifyemail',
  'resetpassword notme',
  // What programs and mail systems write when they mean nobody, everybody, or themselves.
  'null undefined nan nil none true false void nobody noone unknown everyone everybody all here channel',
  'user users username member members guest visitor self you',
  'postmaster hostmaster abuse noreply donotreply mailerdaemon mailer email mail info www',
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

/** Names of the service, of offices, of pages and of nobody, which no member may take. */
export function isReserved(username: string): boolean {
  return reserved.has(foldUsername(username))
}
