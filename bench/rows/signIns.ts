import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '#server/members/accounts/password/passwords.ts'
import { measure, type BenchRequest, type MeasuredLoad } from '../load.ts'
import { goals, judge } from '../report/goals.ts'
import { loadLine, loadHead, type Section } from '../report/tables.ts'
import { feedRequests, firstPage } from '../requests.ts'
import { load, type Effort, type Stage } from '../rows.ts'
import type { Cluster } from '../server/cluster.ts'
import { formatSpread, spreadOf } from '../spread.ts'

// Row 6: readers while four members sign in continuously.

const memberCount = 4
const password = 'correct horse battery'

type SignInTurn = { alone: MeasuredLoad; beside: MeasuredLoad; signIns: MeasuredLoad }

/** Measures the feed alone and during sign-ins, in turn. Each of the four signs in again as soon as their last sign-in is answered. */
export async function measureSignIns(cluster: Cluster, stage: Stage, effort: Effort): Promise<SignInTurn[]> {
  const { product, viewers } = stage
  const requests = feedRequests(viewers, firstPage)
  const logins = await prepareLogins(stage)
  const turns: SignInTurn[] = []
  for (let turn = 0; turn < effort.repeats; turn += 1) {
    const alone = await load(cluster, product, requests, effort.seconds)
    const order = { port: product.port, connections: memberCount, warmUp: 1, requests: logins }
    const signingIn = measure({ ...order, seconds: effort.seconds + 2 }, product.pid, cluster.pid)
    await sleep(500)
    const beside = await load(cluster, product, requests, effort.seconds)
    turns.push({ alone, beside, signIns: await signingIn })
  }
  return turns
}

async function prepareLogins({ pool, viewers }: Stage): Promise<BenchRequest[]> {
  const ids = viewers.slice(0, memberCount).map(({ user_id }) => user_id)
  const rows = await pool<{ email: string }[]>`
    update users set password_hash = ${await hashPassword(password)} where user_id in ${pool(ids)} returning email`
  return rows.map(({ email }) => ({ method: 'POST', path: '/api/auth/login', body: { email, password } }))
}

export function reportSignIns(turns: SignInTurn[]): Section {
  const rates = turns.map(({ alone, beside }) => beside.perSecond / alone.perSecond)
  const late = turns.map(({ alone, beside }) => beside.p99 / alone.p99)
  const lines = [
    'Readers while four people sign in without pause',
    '',
    ...loadHead,
    loadLine(
      'feed alone',
      '',
      turns.map(({ alone }) => alone),
    ),
    loadLine(
      'feed beside the sign-ins',
      `${formatSpread(spreadOf(rates))} of it alone`,
      turns.map(({ beside }) => beside),
    ),
    loadLine(
      'sign-ins',
      '',
      turns.map(({ signIns }) => signIns),
    ),
  ]
  return { lines, measurements: [judge(goals.signInsRate, rates), judge(goals.signInsLate, late)] }
}
