import { liveAnchor } from '@zhanggui/contract/live/live-anchor.ts'
import { liveGoods } from '@zhanggui/contract/live/live-goods.ts'
import { liveRoom, type RoomDraft } from '@zhanggui/contract/live/live-room.ts'
import { PASSED } from '@zhanggui/domain/live/live.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, calling, inTransaction, withContext } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { anchorService } from '../anchor/live-anchor.service.ts'
import { mockLive } from '../gateway/mock-live.service.ts'
import { saveLiveGoods } from '../goods/live-goods.service.ts'
import { synchronizeGoods } from '../goods/live-goods-sync.service.ts'
import { saveRoom } from '../room/live-room.service.ts'
import { addRoomGoods } from '../room/live-room-goods.service.ts'
import { synchronizeRooms } from '../room/live-room-sync.service.ts'

const MINUTE_MS = 60_000
const DAY = 24 * 60
const MAX_NAME = 14
/** Rooms are made so long before they begin. */
const AHEAD = 20
/** Goods: some that passed, one whose review runs, one that was refused. */
const PASSING = 4
const NAMES = { reviewing: '今晚新品还在审核', refused: '拒绝演示商品' }

type Goods = { id: number; storeName: string; image: string; priceFen: number }
type Planned = Pick<RoomDraft, 'name' | 'anchorName'> & Partial<RoomDraft> & { from: number; minutes: number }

const mini = (name: string, anchorName: string, anchorWechat: string, from: number, minutes: number): Planned => ({
  name,
  anchorName,
  anchorWechat,
  from,
  minutes,
})
const planned: readonly Planned[] = [
  mini('冬季家居上新场', '小夏', 'xiaxia_live', -25, 150),
  mini('周末咖啡专场', '阿成', 'acheng_coffee', DAY, 120),
  mini('双十一返场回放', '小夏', 'xiaxia_live', -2 * DAY, 120),
  {
    name: '视频号晚八点直播',
    anchorName: '小夏',
    source: 'channels',
    finderUserName: 'sphZhangguiDemo',
    closeReplay: true,
    from: -40,
    minutes: 240,
  },
  mini('拒绝演示的直播间', '阿成', 'acheng_coffee', 2 * DAY, 60),
]

/** Fills a demo shop without rooms: on the simulated platform one runs, one is to come, one has a replay, one was refused; and a 视频号 broadcast. */
export async function fillLiveDemo(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute(sql`select from live_room limit 1`)
  const goods = await findGoods(ctx)
  if (rows.length || goods.length < PASSING + 2) return
  await inTransaction(ctx, (tx) => writeSettings(tx, { live_gateway_mode: 'mock' }))
  for (const [name, wechat, remark] of [
    ['小夏', 'xiaxia_live', '家居主播，周三、周六晚八点'],
    ['阿成', 'acheng_coffee', '咖啡师，讲冲煮'],
  ] as const)
    await anchorService.save(calling(ctx, liveAnchor.save), { name, wechat, phone: '13900000011', remark })
  const ids = await fillGoods(ctx, goods)
  const [cover] = goods
  for (const { from, minutes, ...draft } of planned) {
    const begin = ctx.now().getTime() + from * MINUTE_MS
    const made = at(ctx, Math.min(0, from - AHEAD))
    const times = {
      startTime: toWireTime(new Date(begin)),
      endTime: toWireTime(new Date(begin + minutes * MINUTE_MS)),
    }
    const coverImg = goods.find(({ storeName }) => storeName.includes('咖啡'))?.image ?? cover?.image ?? ''
    const room = await saveRoom(calling(made, liveRoom.save), { ...draft, ...times, coverImg }).catch(
      (error: unknown) => {
        // The one that shows what a refusal looks like.
        if (error instanceof HttpError) return undefined
        throw error
      },
    )
    if (room?.roomId)
      await addRoomGoods(calling(made, liveRoom.addGoods), {
        body: { id: room.id, goodsIds: ids },
        params: undefined,
        query: undefined,
      })
  }
  await synchronizeRooms(ctx, mockLive)
}

/** @returns the ids of those that passed their review */
async function fillGoods(ctx: Ctx, goods: readonly Goods[]): Promise<number[]> {
  const before = calling(at(ctx, -3 * DAY), liveGoods.save)
  const [reviewing, refused, ...passing] = goods
  const save = (by: Ctx, { id, storeName, image, priceFen }: Goods, name = storeName.slice(0, MAX_NAME)) =>
    saveLiveGoods(by, { productId: id, name, coverImgUrl: image, priceType: 1, price: toYuan(priceFen) })
  for (const each of passing) await save(before, each)
  if (refused) await save(before, refused, NAMES.refused)
  await synchronizeGoods(at(ctx, -2 * DAY), mockLive)
  if (reviewing) await save(calling(ctx, liveGoods.save), reviewing, NAMES.reviewing)
  const { rows } = await ctx.db.execute<{ id: number }>(
    sql`select id::int as id from live_goods where audit_status = ${PASSED} order by id`,
  )
  return rows.map(({ id }) => id)
}

const at = (ctx: Ctx, minutes: number): Ctx =>
  withContext(ctx, { now: () => new Date(ctx.now().getTime() + minutes * MINUTE_MS) })

/** Products with pictures, of names that WeChat takes. */
async function findGoods({ db }: Ctx): Promise<Goods[]> {
  const { rows } = await db.execute<Goods>(sql`
    select id::int as id, store_name as "storeName", image, price_fen::int as "priceFen" from product
    where is_show and not is_recycle and not is_del and visibility = 0 and image like 'public/%' and price_fen > 0
      and length(store_name) >= 4 and store_name !~ '^[0-9]+$'
    order by sales desc, id limit ${PASSING + 2}`)
  return rows
}
