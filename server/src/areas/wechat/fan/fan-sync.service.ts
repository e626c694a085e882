import { fan } from '@zhanggui/contract/wechat/fan.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { readWechat, type WechatAccount } from '../../../platform/outside/wechat/wechat-call.ts'
import { refuseWechat } from '../../../platform/outside/wechat/wechat-errors.ts'
import { startTask } from '../../../platform/work/tasks.ts'
import { mirrorTags } from '../tag/fan-tag.service.ts'
import { getWechatAccount, hasWechatAccount } from '../wechat-user/wechat-account.service.ts'
import * as fans from './fan.repository.ts'
import { tellTurns } from './fan-event.service.ts'
import { READ_AT_ONCE, readFans, storeFans } from './fan-store.service.ts'

const TASK = 'wechat-fan-sync'
const TITLE = '从微信同步粉丝'
/** A comparison that stopped longer ago starts over: too much has changed meanwhile. */
const GOES_ON_MS = 24 * 3600_000

type Progress = (at: { processed: number; total: number }) => Promise<void>

/** Starts a task that compares the followers with WeChat's. @throws 422 NOT_CONFIGURED */
export async function startSync(ctx: Ctx): Promise<{ taskId: string }> {
  await getWechatAccount(ctx, 'wechat')
  return inTransaction(ctx, async (tx) => {
    await audit(tx, { action: 'synchronize', objectType: 'fan', objectId: '', objectName: TITLE })
    return startTask(tx, { type: TASK, title: TITLE, params: {} })
  })
}

/** Registers the task, and the same by the clock, which staff switch on. */
export function registerFanSync({ tasks, scheduler }: Platform): void {
  tasks.handle(TASK, { needs: fan.sync.permission, restartable: true, heavy: true }, async (ctx, _, work) => {
    const { seen, left } = await syncFans(ctx, work.signal, work.progress)
    return { rows: seen, message: `共 ${seen} 位粉丝，${left} 位已取消关注` }
  })
  scheduler.handle('wechatFanSync', {
    title: '同步公众号粉丝',
    cron: '0 0 4 * * ?',
    paused: true,
    run: async (ctx, _, signal) => ((await hasWechatAccount(ctx, 'wechat')) ? (await syncFans(ctx, signal)).seen : 0),
  })
}

/**
 * Reads all followers, ten thousand openids at a time and of each hundred what WeChat says of them, and marks those who are
 * followers no more. It goes on where one stopped that was begun within a day.
 */
async function syncFans(ctx: Ctx, signal: AbortSignal, progress: Progress = async () => {}) {
  const account = await getWechatAccount(ctx, 'wechat')
  await mirrorTags(ctx, account)
  const { appid } = account
  const sync = await fans.beginSync(ctx, appid, new Date(ctx.now().getTime() - GOES_ON_MS))
  let { seen, nextOpenid } = sync
  for (let done = false; !done && !signal.aborted; ) {
    const page = await readPage(account, nextOpenid)
    for (let from = 0; from < page.openids.length && !signal.aborted; from += READ_AT_ONCE) {
      await takeSome(ctx, account, page.openids.slice(from, from + READ_AT_ONCE))
      await progress({ processed: Math.min(seen + from + READ_AT_ONCE, page.total), total: page.total })
    }
    if (signal.aborted) break
    seen += page.openids.length
    nextOpenid = page.next
    done = !page.openids.length || !page.next
    if (!done) await fans.noteSync(ctx, appid, { nextOpenid, seen, total: page.total })
  }
  if (signal.aborted) return { seen, left: 0 }
  const left = await leaveUnseen(ctx, sync.startedAt)
  await fans.noteSync(ctx, appid, { seen, total: seen, finishedAt: ctx.now() })
  return { seen, left }
}

async function readPage(account: WechatAccount, next: string) {
  const query: Record<string, string> = next ? { next_openid: next } : {}
  const answer = await readWechat(account, '/cgi-bin/user/get', query).catch(refuseWechat)
  const { openid: given } = (answer.data ?? {}) as { openid?: unknown }
  const openids = Array.isArray(given) ? given.map(String) : []
  return { openids, total: Number(answer.total) || openids.length, next: String(answer.next_openid ?? '') }
}

async function takeSome(ctx: Ctx, account: WechatAccount, openids: readonly string[]): Promise<void> {
  const askedAt = ctx.now()
  const turned = await storeFans(ctx, await readFans(account, openids), askedAt)
  if (turned.length) await inTransaction(ctx, (tx) => tellTurns(tx, turned, true))
}

async function leaveUnseen(ctx: Ctx, startedAt: Date): Promise<number> {
  for (let left = 0; ; ) {
    const gone = await inTransaction(ctx, async (tx) => {
      const some = await fans.leaveUnseen(tx, startedAt)
      const moves = some.map(({ openid }) => ({ openid, move: 2 as const, at: tx.now() }))
      await fans.addMoves(tx, moves)
      await tellTurns(
        tx,
        some.map(({ uid }) => uid),
        false,
      )
      return some.length
    })
    if (!gone) return left
    left += gone
  }
}
