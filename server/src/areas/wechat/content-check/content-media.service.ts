import { randomUUID } from 'node:crypto'
import { readVerdict, type Verdict } from '@zhanggui/domain/wechat/content-check.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import {
  callWechat,
  type WechatAccount,
  WechatRefusal,
  WechatSilence,
} from '../../../platform/outside/wechat/wechat-call.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { readStored } from '../../setting/setting/setting.service.ts'
import type { Incoming } from '../incoming/incoming.service.ts'
import { readWechatAccount } from '../wechat-user/wechat-account.service.ts'
import { findOpenid } from '../wechat-user/wechat-binding.service.ts'
import * as checks from './content-check.repository.ts'
import { decideByVerdicts, MEDIA_QUEUE, reasonOf, scenes } from './content-check.service.ts'

const PICTURE = 2
/** WeChat promises a verdict within this time. */
const PATIENCE_MS = 30 * 60_000

/** Registers the job that has WeChat look at pictures, and the clock that gives up waiting for it. */
export function registerContentChecks({ jobs, scheduler }: Platform): void {
  jobs.handle<{ id: number }>(MEDIA_QUEUE, { atOnce: 2, retries: 3, retrySeconds: 20 }, (ctx, { id }) =>
    askAbout(ctx, id),
  )
  scheduler.handle('contentCheckTimeout', {
    title: '内容检查超时',
    cron: '0 */1 * * * ?',
    run: async (ctx, _, signal) => {
      const before = new Date(ctx.now().getTime() - PATIENCE_MS)
      let total = 0
      for (let some = 1; some && !signal.aborted; total += some)
        some = await inTransaction(ctx, (tx) => checks.giveUp(tx, before, '微信 30 分钟内没有给出结论'))
      return total
    },
  })
}

/** Asks WeChat about those pictures of something that it was not asked about yet. */
async function askAbout(ctx: Ctx, id: number): Promise<void> {
  const row = await checks.find(ctx, id)
  if (row?.state !== 0) return
  const asked = (await checks.listTraces(ctx, id)).length
  const account = await readWechatAccount(ctx, 'routine', await readStored(ctx))
  const openid = await findOpenid(ctx, row.uid, 'routine')
  const media = await readMedia(ctx)
  for (const pic of row.pics.slice(asked)) {
    const address = media.toShared(pic)
    const answer = await ask(account, { openid, address, scene: scenes[row.kind] })
    if ('reason' in answer) {
      await checks.addTrace(ctx, { traceId: `none-${randomUUID()}`, checkId: id, verdict: 'none' })
      await checks.update(ctx, id, { reason: answer.reason })
    } else await checks.addTrace(ctx, { traceId: answer.traceId, checkId: id })
  }
  await inTransaction(ctx, (tx) => decideByVerdicts(tx, id))
}

type Question = { openid: string | undefined; address: string; scene: number }

/** @throws {WechatSilence} to be asked again */
async function ask(
  account: WechatAccount | undefined,
  { openid, address, scene }: Question,
): Promise<{ traceId: string } | { reason: string }> {
  if (!account) return { reason: '没有配置小程序，微信不能检查' }
  if (!openid) return { reason: '该用户没有来过小程序，微信不能检查' }
  if (!/^https?:\/\//.test(address)) return { reason: '没有配置站点域名，微信看不到图片' }
  const body = { media_url: address, media_type: PICTURE, version: 2, scene, openid }
  try {
    const { trace_id } = await callWechat(account, '/wxa/media_check_async', body)
    return typeof trace_id === 'string' ? { traceId: trace_id } : { reason: '微信没有给出结论' }
  } catch (error) {
    if (error instanceof WechatRefusal) return { reason: reasonOf(error) }
    if (error instanceof WechatSilence && !error.sent) throw error
    if (error instanceof WechatSilence) return { reason: reasonOf(error) }
    throw error
  }
}

/**
 * Takes WeChat's verdict of a picture.
 * @param tx the transaction that stores the event
 */
export async function takeMediaVerdict(tx: Ctx, { account, event, fields }: Incoming): Promise<void> {
  if (account !== 'mini' || event !== 'wxa_media_check') return
  const traceId = String(fields.trace_id ?? '').slice(0, 64)
  if (!traceId) return
  // One that it could not fetch has no verdict.
  const verdict: Verdict = Number(fields.errcode ?? 0) === 0 ? readVerdict(fields.result) : 'none'
  const id = await checks.noteVerdict(tx, traceId, verdict)
  if (id) await decideByVerdicts(tx, id)
}
