import { liveRoom, type Room, type RoomDraft, type RoomInfo } from '@zhanggui/contract/live/live-room.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { channelsStatus } from '@zhanggui/domain/live/live.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { answerPage, wireRow } from '../../../platform/data/keep.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import { WechatRefusal } from '../../../platform/outside/wechat/wechat-call.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import { busyUntil, taking } from '../gateway/live-claim.service.ts'
import {
  authUrlOf,
  isUnsure,
  liveError,
  pictureRooms,
  requireLive,
  sendPicture,
  told,
} from '../gateway/live-gateway.service.ts'
import type { LiveGateway, RoomEdit } from '../gateway/live-gateway.ts'
import { describeGoods } from '../goods/live-goods.service.ts'
import * as rooms from './live-room.repository.ts'
import { type Draft, readDraft, requireEditable } from './live-room-draft.service.ts'
import { synchronizeRooms } from './live-room-sync.service.ts'

export const WHAT = '直播间'
const OBJECT = 'live-room'
const NO_ROOM = 300_022
/** Fields hidden from staff who only choose rooms for pages. */
const PRIVATE = { anchorWechat: '', subAnchorWechat: '', createrWechat: '', authUrl: '', lastError: '' }

type Row = rooms.RoomRow
type Stored = { id: number; version: number; roomId: number | null }

/** A page of rooms, the latest start first. */
export async function listRooms(ctx: Ctx, { query }: RouteInput<typeof liveRoom.list>) {
  const media = await readMedia(ctx)
  const isKeeper = holds(ctx.actor, liveRoom.info.permission)
  return answerPage(ctx, query, rooms.list, (row) => ({ ...describe(ctx, row, media), ...(!isKeeper && PRIVATE) }))
}

/** A room with its goods. @throws 404 */
export async function getRoom(ctx: Ctx, id: number): Promise<RoomInfo> {
  const row = await rooms.findCounted(ctx, id)
  if (!row) throw notFound(WHAT)
  const media = await readMedia(ctx)
  const goods = await rooms.listGoods(ctx, id)
  return {
    ...describe(ctx, row, media),
    goods: goods.map((each) => ({ ...describeGoods(each.goods, media), onSale: each.onSale })),
  }
}

/**
 * Adds a room, at the platform too; a broadcast of a 视频号 here alone. What the platform refuses, or does not answer, stays as a
 * draft with the reason.
 * @throws 400; 422 with the platform's reason, 428, 502
 */
export async function saveRoom(ctx: Ctx, typed: RoomDraft): Promise<Stored> {
  const live = typed.source === 'channels' ? undefined : await requireLive(ctx)
  const row = await inTransaction(ctx, async (tx) => {
    const draft = await readDraft(tx, typed)
    const saved = await rooms.insert(tx, { ...draft, busyUntil: live ? busyUntil(tx) : null })
    if (!saved) throw new Error('the room was not stored')
    await noteFiles(tx, saved.id, draft)
    const { goods: _, ...after } = await getRoom(tx, saved.id)
    await audit(tx, { objectId: saved.id, objectName: after.name, after })
    return stored(tx, saved.id)
  })
  return live ? push(ctx, live, row) : storedOf(row)
}

/**
 * Changes a room. One that the platform has is changed there first, and only before it begins; one that it has not is stored and
 * submitted. Whether it is shown, and where, is ours alone.
 * @throws 400, 404; 409; 422, 428, 502
 */
export function updateRoom(
  ctx: Ctx,
  { id, version, ...typed }: RoomDraft & { id: number; version?: number | undefined },
): Promise<Stored> {
  return withRoom(ctx, id, version, async (row) => {
    const draft = await readDraft(ctx, typed, row)
    // What the platform has not got is submitted again, unless only what is ours was changed.
    const isOwnOnly = sameButOwn(row, draft) && (row.roomId !== null || !sameOwn(row, draft))
    if (row.source === 'channels' || isOwnOnly) return storedOf(await store(ctx, row, draft, { busyUntil: null }))
    requireEditable(row, draft)
    const live = await requireLive(ctx)
    if (!row.roomId) return push(ctx, live, await store(ctx, row, draft, {}))
    const { roomId } = row
    await told(wishOf(ctx, live, draft).then((wish) => live.editRoom(ctx, roomId, wish)))
    return storedOf(await store(ctx, row, draft, { busyUntil: null, lastError: '', syncState: 'pushed' }))
  })
}

/** Deletes a room, at the platform first. @throws 404; 409 while it runs; 422, 428, 502 */
export async function removeRoom(ctx: Ctx, id: number): Promise<void> {
  await withRoom(ctx, id, undefined, async (row) => {
    const { roomId } = row
    if (roomId && row.liveStatus === 101) throw stateConflict('直播中的直播间不能删除')
    if (roomId) await told(deleteAtPlatform(ctx, roomId))
    await inTransaction(ctx, async (tx) => {
      const { goods: _, ...before } = await getRoom(tx, id)
      await rooms.remove(tx, [id])
      await freeFiles(tx, OBJECT, id)
      await audit(tx, { action: 'delete', objectId: id, objectName: row.name, before })
    })
  })
}

/** What is found at the platform. @throws 422, 428, 502 */
export async function syncRooms(ctx: Ctx) {
  return told(synchronizeRooms(ctx, await requireLive(ctx)))
}

/** Does something with a room that nobody else speaks with the platform about meanwhile. @throws 404; 409 */
export const withRoom = <Result>(
  ctx: Ctx,
  id: number,
  version: number | undefined,
  work: (row: Row) => Promise<Result>,
) => taking(ctx, rooms, { id, version, what: WHAT }, ({ id: found }: Row) => getRoom(ctx, found), work)

/** A room that the platform has. @throws 404, 409 */
export async function requirePushed(ctx: Ctx, id: number): Promise<Row & { roomId: number }> {
  const row = await stored(ctx, id)
  if (!row.roomId)
    throw stateConflict(row.source === 'channels' ? '视频号直播在视频号里操作' : '直播间还没有提交到微信')
  return { ...row, roomId: row.roomId }
}

/** Makes a room at the platform; one that it may have already is looked for first. */
async function push(ctx: Ctx, live: LiveGateway, row: Row): Promise<Stored> {
  const { id } = row
  try {
    if (row.isUnsure) {
      await synchronizeRooms(ctx, live)
      const found = await stored(ctx, id)
      if (found.roomId) {
        await rooms.release(ctx, id)
        return storedOf(found)
      }
    }
    const { type, subAnchorWechat, createrWechat } = row
    const fixed = { type, subAnchorWechat, createrWechat }
    const roomId = await live.createRoom(ctx, { ...fixed, ...(await wishOf(ctx, live, row)) })
    const pushed = { roomId, syncState: 'pushed' as const, lastError: '', authUrl: '', isUnsure: false }
    await turn(ctx, row, pushed)
    await noteCode(ctx, live, id, roomId)
    return storedOf(await stored(ctx, id))
  } catch (error) {
    const said = liveError(error)
    const lastError = said instanceof Error ? said.message.slice(0, 500) : ''
    await rooms.release(ctx, id, {
      syncState: 'failed',
      lastError,
      authUrl: authUrlOf(error),
      isUnsure: row.isUnsure || isUnsure(error),
    })
    throw said
  }
}

/** The code is asked for again by the next sync, where it cannot be had now. */
async function noteCode(ctx: Ctx, live: LiveGateway, id: number, roomId: number): Promise<void> {
  const code = await live.qrcode(ctx, roomId).catch(() => undefined)
  if (code?.qrcodeUrl) await rooms.note(ctx, id, { qrcodeUrl: code.qrcodeUrl })
}

/** Stores what was typed. */
function store(ctx: Ctx, { id }: Row, draft: Draft, more: Partial<rooms.RoomInsert>): Promise<Row> {
  return inTransaction(ctx, async (tx) => {
    const { goods: _1, ...before } = await getRoom(tx, id)
    if (!(await rooms.update(tx, id, undefined, { ...draft, ...more }))) throw notFound(WHAT)
    await noteFiles(tx, id, draft)
    const { goods: _2, ...after } = await getRoom(tx, id)
    await audit(tx, { objectId: id, objectName: after.name, before, after })
    return stored(tx, id)
  })
}

function turn(ctx: Ctx, { id, name }: Row, change: Partial<rooms.RoomInsert>): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { goods: _1, ...before } = await getRoom(tx, id)
    if (!(await rooms.update(tx, id, undefined, { ...change, busyUntil: null }))) throw notFound(WHAT)
    const { goods: _2, ...after } = await getRoom(tx, id)
    await audit(tx, { action: 'send', objectId: id, objectName: name, before, after })
  })
}

async function deleteAtPlatform(ctx: Ctx, roomId: number): Promise<void> {
  const live = await requireLive(ctx)
  await live.deleteRoom(ctx, roomId).catch((error: unknown) => {
    // Deleted there already.
    if (!(error instanceof WechatRefusal) || error.errcode !== NO_ROOM) throw error
  })
}

/** A room with its pictures at the platform. */
async function wishOf(ctx: Ctx, live: LiveGateway, draft: Draft): Promise<RoomEdit> {
  const { coverImg, shareImg, feedsImg } = draft
  const send = (address: string, field: 'coverImg' | 'shareImg' | 'feedsImg') =>
    sendPicture(ctx, live, address || coverImg, pictureRooms[field])
  const { name, startTime, endTime, anchorName, anchorWechat } = draft
  const { isFeedsPublic, closeLike, closeGoods, closeComment, closeReplay, closeShare, closeKf } = draft
  return {
    name,
    startTime,
    endTime,
    anchorName,
    anchorWechat,
    isFeedsPublic,
    closeLike,
    closeGoods,
    closeComment,
    closeReplay,
    closeShare,
    closeKf,
    coverImg: await send(coverImg, 'coverImg'),
    shareImg: await send(shareImg, 'shareImg'),
    feedsImg: await send(feedsImg, 'feedsImg'),
  }
}

function sameButOwn(row: Row, { isShow: _1, sort: _2, ...draft }: Draft): boolean {
  return Object.entries(draft).every(([name, value]) => {
    const before = row[name as keyof Row]
    return before instanceof Date && value instanceof Date ? before.getTime() === value.getTime() : before === value
  })
}

const sameOwn = (row: Row, { isShow, sort }: Draft) => row.isShow === isShow && row.sort === sort

async function stored(ctx: Ctx, id: number): Promise<Row> {
  const row = await rooms.find(ctx, id)
  if (!row) throw notFound(WHAT)
  return row
}

const storedOf = ({ id, version, roomId }: Row): Stored => ({ id, version, roomId })

const noteFiles = (tx: Ctx, id: number, { name, coverImg, shareImg, feedsImg }: Draft) =>
  useFiles(
    tx,
    { type: OBJECT, id, field: 'coverImg', title: `直播间「${name}」` },
    [coverImg, shareImg, feedsImg].join('\n'),
  )

function describe(ctx: Ctx, row: rooms.CountedRoom, media: Media): Room {
  const { replays: _1, replaysAt: _2, busyUntil: _3, isUnsure: _4, ...shown } = wireRow(row)
  const status = row.source === 'channels' ? channelsStatus(row, ctx.now()) : row.liveStatus
  return {
    ...shown,
    coverImg: media.toWire(row.coverImg),
    shareImg: media.toWire(row.shareImg),
    feedsImg: media.toWire(row.feedsImg),
    startTime: toWireTime(row.startTime),
    endTime: toWireTime(row.endTime),
    liveStatus: status as Room['liveStatus'],
  }
}
