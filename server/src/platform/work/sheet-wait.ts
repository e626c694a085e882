import type { Ctx } from '../http/context.ts'
import { pushLive } from './live.ts'

/** Tells the caller's open pages how many sheets are to be read before theirs (`onWait` of `readSheet`). */
export function tellWait(ctx: Ctx): (ahead: number) => void {
  const { userId } = ctx.actor
  return (ahead) => {
    pushLive(ctx, { userIds: [userId] }, 'sheet.wait', { ahead }).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'a waiting sheet was not announced'),
    )
  }
}
