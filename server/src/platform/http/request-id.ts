import { randomFillSync } from 'node:crypto'
import { ulid } from 'ulid'

const pool = new Uint8Array(4096)
let used = pool.length

/** Returns a random number. Bytes are generated in thousands: one at a time they would cost a tenth of a small call. */
function random(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return (pool[used++] ?? 0) / 256
}

/** The id of a call: the client's if it is well-formed, else a new ULID. */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(given) ? given : ulid(undefined, random)
}
