import { createHash, createHmac } from 'node:crypto'
import { createServer, request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

type Keys = { region: string; accessKeyId: string; secretAccessKey: string }

const shape =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

const encodeStrictly = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Starts a proxy in front of the simulated S3, which accepts every signature. The proxy passes on only requests with a
 * valid version 4 signature by these keys. It computes the signature from Amazon's description, independently of the
 * client.
 */
export async function startSignedS3(target: string, keys: Keys) {
  const seen = { accepted: 0, refused: 0 }
  const server = createServer((incoming, answer) => {
    void buffer(incoming).then((body) => {
      if (!isSigned(incoming, body, keys)) {
        seen.refused += 1
        answer.writeHead(403, { 'content-type': 'application/xml' })
        return answer.end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      }
      seen.accepted += 1
      const { method, url, headers } = incoming
      const passed = request(new URL(url ?? '/', target), { method, headers }, (from) => {
        answer.writeHead(from.statusCode ?? 500, from.headers)
        from.pipe(answer)
      })
      return passed.on('error', () => answer.destroy()).end(body)
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
  const named = signed.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const canonical = [method, pathname, query.join('&'), named.join(''), signed, content].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`)
  return (
    hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex') === signature
  )
}
