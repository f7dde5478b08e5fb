import { fork } from 'node:child_process'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { feedAsks, firstPage } from './asks.ts'
import type { Asked } from './load.ts'
import type { Effort, Stage } from './rows.ts'

/** The feed as a few people read it, at a pace that leaves the machine idle most of the time. */
export type Calm = { p50: number; p95: number; answered: number; failed: number; overloaded: number }

export type StormTurn = {
  calm: Calm
  /** While 100 passwords a second are guessed, about twice what one core can hash. */
  logins: Calm
  /** What became of the guesses: those that were told to come back. */
  guesses: { answered: number; turnedAway: number }
  calmAgain: Calm
  /** While 500 clients drip their requests. */
  drippers: Calm
}

const readsPerSecond = 20
const guessesPerSecond = 100
const clients = 500

/** Feed readers alone, beside a storm of logins, alone again, beside slow clients. Limits are off, so all guesses count. */
export async function measureStorms(stage: Stage, { repeats, seconds }: Effort): Promise<StormTurn[]> {
  const { port } = stage.product
  const asks = feedAsks(stage.viewers, firstPage)
  const readFeed = (during = seconds) => pace(port, asks, readsPerSecond, during)
  await readFeed(2)
  const turns: StormTurn[] = []
  for (let turn = 0; turn < repeats; turn += 1) {
    const calm = await readFeed()
    const storm = pace(port, guesses, guessesPerSecond, seconds + 2)
    await sleep(1_000)
    const logins = await readFeed()
    const { answered, overloaded } = await storm
    const calmAgain = await readFeed()
    const drippers = await besideDrippers(port, readFeed)
    turns.push({ calm, logins, guesses: { answered, turnedAway: overloaded }, calmAgain, drippers })
  }
  return turns
}

const guesses: Asked[] = Array.from({ length: 997 }, (_, at) => ({
  method: 'POST',
  path: '/api/auth/login',
  body: { email: `nobody-${at}@example.org`, password: 'a guess of a password' },
}))

async function besideDrippers<T>(port: number, work: () => Promise<T>): Promise<T> {
  const child = fork(fileURLToPath(new URL('dripProcess.ts', import.meta.url)), { stdio: 'inherit' })
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', () => reject(new Error('the slow clients ended')))
      child.send({ port, clients })
    })
    return await work()
  } finally {
    child.removeAllListeners('exit')
    child.kill('SIGKILL')
  }
}

/** Requests at their own times, whether or not the one before is answered: a slow server cannot slow down its callers. */
async function pace(port: number, asks: Asked[], perSecond: number, seconds: number): Promise<Calm> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const latencies: number[] = []
  const tally = { failed: 0, overloaded: 0 }
  const began = performance.now()
  const pending: Promise<void>[] = []
  for (let at = 0; at < perSecond * seconds; at += 1) {
    const due = began + (at * 1000) / perSecond
    await sleep(Math.max(0, due - performance.now()))
    const note = async () => {
      const status = await ask(port, asks[at % asks.length]!, agent)
      latencies.push(performance.now() - due)
      if (status !== 200) tally.failed += 1
      if (status === 503) tally.overloaded += 1
    }
    pending.push(note())
  }
  await Promise.all(pending)
  agent.destroy()
  latencies.sort((one, other) => one - other)
  const share = (part: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? 0
  return { p50: share(0.5), p95: share(0.95), answered: latencies.length, ...tally }
}

function ask(port: number, { method, path, token, body }: Asked, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    request({ host: '127.0.0.1', port, method, path, agent, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
      .once('error', () => resolve(0))
      .end(body ? JSON.stringify(body) : undefined)
  })
}
