import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

type StoredFile = { body: Buffer; changedAt: Date }
type Keys = { region: string; accessKeyId: string; secretAccessKey: string }

const shape =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

const encodeStrictly = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The service lists this number of files at once. S3 lists 1000, which a test would take long to store. */
export const pageLength = 50

/**
 * Starts an S3-compatible service with empty buckets in memory, which has what Hurd uses: PUT, GET with a range, DELETE and
 * the first version of the list. It accepts only requests with a valid version 4 signature by these keys, and computes the
 * signature from Amazon's description, independently of the client.
 */
export async function startSignedS3(buckets: readonly string[], keys: Keys) {
  const filesByBucket = new Map(buckets.map((bucket) => [bucket, new Map<string, StoredFile>()]))
  const seen = { accepted: 0, refused: 0 }
  const server = createServer((incoming, response) => {
    void buffer(incoming).then((body) => {
      if (!isSigned(incoming, body, keys)) {
        seen.refused += 1
        return sendXml(response, 403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
      }
      seen.accepted += 1
      const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://any')
      const [, bucket = '', ...rest] = pathname.split('/').map(decodeURIComponent)
      const files = filesByBucket.get(bucket)
      if (!files) return sendXml(response, 404, '<Error><Code>NoSuchBucket</Code></Error>')
      const key = rest.join('/')
      if (key === '') return sendXml(response, 200, listFiles(files, searchParams))
      if (incoming.method === 'PUT') files.set(key, { body, changedAt: new Date() })
      else if (incoming.method === 'DELETE') files.delete(key)
      else return sendFile(response, files.get(key), incoming.headers.range)
      return response.writeHead(incoming.method === 'DELETE' ? 204 : 200).end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { endpoint: `http://127.0.0.1:${port}`, seen, close }
}

function sendXml(response: ServerResponse, status: number, xml: string) {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`)
}

function sendFile(response: ServerResponse, file: StoredFile | undefined, range: string | undefined) {
  if (!file) return sendXml(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  const body = first === undefined ? file.body : file.body.subarray(Number(first), Number(last) + 1)
  return response.writeHead(range ? 206 : 200, { 'content-length': body.length }).end(body)
}

/** Lists the names after `marker` in the order of their bytes, as ListObjects does. */
function listFiles(files: ReadonlyMap<string, StoredFile>, query: URLSearchParams): string {
  const [prefix, marker] = [query.get('prefix') ?? '', query.get('marker') ?? '']
  const matching = [...files].filter(([key]) => key.startsWith(prefix) && key > marker)
  const page = matching.toSorted(([key], [other]) => (key < other ? -1 : 1)).slice(0, pageLength)
  const contents = page.map(
    ([key, { body, changedAt }]) =>
      `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified><Size>${body.length}</Size></Contents>`,
  )
  return `<ListBucketResult><IsTruncated>${matching.length > page.length}</IsTruncated>${contents.join('')}</ListBucketResult>`
}

function isSigned({ method, url, headers }: IncomingMessage, body: Buffer, keys: Keys): boolean {
  const [, id, day, region, signed = '', signature] = shape.exec(headers.authorization ?? '') ?? []
  const [at, content] = [String(headers['x-amz-date']), String(headers['x-amz-content-sha256'])]
  if (
    id !== keys.accessKeyId ||
    region !== keys.region ||
    day !== at.slice(0, 8) ||
    !signed.includes('host')
  ) {
    return false
  }
  const time = Date.parse(at.replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5Z'))
  if (!(Math.abs(Date.now() - time) < 15 * 60_000)) return false
  if (content !== 'UNSIGNED-PAYLOAD' && content !== sha256(body)) return false

  const { pathname, searchParams } = new URL(url ?? '/', 'http://any')
  const query = [...searchParams].map((pair) => pair.map(encodeStrictly).join('=')).toSorted()
  const headerLines = signed.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const canonical = [method, pathname, query.join('&'), headerLines.join(''), signed, content].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`)
  return (
    hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex') === signature
  )
}
