import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { HttpError } from '../http/errors.ts'

const derive = promisify(argon2)

/** The cost of new hashes: 19 MiB, two passes, one lane. Raising it rehashes each password at its next sign-in. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
const PREFIX = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Whose password it is: each waits in a queue of their own, and both are served in turn. */
export type PasswordOwner = 'staff' | 'buyer'

/** How long a computation may wait in the queue. */
const PATIENCE_MS = 5000

/** A hash that no password matches, as expensive to verify as any other, for unknown user names. */
export const dummyHash = write(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))

/**
 * Hashes a password with a fresh salt.
 * @returns a PHC string, `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`
 * @throws {HttpError} 503 after five seconds in the queue
 */
export async function hashPassword(password: string, owner: PasswordOwner = 'staff'): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return write(salt, await computeTag(password, salt, COST, TAG_BYTES, owner))
}

/**
 * Whether the password matches the hash. Takes as long for wrong passwords.
 * @param hash from {@link hashPassword}, at any cost; anything else matches no password
 * @throws {HttpError} 503 after five seconds in the queue
 */
export async function verifyPassword(hash: string, password: string, owner: PasswordOwner = 'staff'): Promise<boolean> {
  const parts = PHC.exec(hash)
  if (!parts) return false
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(tag, 'base64')
  const actual = await computeTag(password, Buffer.from(salt, 'base64'), cost, expected.length, owner)
  return timingSafeEqual(actual, expected)
}

/** Whether a hash has a cost other than the current one, so that its password should be hashed again. */
export function needsRehash(hash: string): boolean {
  return !hash.startsWith(PREFIX)
}

function write(salt: Buffer, tag: Buffer): string {
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `${PREFIX}${plain(salt)}$${plain(tag)}`
}

function computeTag(
  password: string,
  nonce: Buffer,
  cost: typeof COST,
  tagLength: number,
  owner: PasswordOwner,
): Promise<Buffer> {
  // Depending on the keyboard, the same characters arrive composed or decomposed.
  return inTurn(owner, () => derive('argon2id', { message: password.normalize('NFC'), nonce, tagLength, ...cost }))
}

let busy = false
const queues: Record<PasswordOwner, (() => void)[]> = { staff: [], buyer: [] }

/**
 * Runs one computation at a time: more would occupy the threads that files and DNS lookups need, and sixteen concurrent
 * sign-ins would starve all other calls. Staff and buyers take turns, so that no crowd of buyers keeps staff out.
 */
async function inTurn<T>(owner: PasswordOwner, compute: () => Promise<T>): Promise<T> {
  if (busy) await turn(queues[owner])
  busy = true
  try {
    return await compute()
  } finally {
    const next = (owner === 'staff' ? queues.buyer.shift() : queues.staff.shift()) ?? queues[owner].shift()
    if (next) next()
    else busy = false
  }
}

function turn(queue: (() => void)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      clearTimeout(patience)
      resolve()
    }
    const patience = setTimeout(() => {
      queue.splice(queue.indexOf(enter), 1)
      reject(new HttpError(503, 'OVERLOADED', '系统繁忙，请稍后再试', { retryAfter: 5 }))
    }, PATIENCE_MS)
    queue.push(enter)
  })
}
