import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { type SheetColumn, writeSheet } from '../../../platform/content/sheets.ts'
import { retried } from '../../../platform/data/retried.ts'
import { type Ctx, holds, type Platform } from '../../../platform/http/context.ts'
import { forbidden } from '../../../platform/http/errors.ts'
import type { TaskFile, TaskResult, TaskWork } from '../../../platform/work/tasks.ts'
import { nextOfSegment } from '../../user/segment/user-segment.service.ts'
import type { SendTarget } from './coupon-copy.tables.ts'
import { GRANT_BATCH, grantCoupon } from './coupon-grant.service.ts'
import * as sends from './coupon-send.repository.ts'
import { leftOf, requireSendable, SEND_TASK } from './coupon-send.service.ts'

type Work = Pick<TaskWork, 'progress' | 'newFile' | 'signal'>

/** Registers the task that sends a coupon to many customers. */
export function registerSends({ tasks }: Platform): void {
  tasks.handle<{ sendId: number }>(SEND_TASK, { needs: couponCopy.receive.permission, restartable: true }, runSend)
}

/**
 * Sends to the customers behind the last one, a thousand in a transaction that also says so: a process that goes on after a
 * crash gives nobody two.
 */
export async function runSend(ctx: Ctx, { sendId }: { sendId: number }, work: Work): Promise<TaskResult> {
  if (!holds(ctx.actor, couponCopy.receive.permission)) throw forbidden(couponCopy.receive.permission)
  await sends.update(ctx, sendId, { state: 'running', finishedAt: null })
  for (;;) {
    const step = await sendNext(ctx, sendId)
    const { sent, skipped, count } = step.send
    if (step.isShort) {
      await sends.update(ctx, sendId, { state: 'stopped', finishedAt: ctx.now() })
      throw new Refusal(`库存不足，已发 ${sent} 张`)
    }
    if (step.isOver) {
      await sends.update(ctx, sendId, { state: 'done', finishedAt: ctx.now() })
      const message = `已发 ${sent} 张`
      if (!skipped) return { rows: sent, message }
      return {
        rows: sent,
        message: `${message}，跳过 ${skipped} 人`,
        errorFile: await writeSkipped(ctx, step.send, work),
      }
    }
    await work.progress({ processed: sent + skipped, total: Math.max(count, sent + skipped), failed: skipped })
  }
}

type Step = { send: sends.Send; isOver: boolean; isShort: boolean }

/** Sends to the next thousand. @throws 422 for a send that was taken back; as {@link requireSendable} */
function sendNext(ctx: Ctx, sendId: number): Promise<Step> {
  return retried(ctx, async (tx) => {
    const before = await sends.find(tx, sendId)
    const coupon = before && (await sends.lockCoupon(tx, before.couponId))
    const send = (await sends.lock(tx, sendId))?.send
    if (!send || send.undoneAt) throw new Refusal('该次发放已撤回，不能继续发放')
    const uids = await nextReceivers(tx, send.target, send.lastUid)
    const lastUid = uids.at(-1)
    if (lastUid === undefined) return { send, isOver: true, isShort: false }
    if (coupon && leftOf(coupon) <= 0) return { send, isOver: false, isShort: true }
    requireSendable(coupon, tx.now())
    const known = 'uids' in send.target ? await sends.listKnown(tx, uids) : uids
    const receivers = await sends.listBelowLimit(tx, coupon.id, known, coupon.limitPerUser)
    // The last customer is not passed while stock that is added later could reach them.
    const [served, left] = [receivers.slice(0, leftOf(coupon)), receivers[leftOf(coupon)]]
    const { granted } = await grantCoupon(tx, { couponId: coupon.id, uids: served, source: 'send', sendId })
    const passed = left === undefined ? uids : uids.filter((uid) => uid < left)
    const moved = {
      sent: send.sent + granted.length,
      skipped: send.skipped + passed.length - granted.length,
      lastUid: passed.at(-1) ?? send.lastUid,
    }
    await sends.update(tx, sendId, moved)
    return { send: { ...send, ...moved }, isOver: false, isShort: left !== undefined }
  })
}

async function nextReceivers(ctx: Ctx, target: SendTarget, after: number): Promise<number[]> {
  if ('uids' in target) return target.uids.filter((uid) => uid > after).slice(0, GRANT_BATCH)
  return nextOfSegment(ctx, 'segmentId' in target ? target.segmentId : target.filter, after, GRANT_BATCH)
}

type Skipped = Awaited<ReturnType<typeof sends.listWithout>>[number]

const columns: SheetColumn<Skipped>[] = [
  { title: '用户ID', value: ({ uid }) => uid, width: 12 },
  { title: '昵称', value: ({ nickname }) => nickname ?? '', width: 20 },
  { title: '原因', value: ({ nickname }) => (nickname === null ? '用户不存在' : '已达到每人限领数量'), width: 24 },
]

/** The customers who were passed over, each with the reason. */
async function writeSkipped(ctx: Ctx, { id, target }: sends.Send, work: Work): Promise<TaskFile> {
  const file = await work.newFile('xlsx')
  const sheet = writeSheet('未发放的用户', columns, skippedOf(ctx, id, target), 'xlsx')
  await pipeline(sheet, createWriteStream(file.path, { mode: 0o600 }), { signal: work.signal })
  return file
}

async function* skippedOf(ctx: Ctx, sendId: number, target: SendTarget): AsyncGenerator<Skipped> {
  for (let after = 0; ; ) {
    const uids = await nextReceivers(ctx, target, after)
    const last = uids.at(-1)
    if (last === undefined) return
    yield* await sends.listWithout(ctx, sendId, uids)
    after = last
  }
}
