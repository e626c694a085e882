import type { Ctx } from '../http/context.ts'

/**
 * Does something again and again while this process works, never twice at once.
 * @param trouble what the log says when it failed; it is tried again at the next turn
 * @returns stops, when what is being done has ended
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
