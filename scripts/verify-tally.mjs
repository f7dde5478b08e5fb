/* oxlint-disable unicorn/consistent-function-scoping, oxc/no-map-spread -- short functions read best where they are used */
/*
 * Checks receipts and the public tally of a Hurd. One file without dependencies for Node 20 or later and for browsers. It
 * shares no code with Hurd so that it is a second opinion. Keep a copy that you trust.
 *   node verify.mjs receipt.json             a receipt, or receipts.json of a data export
 *   node verify.mjs --ack ack.json           the acknowledgment of a stance
 *   node verify.mjs --recount URL BILL DAY   the counts of a bill, from its published leaves
 *   node verify.mjs --sample sample.json     the leaves that the sample reveals
 *   node verify.mjs --log URL                the whole log: every checkpoint, every key, and the members by day
 * Options: --key FILE has the key that you trust, as /transparency/key printed it. --saved FILE is an earlier checkpoint, which
 * --log compares. The exit code is 0 if everything adds up, 1 if something does not, and 2 if the call is wrong.
 */
const names = ['support', 'oppose', 'neutral', 'learning']
const checkNames = ['Your entry', 'Its place in the count', 'The totals', 'The signed log']
const utf8 = (text) => new TextEncoder().encode(text)
const lines = (...items) => items.map((item) => `${item}\n`).join('')
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]))
const isSame = (one, other) => toHex(one) === toHex(other)
const add = (one, other) => one.map((sum, index) => sum + other[index])
const leafSums = (stance) => names.map((name) => Number(name === stance))
const largestPower = (below) => 2 ** Math.ceil(Math.log2(below) - 1)
const sha256 = async (...parts) => new Uint8Array(await subtle().digest('SHA-256', join(...parts)))
/** Thrown if this browser lacks the functions for a check, which says nothing about what was to be checked. */
class Unsupported extends Error {}
function subtle() {
  if (!globalThis.crypto?.subtle) throw new Unsupported('This browser cannot compute hashes here. It may need a secure connection.')
  return crypto.subtle
}
const logParent = (left, right) => sha256([1], left, right)
function fromHex(text, length = 32) {
  if (typeof text !== 'string' || !/^[0-9a-f]*$/.test(text) || text.length !== 2 * length) throw new Error('A hash is malformed.')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}
function fromBase64(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  if (btoa(String.fromCharCode(...bytes)) !== text) throw new Error('A signature or key is malformed.')
  return bytes
}
function sumBytes(sums) {
  if (!Array.isArray(sums) || sums.length !== 4) throw new Error('A sum is malformed.')
  return sums.flatMap((sum) => {
    if (!Number.isInteger(sum) || sum < 0 || sum >= 2 ** 32) throw new Error('A sum is out of range.')
    return [sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, sum & 255]
  })
}

async function leafNode(commitment, stance, isCurrent) {
  if (!names.includes(stance)) throw new Error('A stance is unknown.')
  const sums = leafSums(stance)
  return { hash: await sha256([0], commitment, sumBytes(sums), [isCurrent ? 1 : 0]), sums }
}
async function sumNode(left, right) {
  const hash = await sha256([1], left.hash, sumBytes(left.sums), right.hash, sumBytes(right.sums))
  return { hash, sums: add(left.sums, right.sums) }
}
async function sumRoot(nodes) {
  if (nodes.length === 0) return { hash: await sha256(), sums: [0, 0, 0, 0] }
  if (nodes.length === 1) return nodes[0]
  const split = largestPower(nodes.length)
  return sumNode(await sumRoot(nodes.slice(0, split)), await sumRoot(nodes.slice(split)))
}

/** The sides on which the siblings of a leaf stand, from the bottom, in a tree with `size` leaves. */
function sidesOf(index, size) {
  if (size <= 1) return []
  const split = largestPower(size)
  return index < split ? [...sidesOf(index, split), 'right'] : [...sidesOf(index - split, size - split), 'left']
}

/** Reads an entry and refuses any other spelling of it, because its bytes are what the log contains. */
function readEntry(text) {
  const [kind, day, bill_id, version_no, counts, current, open, root] = String(text).split('\n')
  const numbers = (list) => String(list).split(' ').map(Number)
  const entry = { day, bill_id, version_no: Number(version_no), counts: numbers(counts), current: numbers(current), public_stances: Number(open), root }
  const again = lines('hurd-tally-1', day, bill_id, entry.version_no, entry.counts.join(' '), entry.current.join(' '), entry.public_stances, root)
  if (kind !== 'hurd-tally-1' || again !== text) throw new Error('The entry is malformed.')
  const bytes = [...sumBytes(entry.counts), ...sumBytes(entry.current)]
  const total = entry.counts.reduce((sum, count) => sum + count, 0)
  const isPossible = entry.current.every((count, index) => count <= entry.counts[index]) && entry.public_stances <= total
  if (bytes.length !== 32 || !isPossible) throw new Error('The counts of the entry contradict each other.')
  return { ...entry, total }
}

/** Computes the root of the log from one line and the hashes beside its way up. */
async function logRoot(line, index, size, path) {
  if (!Number.isInteger(index) || !Number.isInteger(size) || index < 0 || index >= size) throw new Error('The position in the log is impossible.')
  const sides = sidesOf(index, size)
  if (sides.length !== path.length) throw new Error('The path through the log has the wrong length.')
  let hash = await sha256([0], utf8(line))
  for (const [step, side] of sides.entries()) {
    hash = side === 'left' ? await logParent(fromHex(path[step]), hash) : await logParent(hash, fromHex(path[step]))
  }
  return hash
}

function readCheckpoint(note) {
  const [origin, size, root] = String(note).split('\n')
  const text = `${origin}\n${Number(size)}\n${root}\n`
  if (!String(note).startsWith(`${text}\n— `)) throw new Error('The checkpoint is malformed.')
  if (!Number.isSafeInteger(Number(size)) || Number(size) < 0) throw new Error('The checkpoint is malformed.')
  return { origin, size: Number(size), root: fromBase64(root), text, signatures: note.slice(text.length + 1).split('\n').filter(Boolean) }
}

const keyId = async (origin, key) => toHex((await sha256(utf8(`${origin}\n`), [1], key)).slice(0, 4))

/** Reads keys as /transparency/key prints them: origin, key id and key, one per line. */
async function readKeys(text) {
  return Promise.all(
    String(text).split('\n').filter(Boolean).map(async (line) => {
      const [, origin, id, base64] = /^(.+)\+([0-9a-f]{8})\+(.+)$/.exec(line) ?? []
      const bytes = fromBase64(base64 ?? '')
      if (bytes[0] !== 1 || bytes.length !== 33 || (await keyId(origin, bytes.slice(1))) !== id) throw new Error('The key is malformed.')
      return { origin, id, bytes: bytes.slice(1) }
    }),
  )
}

async function isSignedByAny(keys, text, signature) {
  for (const { bytes } of keys) {
    const key = await subtle().importKey('raw', bytes, 'Ed25519', false, ['verify']).catch((error) => {
      throw error.name === 'NotSupportedError' ? new Unsupported('This browser cannot check signatures with Ed25519.') : error
    })
    if (await subtle().verify('Ed25519', key, signature, utf8(text))) return true
  }
  return false
}

async function isCheckpointSigned(checkpoint, keys) {
  for (const line of checkpoint.signatures) {
    const prefix = `— ${checkpoint.origin} `
    if (!line.startsWith(prefix)) continue
    const bytes = fromBase64(line.slice(prefix.length))
    const named = keys.filter(({ origin, id }) => origin === checkpoint.origin && id === toHex(bytes.slice(0, 4)))
    if (await isSignedByAny(named, checkpoint.text, bytes.slice(4))) return true
  }
  return false
}

/** Checks a receipt. Returns four results, in the order in which the pages show them. Null is what this browser cannot check. */
export async function checkReceipt(receipt, keyText) {
  const { bill_id, day, user_id, stance, version_no, is_current, nonce, leaf, leaf_index, path, entry: text } = receipt
  let root = null
  const attempt = (check) => check().then((result) => result === true, (error) => (error instanceof Unsupported ? null : false))
  const checks = [
    async () => {
      fromHex(nonce, 16)
      if (!Number.isInteger(version_no) || typeof is_current !== 'boolean') return false
      return toHex(await sha256(utf8(lines('hurd-leaf-1', bill_id, day, user_id, stance, version_no, nonce)))) === leaf
    },
    async () => {
      const { total } = readEntry(text)
      if (!Number.isInteger(leaf_index) || leaf_index < 0 || leaf_index >= total || path.map(({ position }) => position).join() !== sidesOf(leaf_index, total).join()) return false
      let node = await leafNode(fromHex(leaf), stance, is_current)
      for (const { position, hash, sums } of path) {
        const sibling = { hash: fromHex(hash), sums }
        node = position === 'left' ? await sumNode(sibling, node) : await sumNode(node, sibling)
      }
      root = node
      return toHex(root.hash) === readEntry(text).root
    },
    async () => {
      const entry = readEntry(text)
      return entry.bill_id === bill_id && entry.day === day && entry.counts.join() === root.sums.join()
    },
    async () => {
      const checkpoint = readCheckpoint(receipt.checkpoint)
      if (checkpoint.size !== receipt.log_size) return false
      const logHash = await logRoot(text, receipt.entry_index, receipt.log_size, receipt.log_path)
      return isSame(logHash, checkpoint.root) && (await isCheckpointSigned(checkpoint, await readKeys(keyText)))
    },
  ]
  const results = []
  for (const check of checks) results.push({ name: checkNames[results.length], isRight: await attempt(check) })
  return results
}

/** Checks that an instance accepted a stance. */
export async function checkAck({ bill_id, user_id, stance, version_no, at, ack }, keyText) {
  return isSignedByAny(await readKeys(keyText), lines('hurd-ack-1', bill_id, user_id, stance, version_no, at), fromBase64(ack))
}

/** Counts the published leaves of a bill again. */
export async function checkLeaves(entryText, list) {
  const entry = readEntry(entryText)
  const rows = list.split('\n').slice(0, -1).map((line) => line.split(' '))
  const isOrdered = rows.every(([leaf], index) => index === 0 || rows[index - 1][0] < leaf)
  const nodes = await Promise.all(rows.map(([leaf, stance, state]) => leafNode(fromHex(leaf), stance, state === 'current')))
  const root = await sumRoot(nodes)
  const current = rows.filter(([, , state]) => state === 'current').reduce((sums, [, stance]) => add(sums, leafSums(stance)), [0, 0, 0, 0])
  const isRight = toHex(root.hash) === entry.root && root.sums.join() === entry.counts.join() && current.join() === entry.current.join()
  return isOrdered && isRight && rows.every(([, , state]) => state === 'current' || state === 'outdated')
}

/** Checks that each revealed leaf is the stance of the member that it names. */
export async function checkSample(bill_id, day, leaves) {
  for (const { leaf, user_id, stance, version_no, nonce } of leaves) {
    if (toHex(await sha256(utf8(lines('hurd-leaf-1', bill_id, day, user_id, stance, version_no, nonce)))) !== leaf) return false
  }
  return new Set(leaves.map(({ user_id }) => user_id)).size === leaves.length
}

/** Checks that one log is the beginning of another (RFC 9162, section 2.1.4.2). */
export async function isConsistent(from, fromRoot, to, toRoot, proof) {
  if (from === 0 || from === to) return proof.length === 0 && (from === 0 || isSame(fromRoot, toRoot))
  const path = proof.map((hash) => fromHex(hash))
  if (Number.isInteger(Math.log2(from))) path.unshift(fromRoot)
  let [first, last] = [from - 1, to - 1]
  while (first % 2 === 1) [first, last] = [first >> 1, last >> 1]
  if (path.length === 0) return false
  let [older, newer] = [path[0], path[0]]
  for (const hash of path.slice(1)) {
    if (last === 0) return false
    if (first % 2 === 1 || first === last) {
      ;[older, newer] = [await logParent(hash, older), await logParent(hash, newer)]
      while (first % 2 === 0 && first !== 0) [first, last] = [first >> 1, last >> 1]
    } else newer = await logParent(newer, hash)
    ;[first, last] = [first >> 1, last >> 1]
  }
  return last === 0 && isSame(older, fromRoot) && isSame(newer, toRoot)
}

/** What a server may use: seconds and bytes of one response, and of all. A slow or endless one then ends with a sentence. */
const defaultLimits = { seconds: 60, bytes: 64e6, allSeconds: 3600, allBytes: 1e9 }
const pageLines = 1000

/** Returns a function that reads texts of a site within the limits. */
function openReader(site, limits = defaultLimits) {
  let left = limits.allBytes
  const end = Date.now() + 1000 * limits.allSeconds
  return async (path) => {
    const seconds = Math.min(limits.seconds, Math.max(0, (end - Date.now()) / 1000))
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), 1000 * seconds)
    try {
      const response = await fetch(new URL(path, site), { signal: controller.signal })
      if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
      const [decoder, reader] = [new TextDecoder(), response.body.getReader()]
      let [text, bytes] = ['', 0]
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        bytes += part.value.length
        left -= part.value.length
        if (bytes > limits.bytes || left < 0) throw new Error(`${path} sends more than ${(left < 0 ? limits.allBytes : limits.bytes).toLocaleString('en-US')} bytes${left < 0 ? ' with what came before it' : ''}. Nothing more was read.`)
        text += decoder.decode(part.value, { stream: true })
      }
      return text + decoder.decode()
    } catch (error) {
      if (controller.signal.aborted) throw new Error(seconds < limits.seconds ? `The check took more than ${limits.allSeconds} seconds.` : `${path} took more than ${limits.seconds} seconds.`, { cause: error })
      throw error.cause ? new Error(`${path} cannot be read: ${error.cause.message || error.cause.code}.`, { cause: error }) : error
    } finally {
      clearTimeout(timer)
      controller.abort()
    }
  }
}

function parse(path, text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${path} is not JSON.`, { cause: error })
  }
}

/** Reads the whole log of an instance and checks all that it says. Throws a sentence about the first fault. */
export async function checkLog(site, { keyText, saved, limits } = {}) {
  const read = openReader(site, { ...defaultLimits, ...limits })
  const readJson = async (path) => parse(path, await read(path))
  const latest = readCheckpoint(await read('/transparency/checkpoint'))
  // Without a trusted key, the oldest one is trusted, because each later key is signed by one before it.
  const trusted = (await readKeys(keyText ?? (await read('/transparency/key')))).slice(-1)
  const [log, roots, stack] = [[], [], []]
  while (log.length < latest.size) {
    // Each response but the last is full, so the number of requests has a limit.
    const expected = Math.min(pageLines, latest.size - log.length)
    const { lines: page } = await readJson(`/transparency/log?from=${log.length}&to=${log.length + expected}`)
    if (!Array.isArray(page) || page.length < expected) throw new Error('The log is shorter than its checkpoint says.')
    if (page.length > expected || !page.every((line) => typeof line === 'string')) throw new Error('The log is malformed.')
    for (const line of page) {
      let node = { level: 0, hash: await sha256([0], utf8(line)) }
      for (; stack.at(-1)?.level === node.level; node = { level: node.level + 1, hash: await logParent(stack.pop().hash, node.hash) });
      stack.push(node)
      let root = stack.at(-1).hash
      for (const { hash } of stack.slice(0, -1).reverse()) root = await logParent(hash, root)
      roots.push(root)
      log.push(line)
    }
  }
  let [members, before] = [null, null]
  for (const [index, line] of log.entries()) {
    const [kind, day, ...rest] = line.split('\n')
    if (kind === 'hurd-tally-1') readEntry(line)
    else if (kind === 'hurd-roll-1') {
      const [total, , , joined, left] = rest.map(Number)
      if (members !== null && total !== members + joined - left) throw new Error(`The members of ${day} do not follow from the day before.`)
      members = total
    } else if (kind === 'hurd-key-1' || kind === 'hurd-restored-1') {
      const isSigned = await isSignedByAny(trusted, lines(kind, day, ...rest.slice(0, -2)), fromBase64(rest.at(-2)))
      if (!isSigned) throw new Error(`Line ${index} is not signed by a key before it.`)
      if (kind === 'hurd-restored-1') members = null
      else trusted.push({ origin: latest.origin, id: await keyId(latest.origin, fromBase64(rest[0])), bytes: fromBase64(rest[0]) })
    } else throw new Error(`Line ${index} is of an unknown kind.`)
    if (kind === 'hurd-tally-1') continue
    const checkpoint = readCheckpoint(await read(`/transparency/checkpoint?size=${index + 1}`))
    if (!(await isCheckpointSigned(checkpoint, trusted))) throw new Error(`The checkpoint of ${day} is not signed.`)
    if (checkpoint.size !== index + 1 || !isSame(checkpoint.root, roots[index])) throw new Error(`The checkpoint of ${day} has another log.`)
    if (before) {
      const { proof } = await readJson(`/transparency/consistency?from=${before.size}&to=${checkpoint.size}`)
      if (!(await isConsistent(before.size, before.root, checkpoint.size, checkpoint.root, proof))) throw new Error(`The checkpoint of ${day} does not continue the one before.`)
    }
    before = checkpoint
  }
  if (latest.size > 0 && before?.size !== latest.size) throw new Error('The last lines have no checkpoint.')
  const earlier = saved === undefined ? null : readCheckpoint(saved)
  if (earlier && !(earlier.size <= log.length && isSame(earlier.root, roots[earlier.size - 1]))) throw new Error('The saved checkpoint is not part of this log: the past was rewritten.')
  return { size: log.length, members }
}

async function run(args) {
  const { readFile } = await import('node:fs/promises')
  const option = (name) => (args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : undefined)
  const readText = (file) => (file === undefined ? undefined : readFile(file, 'utf8'))
  const [keyText, saved] = [await readText(option('--key')), await readText(option('--saved'))]
  const [mode, ...rest] = args[0]?.startsWith('--') ? args : ['--receipt', ...args]
  const say = (isRight, text) => (console.log(`${isRight ? '✓' : '✗'} ${text}`), isRight)
  if (mode === '--log' && rest.length === 1) {
    const { size, members } = await checkLog(rest[0], { keyText, saved })
    return say(true, `${size} lines of the log add up. Members: ${members ?? 'not counted yet'}.`)
  }
  if (mode === '--recount' && rest.length === 3) {
    const [site, bill, day] = rest
    const [read, path] = [openReader(site), `/transparency/bills/${encodeURIComponent(bill)}/${encodeURIComponent(day)}`]
    const { entry } = parse(path, await read(path))
    return say(await checkLeaves(entry, await read(`${path}/leaves`)), `The stances of ${day}, counted again`)
  }
  if (rest.length !== 1) throw Object.assign(new Error('See the first lines of this file for how to call it.'), { isUsage: true })
  const data = JSON.parse(await readText(rest[0]))
  if (mode === '--sample') return say(await checkSample(data.bill_id, data.day, data.leaves), `${data.leaves.length} revealed leaves`)
  const keys = keyText ?? data.keys?.join('') ?? ''
  const acks = mode === '--ack' ? [data] : (data.acks ?? [])
  const receipts = mode === '--ack' ? [] : (data.receipts ?? (data.acks ? [] : [data.receipt ?? data]))
  let isRight = receipts.length + acks.length > 0
  for (const receipt of receipts) {
    console.log(`Bill ${receipt.bill_id}, ${receipt.day}: ${receipt.stance}`)
    for (const result of await checkReceipt(receipt, keys)) isRight = say(result.isRight === true, result.name) && isRight
  }
  for (const ack of acks) isRight = say(await checkAck(ack, keys), `Bill ${ack.bill_id}: ${ack.stance} was accepted at ${ack.at}`) && isRight
  return isRight
}

if (typeof process !== 'undefined' && /verify(?:-tally)?\.mjs$/.test(process.argv?.[1] ?? '')) {
  const fail = (error) => (console.error(error.isUsage ? error.message : `✗ ${error.message}`), error.isUsage ? 2 : 1)
  process.exitCode = await run(process.argv.slice(2)).then((isRight) => (isRight ? 0 : 1), fail)
}
