import { t } from '#contract/kit/translate.ts'

export type DemoScene = {
  name: string
  /** The title that the video shows during the scene. */
  title: string
  seconds: number
  /** The captions. Each is shown for the same time, and together they are the transcript. */
  words: readonly string[]
}

/**
 * The scenes of the demo video. A script makes the video and its captions from them, and the dialog shows them as the
 * transcript. After a change here, the video must be made again.
 */
export const demoStory: readonly DemoScene[] = [
  {
    name: 'welcome',
    title: t('Your platform for civic engagement'),
    seconds: 9.5,
    words: [
      t('This is Hurd: real bills, and what your neighbors think of them.'),
      t('In two minutes you will see how to read a bill, take a stance and be heard.'),
    ],
  },
  {
    name: 'register',
    title: t('Join with a code'),
    seconds: 9.5,
    words: [
      t('To join, choose Create account and enter your access code.'),
      t('Your address is optional. It finds your city and the people who represent you.'),
    ],
  },
  {
    name: 'feed',
    title: t('Bills that concern you'),
    seconds: 9.5,
    words: [
      t('The feed holds bills from Congress, from your state and from your city.'),
      t('Each card says what the bill is about, how far it has come, and where people stand.'),
    ],
  },
  {
    name: 'discover',
    title: t('Discover what matters'),
    seconds: 9.5,
    words: [
      t('Discover narrows the feed: by word, level of government, topic or status.'),
      t('Here we look for federal bills about paying with cash.'),
    ],
  },
  {
    name: 'bill',
    title: t('Open a bill'),
    seconds: 9.5,
    words: [
      t('Press a card, and the bill opens over the whole screen.'),
      t('Who sponsors it, where it stands and what it would do are all in one place.'),
    ],
  },
  {
    name: 'text',
    title: t('Read it in plain words'),
    seconds: 9.5,
    words: [
      t('Read Full Bill explains it section by section, in words anyone understands.'),
      t('Every bill names its source and the day it was last checked.'),
    ],
  },
  {
    name: 'stance',
    title: t('Take a stance'),
    seconds: 9.5,
    words: [
      t('Support, Oppose, Neutral or Still Learning: say where you stand with one press.'),
      t('Nothing is final. You can change your stance whenever you like.'),
    ],
  },
  {
    name: 'discussion',
    title: t('Talk it over'),
    seconds: 9.5,
    words: [
      t('Below the bill people discuss it, and each comment shows its author’s stance.'),
      t('Reply, mention someone, or vote for the comments that help.'),
    ],
  },
  {
    name: 'mind',
    title: t('Changed my mind'),
    seconds: 9.5,
    words: [
      t('Did a comment convince you? Press Changed my mind and choose your new stance.'),
      t('We let its author know. On Hurd, a changed mind is something to be proud of.'),
    ],
  },
  {
    name: 'senator',
    title: t('Write to your senator'),
    seconds: 9.5,
    words: [
      t('Contact My Representative lists those who decide on this bill for you.'),
      t('A draft is ready. Make it your own, and send it.'),
    ],
  },
  {
    name: 'profile',
    title: t('See what you have done'),
    seconds: 9.5,
    words: [
      t('Your profile gathers your stances, comments and bookmarks.'),
      t('Statistics show where you stand, and how many minds your words have changed.'),
    ],
  },
  {
    name: 'phone',
    title: t('On your phone, day or night'),
    seconds: 9.5,
    words: [
      t('Hurd works just as well on a phone, light or dark.'),
      t('Everything is there: the bills, the discussions, and your say.'),
    ],
  },
  {
    name: 'end',
    title: t('Your platform for civic engagement'),
    seconds: 6,
    words: [t('Read a bill. Take a stance. Change your mind. Welcome to Hurd.')],
  },
]
