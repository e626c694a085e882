import type { ContentQuery, HeldContent } from '@zhanggui/contract/wechat/content-check.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { checkedKinds } from '@zhanggui/domain/wechat/content-check.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { forbidden, notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { type TodoCounter, todoChanged } from '../../message/live/todo.service.ts'
import * as checks from './content-check.repository.ts'
import { contentOwners, decideContent } from './content-check.service.ts'

/** The number of things that wait for staff, on bell and menu. */
export const contentToDecide: TodoCounter = {
  name: 'contentToDecide',
  page: 'wechat/content-check-list',
  permission: 'admin:wechat:content:audit',
  count: async (ctx) => (ctx.actor.scope.storeIds ? 0 : checks.countWaiting(ctx)),
}

/** A page of what buyers wrote and WeChat did not let pass at once, newest first. */
export async function listHeld(ctx: Ctx, { page, limit, ...filter }: ContentQuery) {
  const paging = readPage({ page, limit })
  // What buyers write belongs to the whole shop: accounts limited to stores see none of it.
  if (ctx.actor.scope.storeIds) return { list: [], total: 0, page: paging.page, limit: paging.limit }
  const { rows, ...counted } = await checks.list(ctx, filter, paging)
  const media = await readMedia(ctx)
  const list = rows.map(({ check, nickname }): HeldContent => {
    const { id, kind, bizId, uid, text, pics, state, verdict, reason, createdAt, decidedAt } = check
    return {
      id,
      kind,
      bizId,
      uid,
      text,
      state,
      verdict,
      reason,
      nickname: nickname ?? '',
      pics: pics.map(media.toWire),
      createTime: toWireTime(createdAt),
      decideTime: wireTime(decidedAt),
    }
  })
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

/**
 * Shows or refuses what is held; what others have decided meanwhile is skipped.
 * @throws 404 for an account of single stores; 403 without the right to what it belongs to: then nothing is decided
 */
export function decideHeld(ctx: Ctx, { ids, pass }: { ids: readonly number[]; pass: boolean }) {
  if (ctx.actor.scope.storeIds) throw notFound('待审核的内容')
  return retried(ctx, async (tx) => {
    const rows = await checks.lockOpen(tx, ids)
    for (const row of rows) {
      const { permission } = tx.platform.hooks.of(contentOwners).find(({ kind }) => kind === row.kind) ?? {}
      if (permission && !holds(tx.actor, permission)) throw forbidden(permission)
      await decideContent(tx, row, pass, { decidedBy: tx.actor.userId })
      await audit(tx, {
        action: 'status',
        objectType: 'content-check',
        objectId: row.id,
        objectName: `${checkedKinds[row.kind]}：${row.text.slice(0, 40) || '图片'}`,
        labels: { state: '状态' },
        before: { state: '待处理' },
        after: { state: pass ? '已放行' : '已拒绝' },
      })
    }
    await todoChanged(tx)
    return { done: rows.length, skipped: ids.length - rows.length }
  })
}
