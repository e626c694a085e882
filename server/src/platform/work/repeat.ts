import type { Ctx } from '../http/context.ts'

/**
 * Repeats work in this process at an interval, never concurrently.
 * @param trouble the log message for a failure; the work is retried at the next interval
 * @returns stops once the current run has ended
 */
export function repeat(
  own: Ctx,
  everyMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  trouble: string,
): () => Promise<void> {
  const stopping = new AbortController()
  let doing: Promise<unknown> | undefined
  const timer = setInterval(() => {
    doing ??= work(stopping.signal)
      .catch((error: unknown) => own.log.error({ err: error }, trouble))
      .finally(() => {
        doing = undefined
      })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await doing
  }
}
