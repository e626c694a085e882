import type { AnchorDraft, liveAnchor } from '@zhanggui/contract/live/live-anchor.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { checkAnchorName } from '@zhanggui/domain/live/live.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { answerPage, keep, wireRow } from '../../../platform/data/keep.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { inUse } from '../../../platform/http/errors.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import { readPhone } from '../../staff/admin-user/contact.ts'
import * as anchors from './live-anchor.repository.ts'
import type { liveAnchors } from './live-anchor.tables.ts'

const OBJECT = 'live-anchor'
type AnchorRow = typeof liveAnchors.$inferSelect

/** Anchors. One whose rooms are not over cannot be deleted: 422 IN_USE. */
export const anchorService = keep(anchors, {
  what: '主播',
  taken: ['该微信号已是主播', 'wechat'],
  toRow: (draft: AnchorDraft, tx) => read(draft, tx),
  toChange: (change: AnchorDraft, tx, row: AnchorRow) => read(change, tx, row),
  show: async (row: AnchorRow, ctx) => describe(row, await readMedia(ctx)),
  stored: async (tx, id, { name, avatar }) => {
    await useFiles(tx, { type: OBJECT, id, field: 'avatar', title: `主播「${name}」` }, avatar ?? '')
  },
  removed: async (tx, { id, name, wechat }) => {
    const uses = await anchors.listUses(tx, wechat)
    if (uses.length) throw inUse(`主播「${name}」有未结束的直播间，请先结束或更换主播`, uses)
    await freeFiles(tx, OBJECT, id)
  },
})

/** A page of anchors, newest first, with the number of their rooms. */
export async function listAnchors(ctx: Ctx, { query }: RouteInput<typeof liveAnchor.list>) {
  const media = await readMedia(ctx)
  return answerPage(ctx, query, anchors.list, (row) => describe(row, media))
}

async function read(draft: AnchorDraft, tx: Ctx, before?: AnchorRow) {
  checkAnchorName(draft.name)
  const media = await readMedia(tx)
  return {
    name: draft.name,
    wechat: draft.wechat,
    phone: draft.phone === undefined && before ? before.phone : (readPhone(draft.phone, before?.phone) ?? ''),
    avatar: media.toStored(draft.avatar ?? before?.avatar ?? ''),
    remark: draft.remark ?? before?.remark ?? '',
    isShow: draft.isShow ?? before?.isShow ?? true,
  }
}

function describe<Row extends AnchorRow>(row: Row, media: Media) {
  return { ...wireRow(row), avatar: media.toWire(row.avatar), phone: maskPhone(row.phone) }
}
