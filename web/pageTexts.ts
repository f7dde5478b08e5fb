import { msg } from '#contract/kit/translate.ts'

/**
 * The sentences of index.html, which browsers show when they cannot run the other scripts. The build translates them in the
 * page of each language.
 */
export const pageTexts = [
  msg('Your platform for civic engagement: read bills, take a stance, change your mind.'),
  msg("Hurd needs JavaScript. Please turn it on in your browser's settings."),
  msg(
    'This browser is too old for this site. Please use Chrome or Edge 111, Firefox 115, Safari 16.4, or a newer version.',
  ),
]
