import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  NewPasskey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  SignedChallenge,
} from '#contract/accounts/passkeys.ts'

/**
 * The flags of the authenticator data: user present, user verified, can be backed up, is backed up, has a credential.
 */
const [present, verified, backupEligible, backedUp, hasCredential] = [0x01, 0x04, 0x08, 0x10, 0x40]

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')

/**
 * Creates a passkey with a real ES256 key, as an authenticator and a browser of this origin create it. A test may set
 * the origin and the signature counter `count`.
 */
export function softwarePasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key' } as const
  const jwk = publicKey.export({ format: 'jwk' })

  function clientData(type: 'webauthn.create' | 'webauthn.get', challenge: string) {
    return JSON.stringify({ type, challenge, origin: passkey.origin, crossOrigin: false })
  }

  function authenticatorData(rpId: string, flags: number, attested: Buffer = Buffer.alloc(0)) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(passkey.count)
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counter, attested])
  }

  const passkey = {
    origin,
    count: 1,
    isBackedUp: false,

    create({ rp, challenge }: PasskeyCreationOptions): NewPasskey {
      const coseKey = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(jwk.x ?? '', 'base64url'))],
        [cborInt(-3), cborBytes(Buffer.from(jwk.y ?? '', 'base64url'))],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, coseKey])
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authenticatorData(rp.id, flags() | hasCredential, attested))],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },

    sign({ rpId, challenge }: PasskeyRequestOptions): SignedChallenge {
      passkey.count += 1
      const data = authenticatorData(rpId, flags())
      const client = clientData('webauthn.get', challenge)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      }
    },
  }

  function flags() {
    return present | verified | (passkey.isBackedUp ? backupEligible | backedUp : 0)
  }

  return passkey
}

// The functions below write the few kinds of CBOR (RFC 8949) that WebAuthn needs.

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value)
  if (value < 256) return Buffer.of((major << 5) | 24, value)
  return Buffer.of((major << 5) | 25, value >> 8, value & 0xff)
}

function cborInt(value: number): Buffer {
  return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value)
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)])
}

function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
}
