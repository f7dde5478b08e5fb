import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { sha256 } from './leaf.ts'

/** A key that signs checkpoints and acknowledgments with Ed25519. */
export type SigningKey = { privateKey: KeyObject; publicKey: Buffer }

/** What precedes the 32 bytes of a seed in PKCS #8, and those of a public key in SPKI (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** The algorithm number of Ed25519 in signed notes. */
const ed25519 = Buffer.of(1)

export function keyFromSeed(seed: Buffer): SigningKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { privateKey, publicKey: spki.subarray(spkiPrefix.length) }
}

export function signText({ privateKey }: SigningKey, text: string): string {
  return sign(null, Buffer.from(text), privateKey).toString('base64')
}

function isSignedBy(publicKey: Buffer, text: string, signature: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.concat([spkiPrefix, publicKey]), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, signature)
}

function keyId(origin: string, publicKey: Buffer): Buffer {
  return sha256(`${origin}\n`, ed25519, publicKey).subarray(0, 4)
}

/** Returns the line by which a verifier knows the key: origin, key id and public key. */
export function keyLine(origin: string, publicKey: Buffer): string {
  const id = keyId(origin, publicKey).toString('hex')
  return `${origin}+${id}+${Buffer.concat([ed25519, publicKey]).toString('base64')}\n`
}

/** Returns the checkpoint of a log of `size` lines as a signed note (C2SP tlog-checkpoint). */
export function signCheckpoint(key: SigningKey, origin: string, size: number, root: Buffer): string {
  const text = `${origin}\n${size}\n${root.toString('base64')}\n`
  const signature = Buffer.from(signText(key, text), 'base64')
  const signed = Buffer.concat([keyId(origin, key.publicKey), signature]).toString('base64')
  return `${text}\n— ${origin} ${signed}\n`
}

export type Checkpoint = { size: number; root: Buffer }

/** Reads what a checkpoint says, without checking who signed it. */
export function readCheckpoint(note: string): Checkpoint {
  const [, size = '', root = ''] = note.split('\n')
  return { size: Number(size), root: Buffer.from(root, 'base64') }
}

/** Returns whether one of the keys has signed the checkpoint. */
export function isCheckpointSigned(note: string, origin: string, publicKeys: readonly Buffer[]): boolean {
  const [text, ...rest] = note.split('\n\n')
  const prefix = `— ${origin} `
  const signed = rest
    .join('\n\n')
    .split('\n')
    .filter((line) => line.startsWith(prefix))
  return signed.some((line) => {
    const bytes = Buffer.from(line.slice(prefix.length), 'base64')
    return publicKeys.some(
      (key) =>
        keyId(origin, key).equals(bytes.subarray(0, 4)) && isSignedBy(key, `${text}\n`, bytes.subarray(4)),
    )
  })
}
