import { spawnSync } from 'node:child_process'
import { lchownSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './embeddedPostgresError.ts'

/** The way to run PostgreSQL's programs, which refuse to run as root. */
export type Runner = {
  /** The account that must own the database's files, or null for the current account. */
  owner: { uid: number; gid: number } | null
  /** Options for `spawn`. */
  identity: { uid?: number; gid?: number }
  /** Returns a command line that drops the privileges and stops the program when this process is killed. */
  wrap(program: string, args: string[]): [command: string, args: string[]]
}

type Account = { uid: number; gid: number }

/**
 * Chooses the account that runs PostgreSQL. An ordinary user runs it under their own account. Root runs it as the owner
 * of an existing database folder, or else as `postgres` or `nobody`. If that account cannot reach the files (a
 * checkout under /root), it runs as root without privileges, in a user namespace. `folder` and `socketFolder` must exist.
 */
export function chooseRunner(program: string, folder: string, socketFolder: string): Runner {
  const deathSignal = succeeds('setpriv', ['--pdeathsig=INT', 'true']) ? ['setpriv', '--pdeathsig=INT'] : []
  if (process.getuid?.() !== 0) return { owner: null, identity: {}, wrap: prefixWith(deathSignal) }

  const account = ownerOf(folder) ?? findAccount('postgres') ?? findAccount('nobody')
  if (account && canReach(account, program, [folder, socketFolder])) {
    return { owner: account, identity: account, wrap: prefixWith(deathSignal) }
  }

  const namespace = ['--user', '--map-user=65534', '--map-group=65534', '--']
  if (succeeds('unshare', [...namespace, 'true'])) {
    return {
      owner: { uid: 0, gid: 0 },
      identity: {},
      wrap: prefixWith(['unshare', ...namespace, ...deathSignal]),
    }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and no other user can reach ${folder}: ` +
      'start Hurd as an ordinary user, or put it and DATA_DIR where every user may enter.',
  )
}

/** Changes the owner of a file, or of a folder and its contents, to the runner's owner. */
export function changeOwner(owner: Runner['owner'], path: string): void {
  if (!owner || statSync(path).uid === owner.uid) return
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
      lchownSync(join(path, name), owner.uid, owner.gid)
    }
  }
  // The folder itself is changed last so that an interrupted run is repeated.
  lchownSync(path, owner.uid, owner.gid)
}

function prefixWith(prefix: string[]): Runner['wrap'] {
  const [first, ...rest] = prefix
  return (program, args) => (first ? [first, [...rest, program, ...args]] : [program, args])
}

function ownerOf(folder: string): Account | null {
  const { uid, gid } = statSync(folder)
  return uid === 0 ? null : { uid, gid }
}

function findAccount(name: string): Account | null {
  const row = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
  const [, , uid, gid] = row?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}

/** Runs the check as that account, because the permissions of every folder in the path matter. */
function canReach(account: Account, program: string, folders: string[]): boolean {
  return (
    succeeds(program, ['--version'], account) &&
    folders.every((folder) => succeeds('test', ['-d', folder], account))
  )
}

function succeeds(program: string, args: string[], as: Runner['identity'] = {}): boolean {
  return spawnSync(program, args, { ...as, cwd: '/', stdio: 'ignore' }).status === 0
}
