/** Literals that look like a text but are never shown to a reader in this form. */
export const notShown: ReadonlySet<string> = new Set([
  // In the description of the API, or the name of a record.
  'A date (YYYY-MM-DD), such as ◇',
  'A time in ISO 8601 with its offset from UTC, or a date, which means its first moment in UTC: ◇. In a query, the + of an offset may be sent as %2B, + or a space.',
  'Demonstration',
  'Refusal',
  'Resident Commissioner',
  // Said to the log, to administrators on the machine, or to our own code.
  'A file of the page could not be loaded',
  'A part of the page could not be loaded',
  'Group updates could not be loaded',
  'Notifications could not be loaded',
  'Outdated',
  'The notification was not marked as read',
  'The pages are not built yet. Run "npm run build" or "npm start".',
  'a picture could not be stored',
  'authors could not be notified of votes',
  'data export failed, will retry',
  'digest on request',
  'following up on messages failed, will retry',
  'no account has this password',
  'notifying followers failed, will retry',
  'notifying followers of bills failed, will retry',
  'notifying members of changed bills failed, will retry',
  'the branding could not be read',
  'writing alert emails failed, will retry',
  // Parts of SQL statements.
  'archive is null',
  'next_attempt_at is not null',
  'next_digest_at is not null and paused_at is null',
  // Sizes of fonts, headers, names in other programs and times that code reads.
  'Bearer ◇',
  'Hurd (◇)',
  '◇ UTC',
  '◇, Bold 26px',
  '◇, Medium 25px',
  '◇, Regular 26px',
  '◇, Regular 30px',
  // Words that code looks for in the text of a member.
  "support supports oppose opposes against favor yes no not never don't can't won't pass reject approve block repeal",
  // Names of elements.
  'a b strong i em u s ins del small sub sup abbr code q cite',
  'h1 h2 h3 h4 h5 h6 p br hr div span blockquote pre center section ul ol li dl dt dd',
  'input, textarea, select, [contenteditable], [role=menu]',
  'script style title head noscript template iframe object embed applet',
  'svg math form textarea select option button xmp noembed noframes',
  'table caption thead tbody tfoot tr th td',
])
