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
class UnsupportedBrowser extends Error {}
function subtle() {
  if (globalThis.crypto?.subtle) return crypto.subtle
  throw new UnsupportedBrowser('This browser cannot compute hashes here. It may need a secure connection.')
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
  const isCount = (sum) => Number.isInteger(sum) && sum >= 0 && sum < 2 ** 32
  if (!Array.isArray(sums) || sums.length !== 4 || !sums.every(isCount)) throw new Error('A sum is malformed.')
  return sums.flatMap((sum) => [sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, sum & 255])
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
  if (nodes.length <= 1) return nodes[0] ?? { hash: await sha256(), sums: [0, 0, 0, 0] }
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
  for (const sums of [entry.counts, entry.current]) sumBytes(sums)
  const total = entry.counts.reduce((sum, count) => sum + count, 0)
  if (entry.public_stances > total || entry.current.some((count, index) => count > entry.counts[index])) throw new Error('The counts of the entry contradict each other.')
  return { ...entry, total }
}

/** Computes the root of the log from one line and the hashes beside its way up. */
async function logRoot(line, index, size, path) {
  const isPlace = Number.isInteger(index) && Number.isInteger(size) && index >= 0 && index < size
  const sides = isPlace ? sidesOf(index, size) : []
  if (!isPlace || sides.length !== path.length) throw new Error('The place in the log is impossible.')
  let hash = await sha256([0], utf8(line))
  for (const [step, side] of sides.entries()) hash = await (side === 'left' ? logParent(fromHex(path[step]), hash) : logParent(hash, fromHex(path[step])))
  return hash
}
function readCheckpoint(note) {
  const [origin, size, root] = String(note).split('\n')
  const text = `${origin}\n${Number(size)}\n${root}\n`
  const isSize = Number.isSafeInteger(Number(size)) && Number(size) >= 0
  if (!isSize || !String(note).startsWith(`${text}\n— `)) throw new Error('The checkpoint is malformed.')
  return { origin, size: Number(size), root: fromBase64(root), text, signatures: note.slice(text.length + 1).split('\n').filter(Boolean) }
}

const keyId = async (origin, key) => toHex((await sha256(utf8(`${origin}\n`), [1], key)).slice(0, 4))
/** Reads a key as /transparency/key prints it: origin, key id and key. */
async function readKey(line) {
  const [, origin, id, base64] = /^(.+)\+([0-9a-f]{8})\+(.+)$/.exec(line) ?? []
  const bytes = fromBase64(base64 ?? '')
  if (bytes[0] !== 1 || bytes.length !== 33 || (await keyId(origin, bytes.slice(1))) !== id) throw new Error('The key is malformed.')
  return { origin, id, bytes: bytes.slice(1) }
}
const readKeys = (text) => Promise.all(String(text).split('\n').filter(Boolean).map(readKey))
const refuseKey = async (error) => { throw error.name === 'NotSupportedError' ? new UnsupportedBrowser('This browser cannot check signatures with Ed25519.') : error }
async function isSignedByAny(keys, text, signature) {
  const importKey = ({ bytes }) => subtle().importKey('raw', bytes, 'Ed25519', false, ['verify']).catch(refuseKey)
  const isSignedBy = async (key) => subtle().verify('Ed25519', await importKey(key), signature, utf8(text))
  return (await Promise.all(keys.map(isSignedBy))).includes(true)
}
async function isCheckpointSigned(checkpoint, keys) {
  const prefix = `— ${checkpoint.origin} `
  for (const line of checkpoint.signatures.filter((one) => one.startsWith(prefix))) {
    const bytes = fromBase64(line.slice(prefix.length))
    const named = keys.filter(({ origin, id }) => origin === checkpoint.origin && id === toHex(bytes.slice(0, 4)))
    if (await isSignedByAny(named, checkpoint.text, bytes.slice(4))) return true
  }
  return false
}

const leafOf = async ({ bill_id, day, user_id, stance, version_no, nonce }) => toHex(await sha256(utf8(lines('hurd-leaf-1', bill_id, day, user_id, stance, version_no, nonce))))
/** Checks a receipt. Returns four results, in the order in which the pages show them. Null is what this browser cannot check. */
export async function checkReceipt(receipt, keyText) {
  const { bill_id, day, stance, version_no, is_current, nonce, leaf, leaf_index, path, entry: text } = receipt
  let sums = null
  const attempt = (check) => check().then((result) => result === true, (error) => (error instanceof UnsupportedBrowser ? null : false))
  const checks = [
    async () => fromHex(nonce, 16) && Number.isInteger(version_no) && typeof is_current === 'boolean' && (await leafOf(receipt)) === leaf,
    async () => {
      const { total } = readEntry(text)
      const isPlace = Number.isInteger(leaf_index) && leaf_index >= 0 && leaf_index < total
      if (!isPlace || path.map(({ position }) => position).join() !== sidesOf(leaf_index, total).join()) return false
      let node = await leafNode(fromHex(leaf), stance, is_current)
      for (const { position, hash, sums: beside } of path) {
        const sibling = { hash: fromHex(hash), sums: beside }
        node = await (position === 'left' ? sumNode(sibling, node) : sumNode(node, sibling))
      }
      sums = node.sums
      return toHex(node.hash) === readEntry(text).root
    },
    async () => {
      const entry = readEntry(text)
      return entry.bill_id === bill_id && entry.day === day && entry.counts.join() === sums.join()
    },
    async () => {
      const checkpoint = readCheckpoint(receipt.checkpoint)
      const root = await logRoot(text, receipt.entry_index, receipt.log_size, receipt.log_path)
      return checkpoint.size === receipt.log_size && isSame(root, checkpoint.root) && isCheckpointSigned(checkpoint, await readKeys(keyText))
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
  const nodes = await Promise.all(rows.map(([leaf, stance, state]) => leafNode(fromHex(leaf), stance, state === 'current')))
  const root = await sumRoot(nodes)
  const current = rows.filter(([, , state]) => state === 'current').reduce((sums, [, stance]) => add(sums, leafSums(stance)), [0, 0, 0, 0])
  const isRight = toHex(root.hash) === entry.root && root.sums.join() === entry.counts.join() && current.join() === entry.current.join()
  return isRight && rows.every((row, index) => (index === 0 || rows[index - 1][0] < row[0]) && row.length === 3 && (row[2] === 'current' || row[2] === 'outdated'))
}

/** Checks that each revealed leaf is the stance of the member that it names. */
export async function checkSample(bill_id, day, leaves) {
  for (const revealed of leaves) if ((await leafOf({ ...revealed, bill_id, day })) !== revealed.leaf) return false
  return new Set(leaves.map(({ user_id }) => user_id)).size === leaves.length
}

/** What a server may use: seconds and bytes of one response, and of all. A slow or endless one then ends with a sentence. */
const defaultLimits = { seconds: 60, bytes: 64e6, allSeconds: 3600, allBytes: 1e9 }
/** Returns a function that reads texts of a site within the limits. */
function openReader(site, limits = defaultLimits) {
  let left = limits.allBytes
  const end = Date.now() + 1000 * limits.allSeconds
  return async (path) => {
    const [seconds, bytes, aborter] = [Math.min(limits.seconds, Math.max(0, (end - Date.now()) / 1000)), Math.min(limits.bytes, left), new AbortController()]
    const timer = setTimeout(() => aborter.abort(), 1000 * seconds)
    const tooLong = seconds < limits.seconds ? `The check took more than ${limits.allSeconds} seconds.` : `${path} took more than ${limits.seconds} seconds.`
    const tooMuch = `${path} sends more than ${bytes < limits.bytes ? `${limits.allBytes.toLocaleString('en-US')} bytes with what came before it` : `${bytes.toLocaleString('en-US')} bytes`}. Nothing more was read.`
    try {
      const response = await fetch(new URL(path, site), { signal: aborter.signal })
      if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
      let [text, length, decoder] = ['', 0, new TextDecoder()]
      for await (const part of response.body) {
        length += part.length
        if (length > bytes) throw new Error(tooMuch)
        text += decoder.decode(part, { stream: true })
      }
      left -= length
      return text + decoder.decode()
    } catch (error) {
      if (aborter.signal.aborted) throw new Error(tooLong, { cause: error })
      throw error.cause ? new Error(`${path} cannot be read: ${error.cause.message || error.cause.code}.`, { cause: error }) : error
    } finally {
      clearTimeout(timer)
      aborter.abort()
    }
  }
}
function parse(path, text) {
  try { return JSON.parse(text) } catch (error) { throw new Error(`${path} is not JSON.`, { cause: error }) }
}

/** Reads the whole log of an instance and checks all that it says. Throws a sentence about the first fault. */
export async function checkLog(site, { keyText, saved, limits } = {}) {
  const read = openReader(site, { ...defaultLimits, ...limits })
  const [latest, earlier] = [readCheckpoint(await read('/transparency/checkpoint')), saved === undefined ? null : readCheckpoint(saved)]
  const rewritten = new Error('The saved checkpoint is not part of this log: the past was rewritten.')
  if (earlier?.size > latest.size) throw rewritten
  // Without a trusted key, the oldest one is trusted, because each later key is signed by one before it.
  const trusted = (await readKeys(keyText ?? (await read('/transparency/key')))).slice(-1)
  // The complete subtrees so far, the largest first, and the bills that the newest day has counted.
  const [subtrees, bills] = [[], new Set()]
  let [size, signed, members, newest] = [0, 0, null, '']
  const checkLine = async (line, root) => {
    const [kind, day, ...rest] = line.split('\n')
    if (kind === 'hurd-tally-1' || kind === 'hurd-roll-1') {
      const bill = kind === 'hurd-tally-1' ? readEntry(line).bill_id : 'roll'
      if (day > newest) bills.clear()
      if (day < newest || bills.has(bill)) throw new Error(`Line ${size - 1} counts again what was counted before.`)
      newest = day
      bills.add(bill)
      if (kind === 'hurd-tally-1') return
      const [total, , , joined, left] = rest.map(Number)
      if (members !== null && total !== members + joined - left) throw new Error(`The members of ${day} do not follow from the day before.`)
      members = total
    } else if (kind === 'hurd-key-1' || kind === 'hurd-restored-1') {
      if (!(await isSignedByAny(trusted, lines(kind, day, ...rest.slice(0, -2)), fromBase64(rest.at(-2))))) throw new Error(`Line ${size - 1} is not signed by a key before it.`)
      if (kind === 'hurd-restored-1') members = null
      else trusted.push({ origin: latest.origin, id: await keyId(latest.origin, fromBase64(rest[0])), bytes: fromBase64(rest[0]) })
    } else throw new Error(`Line ${size - 1} is of an unknown kind.`)
    const checkpoint = readCheckpoint(await read(`/transparency/checkpoint?size=${size}`))
    if (!(await isCheckpointSigned(checkpoint, trusted))) throw new Error(`The checkpoint of ${day} is not signed.`)
    if (checkpoint.size !== size || !isSame(checkpoint.root, root)) throw new Error(`The checkpoint of ${day} has another log.`)
    signed = size
  }
  while (size < latest.size) {
    // Each response but the last is full, so the number of requests has a limit.
    const expected = Math.min(1000, latest.size - size)
    const path = `/transparency/log?from=${size}&to=${size + expected}`
    const { lines: page } = parse(path, await read(path))
    if (!Array.isArray(page) || page.length < expected) throw new Error('The log is shorter than its checkpoint says.')
    if (page.length > expected || !page.every((line) => typeof line === 'string')) throw new Error('The log is malformed.')
    for (const line of page) {
      let node = { level: 0, hash: await sha256([0], utf8(line)) }
      for (; subtrees.at(-1)?.level === node.level; node = { level: node.level + 1, hash: await logParent(subtrees.pop().hash, node.hash) });
      subtrees.push(node)
      let root = node.hash
      for (const { hash } of subtrees.slice(0, -1).reverse()) root = await logParent(hash, root)
      size += 1
      if (earlier?.size === size && !isSame(earlier.root, root)) throw rewritten
      await checkLine(line, root)
    }
  }
  if (signed !== size) throw new Error('The last lines have no checkpoint.')
  return { size, members }
}

async function run(args) {
  const { readFile } = await import('node:fs/promises')
  const option = (name) => (args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : undefined)
  const readText = (file) => (file === undefined ? undefined : readFile(file, 'utf8'))
  const [keyText, saved] = [await readText(option('--key')), await readText(option('--saved'))]
  const [mode, ...rest] = args[0]?.startsWith('--') ? args : ['--receipt', ...args]
  const say = (isRight, text) => (console.log(`${isRight ? '✓' : '✗'} ${text}`), isRight)
  const sayLog = ({ size, members }) => say(true, `${size} lines of the log add up. Members: ${members ?? 'not counted yet'}.`)
  if (mode === '--log' && rest.length === 1) return sayLog(await checkLog(rest[0], { keyText, saved }))
  if (mode === '--recount' && rest.length === 3) {
    const [site, bill, day] = rest
    const [read, path] = [openReader(site), `/transparency/bills/${encodeURIComponent(bill)}/${encodeURIComponent(day)}`]
    return say(await checkLeaves(parse(path, await read(path)).entry, await read(`${path}/leaves`)), `The stances of ${day}, counted again`)
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
