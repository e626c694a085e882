import { parseWireTime } from '@zhanggui/domain/time.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { isBusy } from '../gateway/live-claim.service.ts'
import { findLive } from '../gateway/live-gateway.service.ts'
import type { LiveGateway, RemoteReplay, RemoteRoom } from '../gateway/live-gateway.ts'
import { synchronizeGoods } from '../goods/live-goods-sync.service.ts'
import * as rooms from './live-room.repository.ts'

const PAGE = 100
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Between two looks while nothing runs or begins soon. */
const EVERY_MS = 5 * MINUTE_MS
/** How many rooms a run asks for their replay or their code. */
const ASKED = 10
/** WeChat makes a replay some time after the end; its addresses end. */
const REPLAY_DAYS = 30
const GONE = '微信后台已没有这个直播间'

type Counted = { created: number; updated: number; total: number }

/**
 * Takes over what the platform has: states, rooms made in its own console, what was changed or deleted there, replays and codes.
 * What somebody changed here since it was read is left to the next time.
 */
export async function synchronizeRooms(ctx: Ctx, live: LiveGateway): Promise<Counted> {
  const readAt = ctx.now()
  const seen = new Set<number>()
  const counted = { created: 0, updated: 0, total: 0 }
  for (let start = 0; ; start += PAGE) {
    const page = await live.listRooms(ctx, start, PAGE)
    // A room that moved to the next page while these were read is taken once.
    const fresh = page.filter(({ roomId }) => !seen.has(roomId))
    for (const { roomId } of fresh) seen.add(roomId)
    if (fresh.length) await inTransaction(ctx, (tx) => takeOver(tx, fresh, readAt, counted))
    if (page.length < PAGE) break
  }
  counted.total = seen.size
  for (const { id, roomId } of await rooms.listPushed(ctx, readAt))
    if (!seen.has(roomId)) counted.updated += await inTransaction(ctx, (tx) => drop(tx, id, readAt))
  await fetchReplays(ctx, live)
  for (const { id, roomId } of await rooms.listWithoutCode(ctx, ASKED)) {
    const { qrcodeUrl } = await live.qrcode(ctx, roomId)
    if (qrcodeUrl) await rooms.note(ctx, id, { qrcodeUrl })
  }
  return counted
}

/** Asks the platform for the replays of a room, and keeps them. */
export async function readReplays(ctx: Ctx, live: LiveGateway, id: number, roomId: number): Promise<RemoteReplay[]> {
  const replays = await live.replay(ctx, roomId)
  await rooms.note(ctx, id, { replays, replaysAt: ctx.now() })
  return replays
}

/** The clock's look at rooms and goods: every five minutes, and at every run while a room runs or begins within the hour. */
export async function syncByClock(ctx: Ctx): Promise<number> {
  const live = await findLive(ctx).catch((error: unknown) => {
    // Switched on without an account: the settings page says so when they are saved, not this job.
    if (error instanceof HttpError && error.code === 'NOT_CONFIGURED') return undefined
    throw error
  })
  if (!live) return 0
  const at = ctx.now().getTime()
  const isDue = at % EVERY_MS < 30_000 || (await rooms.isSoon(ctx, new Date(at + HOUR_MS)))
  if (!isDue) return 0
  const goods = await synchronizeGoods(ctx, live)
  const found = await synchronizeRooms(ctx, live)
  return goods.created + goods.updated + found.created + found.updated
}

/** The replays that have not ended. */
export function runningReplays(replays: readonly RemoteReplay[], now: Date): RemoteReplay[] {
  return replays.filter(({ expireTime }) => !expireTime || (parseWireTime(expireTime) ?? now) > now)
}

async function takeOver(tx: Ctx, found: readonly RemoteRoom[], readAt: Date, counted: Counted): Promise<void> {
  const locked = await rooms.lockByRoomIds(
    tx,
    found.map(({ roomId }) => roomId),
  )
  const known = new Map(locked.map((row) => [row.roomId, row]))
  const unsure = await rooms.lockUnsure(tx)
  const sending = await rooms.listSending(tx)
  for (const remote of found) {
    // It is being created at the moment; the creating call will store its number.
    if (!known.has(remote.roomId) && sending.some((each) => isSame(each, remote))) continue
    const row = known.get(remote.roomId) ?? unsure.find((each) => isSame(each, remote))
    if (!row) {
      const saved = await rooms.insertFound(tx, { ...rowOf(remote), source: 'wechat', ...picturesOf(remote) })
      if (!saved) continue
      await rooms.replaceGoods(tx, saved.id, remote.goods)
      counted.created++
    } else if (row.roomId === null || (row.updatedAt <= readAt && !isBusy(row, tx))) {
      if (await takeOne(tx, row, remote)) counted.updated++
    }
  }
}

/** The creation of a room that was not answered is found again by its name and start. */
const isSame = ({ name, startTime }: Pick<rooms.RoomRow, 'name' | 'startTime'>, remote: RemoteRoom) =>
  name === remote.name && startTime.getTime() === remote.startTime * 1000

/** @returns whether anything differed */
async function takeOne(tx: Ctx, row: rooms.RoomRow, remote: RemoteRoom): Promise<boolean> {
  const theirs = {
    ...rowOf(remote),
    ...(row.source === 'wechat' && picturesOf(remote)),
    isUnsure: false,
    lastError: row.roomId === null ? '' : row.lastError,
  }
  const { liveStatus, ...typed } = theirs
  const isChanged = (values: object) =>
    Object.entries(values).some(([name, value]) => {
      const before = row[name as keyof rooms.RoomRow]
      return value instanceof Date ? (before as Date).getTime() !== value.getTime() : before !== value
    })
  const hasGoods = await rooms.replaceGoods(tx, row.id, remote.goods)
  // Another state is no other version: it would refuse a form that is open.
  if (isChanged(typed)) await rooms.takeOver(tx, row.id, theirs)
  else if (liveStatus !== row.liveStatus) await rooms.note(tx, row.id, { liveStatus })
  return hasGoods || isChanged(theirs)
}

const picturesOf = ({ coverImg, shareImg, feedsImg }: RemoteRoom) => ({ coverImg, shareImg, feedsImg })

const rowOf = ({ startTime, endTime, goods: _1, coverImg: _2, shareImg: _3, feedsImg: _4, ...remote }: RemoteRoom) => ({
  ...remote,
  startTime: new Date(startTime * 1000),
  endTime: new Date(Math.max(endTime, startTime + 1) * 1000),
  syncState: 'pushed' as const,
})

async function drop(tx: Ctx, id: number, readAt: Date): Promise<number> {
  const row = await rooms.lock(tx, id)
  if (!row || row.updatedAt >= readAt || isBusy(row, tx)) return 0
  await rooms.takeOver(tx, id, { roomId: null, syncState: 'failed', lastError: GONE })
  return 1
}

async function fetchReplays(ctx: Ctx, live: LiveGateway): Promise<void> {
  const at = ctx.now().getTime()
  const [ended, asked] = [new Date(at - REPLAY_DAYS * DAY_MS), new Date(at - HOUR_MS)]
  for (const { id, roomId } of await rooms.listWithoutReplay(ctx, ended, asked, ASKED))
    await readReplays(ctx, live, id, roomId)
}
