import type { RoomDraft } from '@zhanggui/contract/live/live-room.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { checkChannelsTimes, checkRoomNames, checkRoomTimes, UPCOMING } from '@zhanggui/domain/live/live.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { stateConflict } from '../../../platform/http/errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import type { RoomRow } from './live-room.repository.ts'

export type Draft = Awaited<ReturnType<typeof readDraft>>

/**
 * What was typed of a room, checked as the platform does. What is left out stays as it was.
 * @throws 400, 422
 */
export async function readDraft(ctx: Ctx, typed: RoomDraft, before?: RoomRow) {
  const source = before?.source ?? typed.source ?? 'local'
  if (before && typed.source && (typed.source === 'channels') !== (before.source === 'channels'))
    throw new Refusal('直播方式保存后不能更改，请另建一个直播间')
  const media = await readMedia(ctx)
  const times = {
    startTime: readMoment(typed.startTime, '开播时间', 'startTime'),
    endTime: readMoment(typed.endTime, '结束时间', 'endTime'),
  }
  const draft = {
    source,
    name: typed.name,
    coverImg: media.toStored(typed.coverImg),
    shareImg: media.toStored(typed.shareImg ?? before?.shareImg ?? ''),
    feedsImg: media.toStored(typed.feedsImg ?? before?.feedsImg ?? ''),
    ...times,
    anchorName: typed.anchorName,
    anchorWechat: typed.anchorWechat ?? before?.anchorWechat ?? '',
    subAnchorWechat: typed.subAnchorWechat ?? before?.subAnchorWechat ?? '',
    createrWechat: typed.createrWechat ?? before?.createrWechat ?? '',
    finderUserName: typed.finderUserName ?? before?.finderUserName ?? '',
    feedId: typed.feedId ?? before?.feedId ?? '',
    type: typed.type ?? before?.type ?? (0 as const),
    isFeedsPublic: typed.isFeedsPublic ?? before?.isFeedsPublic ?? true,
    closeLike: typed.closeLike ?? before?.closeLike ?? false,
    closeGoods: typed.closeGoods ?? before?.closeGoods ?? false,
    closeComment: typed.closeComment ?? before?.closeComment ?? false,
    closeReplay: typed.closeReplay ?? before?.closeReplay ?? false,
    closeShare: typed.closeShare ?? before?.closeShare ?? false,
    closeKf: typed.closeKf ?? before?.closeKf ?? false,
    isShow: typed.isShow ?? before?.isShow ?? true,
    sort: typed.sort ?? before?.sort ?? 0,
  }
  if (!draft.coverImg) throw new BadInput('请选择封面图', 'coverImg')
  checkRoomNames(draft)
  if (source === 'channels') {
    if (!draft.finderUserName) throw new BadInput('请输入视频号ID', 'finderUserName')
    checkChannelsTimes(times)
    return draft
  }
  if (!draft.anchorWechat && source === 'local') throw new BadInput('请输入主播微信号', 'anchorWechat')
  // Times that stay are those of a room that may have begun; what the platform has not got is made with them.
  const isMoved = !sameMoment(before?.startTime, times.startTime) || !sameMoment(before?.endTime, times.endTime)
  if (isMoved || !before?.roomId) checkRoomTimes(times, ctx.now())
  return draft
}

/** @throws 409 for a room that has begun; 422 for what the platform fixes with the making of a room */
export function requireEditable(row: RoomRow, draft: Draft): void {
  if (!row.roomId) return
  if (row.liveStatus !== UPCOMING) throw stateConflict('只有未开始的直播间可以修改')
  if (!draft.anchorWechat) throw new BadInput('请输入主播微信号', 'anchorWechat')
  for (const [field, title] of [
    ['type', '直播间类型'],
    ['subAnchorWechat', '副号微信号'],
    ['createrWechat', '创建者微信号'],
  ] as const)
    if (row[field] !== draft[field]) throw new Refusal(`${title}在创建后不能修改`)
}

const sameMoment = (one: Date | undefined, other: Date) => one?.getTime() === other.getTime()

function readMoment(text: string, title: string, field: string): Date {
  const at = parseWireTime(text)
  if (!at) throw new BadInput(`${title}格式不正确`, field)
  return at
}
