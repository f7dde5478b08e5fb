import { spreadIfMeasured, type Spread } from '../spread.ts'

// The floors and goals of docs/performance.md, and the comparison of measurements with them.

/** `row` is the number in the table of goals. The units L and W are the measured ceilings of reads and writes. */
type Goal = {
  row: number
  what: string
  unit: string
  floor: number
  /** Null when only a floor is set. */
  goal: number | null
  better: 'more' | 'less'
}

/** `measured` is null if the system does not report the measurement. */
export type Measurement = Goal & { measured: Spread | null; note: string }

const more = (row: number, what: string, unit: string, floor: number, goal: number | null): Goal => ({
  row,
  what,
  unit,
  floor,
  goal,
  better: 'more',
})
const less = (row: number, what: string, unit: string, floor: number, goal: number | null): Goal => ({
  ...more(row, what, unit, floor, goal),
  better: 'less',
})

export const goals = {
  feed: more(1, 'signed-in feed page, rate', 'L', 0.25, 0.45),
  feedCpu: less(1, "the same, server's processor time per request", 'ms', 0.8, null),
  feedLate: less(1, 'the same, p99', 'ms', 30, null),
  threads: more(2, 'first 20 threads of a discussion, 100 comments, rate', 'L', 0.12, 0.2),
  manyThreads: more(2, 'the same, discussions of 2,000 bills in turn', 'L', 0.12, 0.2),
  stance: more(3, 'stance, rate', 'W', 0.25, 0.5),
  stanceStatements: less(3, 'stance, statements', '', 4, null),
  stanceCommits: less(3, 'stance, commits', '', 1, null),
  vote: more(3, 'vote, rate', 'W', 0.25, 0.5),
  voteStatements: less(3, 'vote, statements', '', 4, null),
  voteCommits: less(3, 'vote, commits', '', 1, null),
  comment: more(4, 'comment, rate', 'W', 0.2, 0.35),
  commentStatements: less(4, 'comment, statements', '', 6, null),
  commentCommits: less(4, 'comment, commits', '', 1, null),
  signInsRate: more(6, 'feed while four people sign in, rate', 'times', 0.6, 0.8),
  signInsLate: less(6, 'the same, p99', 'times', 1.5, 1.2),
  hot: more(7, 'votes of 200 people on one comment of 5,000 with 100,000 votes, rate', 'cold', 0.5, 0.8),
  hotBill: more(7, 'stances of 200 people on one bill, rate', 'of 200 bills', 0.7, 1),
  hotBillRate: more(7, 'the same', 'a second', 1_000, 2_000),
  crowdLate: less(7, 'a mixed crowd for five minutes, p99', 'ms', 60, 30),
  wrongCounters: less(7, 'counters that are wrong afterwards', '', 0, null),
  start: less(8, 'memory at the first response, a later start', 'MB', 130, 95),
  firstStart: less(8, 'the same, the first start of an empty database', 'MB', 130, 95),
  peak: less(8, 'memory at most, of any server in the run', 'MB', 300, 250),
  idle: less(8, 'memory for each of 4,000 idle connections', 'KB', 25, 20),
  startTime: less(9, 'start with the schema there to the first 200', 's', 1.5, 0.8),
  slowStance: less(11, 'a bill at 400 kbit/s and 400 ms, until a stance can be pressed', 's', 4, 2.5),
  search: less(10, 'keyword search, its time to that of reading one bill', 'times', 5, 3),
  searchBare: less(10, 'the same, to that of a bare read by primary key', 'times', 5, 3),
  loginScripts: less(11, '/login, JavaScript gzipped', 'KB', 130, 100),
  feedScripts: less(11, '/feed, JavaScript gzipped', 'KB', 170, 140),
  waves: less(12, 'waves of calls', '', 3, 2),
  screenCpu: less(12, "server's processor time", 'ms', 15, 8),
  import: more(13, "import of bills in Hurd's own form", 'a second', 900, 2_000),
  recordImport: more(15, 'import of bills with versions, votes and actions', 'a second', 500, null),
  alertInApp: less(15, 'first alert in the app after the import of what it reports', 's', 60, null),
  alertEmail: less(15, 'first alert by email, for a member who wants it immediately', 's', 300, null),
  alertsToAll: less(
    15,
    'all alerts of a bill with 10,000 followers, in the app and by email',
    's',
    900,
    null,
  ),
  alertsToDevices: less(15, 'the same, in the queue for devices', 's', 60, null),
} satisfies Record<string, Goal>

/** Row 5: the time of a page at the largest size as a multiple of the time at the smallest. */
export const growthGoal = (what: string, metric: 'p50' | 'p99') =>
  less(5, `${what}, growth of ${metric}`, 'times', 1.5, 1.15)

/** Row 11, for one page. */
export const firstLoadGoals = (path: string) => ({
  total: less(11, `${path}, all that is loaded`, 'KB', 300, 220),
  requests: less(11, `${path}, requests`, '', 16, 12),
  lcp: less(11, `${path}, largest contentful paint`, 's', 2, 1.65),
  tbt: less(11, `${path}, total blocking time`, 'ms', 200, 100),
  cls: less(11, `${path}, layout shift`, '', 0.02, 0),
  performance: more(11, `${path}, Lighthouse performance`, '', 95, 99),
  accessibility: more(11, `${path}, Lighthouse accessibility`, '', 100, 100),
  practices: more(11, `${path}, Lighthouse best practices`, '', 100, 100),
})

/** Row 11 measured in the browser of the tests, for one page. */
export const phoneGoals = (page: string) => ({
  lcp: less(11, `slow phone, ${page}, largest contentful paint`, 's', 2, 1.65),
  tbt: less(11, `slow phone, ${page}, total blocking time`, 'ms', 200, 100),
  cls: less(11, `slow phone, ${page}, layout shift`, '', 0.02, 0),
  total: less(11, `slow phone, ${page}, all that is loaded`, 'KB', 300, 220),
})

/** The largest paint of a page as a multiple of that of a page that has nothing but a script. */
export const bareGoal = (page: string) =>
  less(11, `slow phone, ${page}, largest contentful paint beside a bare page`, 'times', 1.9, 1.5)

/** The goal for one screen, whose name is added to the text. */
export const onScreen = (goal: Goal, screen: string): Goal => ({ ...goal, what: `${screen}, ${goal.what}` })

/** Compares the repeats of one measurement with its goal. */
export function judge(goal: Goal, measured: readonly (number | null)[], note = ''): Measurement {
  return { ...goal, measured: spreadIfMeasured(measured), note }
}

/** Returns whether the median reaches the goal, only the floor, or neither. Returns an empty text if nothing was measured. */
export function verdictOf({ measured, floor, goal, better }: Measurement): string {
  if (!measured) return ''
  const { median } = measured
  const reaches = (mark: number) => (better === 'more' ? median >= mark : median <= mark)
  if (goal === null) return reaches(floor) ? 'met' : '**missed**'
  return reaches(goal) ? 'goal met' : reaches(floor) ? 'floor met' : '**missed**'
}
