import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ctx, inTransaction } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'

const ATTEMPTS = 3
/** How long a statement waits for a lock. */
const LOCK_MS = 2000
/** At most so long before another attempt, so that those who collided do not collide again. */
const PAUSE_MS = 50
/** Deadlock, serialisation failure, lock timeout. */
const PASSING_CODES = ['40P01', '40001', '55P03']

/**
 * Runs work in a transaction as {@link inTransaction} does, and again, twice at most, when it failed only because of others
 * who work on the same rows. Within a transaction it joins that one, which is retried as a whole.
 * @param work runs more than once, so it does nothing outside the transaction
 * @throws 503 OVERLOADED when all attempts failed so
 */
export async function retried<Result>(ctx: Ctx, work: (tx: Ctx) => Promise<Result>): Promise<Result> {
  if (ctx.beforeCommit) return work(ctx)
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(ctx, work, { lockMs: LOCK_MS })
    } catch (error) {
      if (!isPassing(error)) throw error
      if (attempt < ATTEMPTS) await sleep(randomInt(PAUSE_MS))
      else throw overloaded(error)
    }
  }
}

/** Others changed what a transaction was about to work on, so that it locked the wrong rows: it runs again. */
export class Overtaken extends Error {
  readonly code = '40001'
  constructor() {
    super('overtaken by another transaction')
  }
}

/** Whether a statement failed only because of others who work on the same rows: its transaction runs again. */
export function isPassing(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { code } = (cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && PASSING_CODES.includes(code)
}

function overloaded(cause: unknown): HttpError {
  const error = new HttpError(503, 'OVERLOADED', '当前操作人数较多，系统繁忙，请稍后再试', { retryAfter: 5 })
  error.cause = cause
  return error
}
