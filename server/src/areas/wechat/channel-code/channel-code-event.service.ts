import { sceneOf } from '@zhanggui/domain/wechat/channel-code.ts'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import type { Incoming, IncomingAnswer } from '../incoming/incoming.service.ts'
import { answerOfReply } from '../reply/reply-answer.service.ts'
import { tagOpenids } from '../tag/fan-tag.service.ts'
import * as codes from './channel-code.repository.ts'

const QUEUE = 'wechat-code-tag'
/** What waits while WeChat takes one tagging at a time. */
const RETRIES = 6

/** Registers the job that tags people who came by a code. */
export function registerCodeTags({ jobs }: Platform): void {
  const rules = { retries: RETRIES, retrySeconds: 10 }
  jobs.handle<{ openid: string; tagId: number }>(QUEUE, rules, async (ctx, { openid, tagId }) => {
    await tagOpenids(ctx, { tagId, openids: [openid], on: true }).catch((error: unknown) => {
      // A tag or a fan that is gone meanwhile stops nothing; what WeChat did not answer is tried again.
      if (!(error instanceof HttpError) || error.status !== 422) throw error
      ctx.log.info({ tagId, reason: error.message }, 'a fan was not tagged')
    })
  })
}

/**
 * Counts a scan of one of our codes, and has the fan tagged. A code that is switched off only counts.
 * @param tx the transaction that stores the event
 */
export async function countCodeEvent(tx: Ctx, { account, type, event, eventKey, openid }: Incoming): Promise<void> {
  if (account !== 'public' || type !== 'event') return
  const scene = sceneOf(event, eventKey)
  const code = scene === undefined ? undefined : await codes.countScan(tx, scene, event === 'subscribe')
  if (code?.status && code.tagId) await tx.platform.jobs.enqueue(tx, QUEUE, { openid, tagId: code.tagId })
}

/** The reply to a scan of one of our codes, if the code has one. */
export async function answerCodeEvent(
  tx: Ctx,
  { account, type, event, eventKey }: Incoming,
): Promise<IncomingAnswer | undefined> {
  if (account !== 'public' || type !== 'event') return undefined
  const scene = sceneOf(event, eventKey)
  const code = scene === undefined ? undefined : await codes.findByScene(tx, scene)
  return code?.status && code.replyId ? answerOfReply(tx, code.replyId) : undefined
}
