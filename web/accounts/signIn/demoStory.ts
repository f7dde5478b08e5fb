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
    title: 'Your platform for civic engagement',
    seconds: 9.5,
    words: [
      'This is Hurd: real bills, and what your neighbors think of them.',
      'In two minutes you will see how to read a bill, take a stance and be heard.',
    ],
  },
  {
    name: 'register',
    title: 'Join with a code',
    seconds: 9.5,
    words: [
      'To join, choose Create account and enter your access code.',
      'Your address is optional. It finds your city and the people who represent you.',
    ],
  },
  {
    name: 'feed',
    title: 'Bills that concern you',
    seconds: 9.5,
    words: [
      'The feed holds bills from Congress, from your state and from your city.',
      'Each card says what the bill is about, how far it has come, and where people stand.',
    ],
  },
  {
    name: 'discover',
    title: 'Discover what matters',
    seconds: 9.5,
    words: [
      'Discover narrows the feed: by word, level of government, topic or status.',
      'Here we look for federal bills about paying with cash.',
    ],
  },
  {
    name: 'bill',
    title: 'Open a bill',
    seconds: 9.5,
    words: [
      'Press a card, and the bill opens over the whole screen.',
      'Who sponsors it, where it stands and what it would do are all in one place.',
    ],
  },
  {
    name: 'text',
    title: 'Read it in plain words',
    seconds: 9.5,
    words: [
      'Read Full Bill explains it section by section, in words anyone understands.',
      'Every bill names its source and the day it was last checked.',
    ],
  },
  {
    name: 'stance',
    title: 'Take a stance',
    seconds: 9.5,
    words: [
      'Support, Oppose, Neutral or Still Learning: say where you stand with one press.',
      'Nothing is final. You can change your stance whenever you like.',
    ],
  },
  {
    name: 'discussion',
    title: 'Talk it over',
    seconds: 9.5,
    words: [
      'Below the bill people discuss it, and each comment shows its author’s stance.',
      'Reply, mention someone, or vote for the comments that help.',
    ],
  },
  {
    name: 'mind',
    title: 'Changed my mind',
    seconds: 9.5,
    words: [
      'Did a comment convince you? Press Changed my mind and choose your new stance.',
      'We let its author know. On Hurd, a changed mind is something to be proud of.',
    ],
  },
  {
    name: 'senator',
    title: 'Write to your senator',
    seconds: 9.5,
    words: [
      'Contact My Representative lists those who decide on this bill for you.',
      'A draft is ready. Make it your own, and send it.',
    ],
  },
  {
    name: 'profile',
    title: 'See what you have done',
    seconds: 9.5,
    words: [
      'Your profile gathers your stances, comments and bookmarks.',
      'Statistics show where you stand, and how many minds your words have changed.',
    ],
  },
  {
    name: 'phone',
    title: 'On your phone, day or night',
    seconds: 9.5,
    words: [
      'Hurd works just as well on a phone, light or dark.',
      'Everything is there: the bills, the discussions, and your say.',
    ],
  },
  {
    name: 'end',
    title: 'Your platform for civic engagement',
    seconds: 6,
    words: ['Read a bill. Take a stance. Change your mind. Welcome to Hurd.'],
  },
]
