import type { liveRoom, Replay } from '@zhanggui/contract/live/live-room.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { finished, MAX_ROOM_GOODS, PASSED } from '@zhanggui/domain/live/live.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import { requireLive, told } from '../gateway/live-gateway.service.ts'
import * as rooms from './live-room.repository.ts'
import { requirePushed, withRoom } from './live-room.service.ts'
import { readReplays, runningReplays } from './live-room-sync.service.ts'

type Input<Action extends keyof typeof liveRoom> = RouteInput<(typeof liveRoom)[Action]>

/** Puts reviewed goods into a room that is not over. @throws 404; 409; 422, 428, 502 */
export async function addRoomGoods(ctx: Ctx, { body: { id, goodsIds } }: Input<'addGoods'>) {
  const live = await requireLive(ctx)
  return withRoom(ctx, id, undefined, async () => {
    const { roomId, liveStatus } = await requirePushed(ctx, id)
    if (finished.includes(liveStatus)) throw stateConflict('直播已结束，不能再添加商品')
    const chosen = await rooms.listGoodsById(ctx, goodsIds)
    if (chosen.length < goodsIds.length) throw notFound('直播商品')
    const unready = chosen.find(({ auditStatus, goodsId }) => auditStatus !== PASSED || !goodsId)
    if (unready) throw new Refusal(`商品「${unready.name}」还没有审核通过`)
    const there = new Set((await rooms.listGoods(ctx, id)).map(({ goods }) => goods.id))
    const added = goodsIds.filter((goodsId) => !there.has(goodsId))
    if (there.size + added.length > MAX_ROOM_GOODS) throw new Refusal(`直播间最多${MAX_ROOM_GOODS}个商品`)
    const numbers = new Map(chosen.map((row) => [row.id, row.goodsId ?? 0]))
    if (added.length)
      await told(
        live.addRoomGoods(
          ctx,
          roomId,
          added.map((goodsId) => numbers.get(goodsId) ?? 0),
        ),
      )
    return change(ctx, id, (tx) => rooms.addGoods(tx, id, added))
  })
}

/** Takes goods out of a room. @throws 404; 409; 422, 428, 502 */
export async function removeRoomGoods(ctx: Ctx, { body: { id, goodsId } }: Input<'removeGoods'>) {
  const live = await requireLive(ctx)
  return withRoom(ctx, id, undefined, async () => {
    const { roomId, number } = await requireGoods(ctx, id, goodsId)
    await told(live.removeRoomGoods(ctx, roomId, number))
    return change(ctx, id, (tx) => rooms.removeGoods(tx, id, goodsId))
  })
}

/** Puts goods of a room up for sale, or takes them down. @throws 404; 409; 422, 428, 502 */
export async function turnRoomGoods(ctx: Ctx, { body: { id, goodsId, onSale } }: Input<'onSale'>) {
  const live = await requireLive(ctx)
  return withRoom(ctx, id, undefined, async () => {
    const { roomId, number } = await requireGoods(ctx, id, goodsId)
    await told(live.onSale(ctx, roomId, number, onSale))
    return change(ctx, id, (tx) => rooms.turnGoods(tx, id, goodsId, onSale))
  })
}

/** The replays of a room that is over, as the platform has them now. @throws 404; 409; 422, 428, 502 */
export async function listReplays(ctx: Ctx, { query }: Input<'replay'>): Promise<{ list: Replay[] }> {
  const live = await requireLive(ctx)
  const { id, roomId } = await requirePushed(ctx, query.id)
  return { list: runningReplays(await told(readReplays(ctx, live, id, roomId)), ctx.now()) }
}

/** The code that opens a room in the mini-program. @throws 404; 409; 422, 428, 502 */
export async function readCode(ctx: Ctx, { query }: Input<'qrcode'>) {
  const live = await requireLive(ctx)
  const { id, roomId } = await requirePushed(ctx, query.id)
  const code = await told(live.qrcode(ctx, roomId))
  if (code.qrcodeUrl) await rooms.note(ctx, id, { qrcodeUrl: code.qrcodeUrl })
  return code
}

/** Where a room's pictures are pushed to by streaming software. @throws 404; 409; 422, 428, 502 */
export async function readPushUrl(ctx: Ctx, { query }: Input<'pushUrl'>) {
  const live = await requireLive(ctx)
  const { id, name, roomId, type } = await requirePushed(ctx, query.id)
  if (type !== 1) throw new Refusal('手机直播没有推流地址')
  const pushUrl = await told(live.pushUrl(ctx, roomId))
  await inTransaction(ctx, (tx) => audit(tx, { action: 'use', objectId: id, objectName: `「${name}」的推流地址` }))
  return { pushUrl }
}

async function requireGoods(ctx: Ctx, id: number, goodsId: number) {
  const { roomId } = await requirePushed(ctx, id)
  const link = (await rooms.listGoods(ctx, id)).find(({ goods }) => goods.id === goodsId)
  if (!link?.goods.goodsId) throw notFound('直播间商品')
  return { roomId, number: link.goods.goodsId }
}

/** Stores what was done with the goods of a room; the room is a version younger, so that no sync undoes it. */
function change(ctx: Ctx, id: number, work: (tx: Ctx) => Promise<unknown>): Promise<Record<never, never>> {
  return inTransaction(ctx, async (tx) => {
    const namesOf = async () =>
      (await rooms.listGoods(tx, id)).map(({ goods, onSale }) => `${goods.name}${onSale ? '' : '（下架）'}`)
    const before = await namesOf()
    await work(tx)
    await rooms.release(tx, id, { updatedAt: tx.now() })
    const { name = '' } = (await rooms.find(tx, id)) ?? {}
    await audit(tx, {
      objectId: id,
      objectName: name,
      before: { goodsNames: before },
      after: { goodsNames: await namesOf() },
    })
    return {}
  })
}
