import type { FakeModule, Json } from './frame.ts'
import { type Kept, refill } from './kept.ts'

const ROOM = '/wxaapi/broadcast/room'
const GOODS = '/wxaapi/broadcast/goods'
const MINUTE = 60
const DAY = 24 * 3600
const ok = { errcode: 0, errmsg: 'ok' }
const no = (errcode: number, errmsg: string): Json => ({ errcode, errmsg })
/** What is asked for by the wrong method. */
const BY_GET = no(43001, 'require GET method')
const SUBMISSIONS_A_DAY = 500

/** A room as the platform has it; what was sent with its making, and a state that its times do not tell. */
export type FakeRoom = { roomId: number; body: Json; state?: number; goods: number[]; replays: Json[] }
/** Goods; `tag` 0 are made in the platform's own console. */
export type FakeLiveGoods = { goodsId: number; auditId: number; auditStatus: number; tag: number; body: Json }

/**
 * Mini-program live. Whoever's WeChat number ends in `_none` is not known, in `_unverified` has to prove who they are; 违规 in a name
 * is refused. Goods wait for `review`.
 */
export function makeLive(now: () => Date) {
  const rooms = new Map<number, FakeRoom>()
  const goods = new Map<number, FakeLiveGoods>()
  const submissions = new Map<string, number>()
  let [lastRoom, lastGoods, lastAudit] = [0, 0, 0]
  let hadRooms = false
  const seconds = () => Math.floor(now().getTime() / 1000)

  /** Ends the review of goods. */
  const review = (goodsId: number, passes: boolean): void => {
    const found = goods.get(goodsId)
    if (found?.auditStatus === 1) found.auditStatus = passes ? 2 : 3
  }
  /** The same by the control of the fake: `{goodsId, passes}`. */
  const reviewed = ({ goodsId, passes }: Json): Json => {
    review(Number(goodsId), passes !== false)
    return ok
  }
  /** Adds a room as somebody does in the platform's own console. */
  const addRoom = (body: Json): FakeRoom => {
    const room: FakeRoom = { roomId: ++lastRoom, body, goods: [], replays: [] }
    rooms.set(room.roomId, room)
    hadRooms = true
    return room
  }
  /** The same of goods. */
  const addGoods = (body: Json, tag = 0, auditStatus = 2): FakeLiveGoods => {
    const added = { goodsId: ++lastGoods, auditId: 0, auditStatus, tag, body }
    goods.set(added.goodsId, added)
    return added
  }

  const stateOf = ({ body, state }: FakeRoom): number => {
    if (state) return state
    if (seconds() < Number(body.startTime)) return 102
    return seconds() < Number(body.endTime) ? 101 : 103
  }
  /** Counts a submission of today. */
  const count = (): boolean => {
    const day = now().toISOString().slice(0, 10)
    const used = submissions.get(day) ?? 0
    if (used >= SUBMISSIONS_A_DAY) return false
    submissions.set(day, used + 1)
    return true
  }
  const roomOf = (id: unknown, work: (room: FakeRoom) => Json): Json => {
    const room = rooms.get(Number(id))
    return room ? work(room) : no(300022, 'room not exist')
  }
  const goodsOf = (id: unknown, work: (found: FakeLiveGoods) => Json): Json => {
    const found = goods.get(Number(id))
    if (!found) return no(300015, 'goods not exist')
    return found.tag === 0 ? no(300011, 'goods not added by api') : work(found)
  }
  const shownRoom = (room: FakeRoom): Json => {
    const { body } = room
    return {
      name: body.name,
      roomid: room.roomId,
      cover_img: `http://mmbiz.qpic.cn/${String(body.coverImg)}`,
      share_img: `http://mmbiz.qpic.cn/${String(body.shareImg)}`,
      feeds_img: `http://mmbiz.qpic.cn/${String(body.feedsImg)}`,
      live_status: stateOf(room),
      start_time: body.startTime,
      end_time: body.endTime,
      anchor_name: body.anchorName,
      live_type: body.type ?? 0,
      is_feeds_public: body.isFeedsPublic ?? 1,
      close_like: body.closeLike ?? 0,
      close_goods: body.closeGoods ?? 0,
      close_comment: body.closeComment ?? 0,
      close_replay: body.closeReplay ?? 0,
      close_kf: body.closeKf ?? 0,
      // In fen, other than everywhere else.
      goods: room.goods.map((id) => {
        const { body: of } = goods.get(id) ?? { body: {} as Json }
        return { goods_id: id, name: of.name, price: Number(of.price) * 100, price_type: of.priceType, url: of.url }
      }),
    }
  }

  const answers: FakeModule['answers'] = {
    [`POST ${ROOM}/create`]: ({ body }) => {
      const refusal = refuseRoom(body, seconds())
      return refusal ?? { ...ok, roomId: addRoom(body).roomId }
    },
    [`POST ${ROOM}/editroom`]: ({ body: { id, ...body } }) =>
      roomOf(id, (room) => {
        if (stateOf(room) !== 102) return no(300023, 'room status not allow')
        const refusal = refuseRoom({ ...room.body, ...body }, seconds())
        if (refusal) return refusal
        room.body = { ...room.body, ...body }
        return ok
      }),
    [`POST ${ROOM}/deleteroom`]: ({ body }) =>
      roomOf(body.id, (room) => {
        if (stateOf(room) === 101) return no(300023, 'room status not allow')
        rooms.delete(room.roomId)
        return ok
      }),
    [`POST ${ROOM}/addgoods`]: ({ body }) =>
      roomOf(body.roomId, (room) => {
        const ids = body.ids as number[]
        if (ids.some((id) => goods.get(id)?.auditStatus !== 2)) return no(300025, 'goods not audit pass')
        if (new Set([...room.goods, ...ids]).size > 200) return no(300026, 'room goods full')
        room.goods = [...new Set([...room.goods, ...ids])]
        return ok
      }),
    [`GET ${ROOM}/getsharedcode`]: ({ query }) =>
      roomOf(query.get('roomId'), ({ roomId }) => ({
        ...ok,
        cdnUrl: `https://mmbiz.qpic.cn/code/${roomId}.jpg`,
        pagePath: `plugin-private://wx2b03c6e691cd7370/pages/live-player-plugin?room_id=${roomId}`,
      })),
    [`POST ${ROOM}/getsharedcode`]: () => BY_GET,
    [`GET ${ROOM}/getpushurl`]: ({ query }) =>
      roomOf(query.get('roomId'), ({ roomId, body }) =>
        Number(body.type) === 1
          ? { ...ok, pushAddr: `rtmp://push.weixin.qq.com/live/${roomId}` }
          : no(300023, 'not a push room'),
      ),
    [`POST ${ROOM}/getpushurl`]: () => BY_GET,
    'POST /wxa/business/getliveinfo': ({ body }) => {
      if (body.action === 'get_replay')
        return roomOf(body.room_id, ({ replays }) => ({ ...ok, live_replay: replays, total: replays.length }))
      if (!hadRooms) return no(1, 'no room')
      const [start, limit] = [Number(body.start), Number(body.limit)]
      if (limit > 100) return no(200002, 'invalid limit')
      const sorted = [...rooms.values()].sort((one, other) => Number(other.body.startTime) - Number(one.body.startTime))
      const page = sorted.slice(start, start + limit)
      if (!page.length) return no(9410000, 'empty room list')
      return { ...ok, room_info: page.map(shownRoom), total: rooms.size, live_replay: [] }
    },
    [`POST ${GOODS}/add`]: ({ body }) => {
      const info = body.goodsInfo as Json | undefined
      if (!info) return no(200002, 'invalid goodsInfo')
      const refusal = refuseGoods(info)
      if (refusal) return refusal
      if (!count()) return no(300012, 'no submissions left')
      const added = addGoods(info, 2, 1)
      added.auditId = ++lastAudit
      return { ...ok, goodsId: added.goodsId, auditId: added.auditId }
    },
    [`POST ${GOODS}/update`]: ({ body }) => {
      const { goodsId, ...info } = (body.goodsInfo ?? {}) as Json
      return goodsOf(goodsId, (found) => {
        const onlyPrices = !('name' in info) && !('url' in info) && !('coverImgUrl' in info)
        const isAllowed = found.auditStatus === 2 ? onlyPrices : found.auditStatus !== 1
        if (!isAllowed) return no(300010, 'audit status not allow')
        const refusal = refuseGoods({ ...found.body, ...info })
        if (refusal) return refusal
        found.body = { ...found.body, ...info }
        return ok
      })
    },
    [`POST ${GOODS}/delete`]: ({ body }) =>
      goodsOf(body.goodsId, (found) => {
        if (found.auditStatus === 1) return no(300014, 'goods in audit')
        goods.delete(found.goodsId)
        for (const room of rooms.values()) room.goods = room.goods.filter((id) => id !== found.goodsId)
        return ok
      }),
    [`POST ${GOODS}/audit`]: ({ body }) =>
      goodsOf(body.goodsId, (found) => {
        if (found.auditStatus !== 0 && found.auditStatus !== 3) return no(300010, 'audit status not allow')
        if (!count()) return no(300012, 'no submissions left')
        Object.assign(found, { auditStatus: 1, auditId: ++lastAudit })
        return { ...ok, auditId: found.auditId }
      }),
    [`POST ${GOODS}/resetaudit`]: ({ body }) =>
      goodsOf(body.goodsId, (found) => {
        if (found.auditStatus !== 1 || found.auditId !== body.auditId) return no(300010, 'audit status not allow')
        found.auditStatus = 0
        return ok
      }),
    [`POST ${GOODS}/onsale`]: ({ body }) =>
      roomOf(body.roomId, (room) => (room.goods.includes(Number(body.goodsId)) ? ok : no(300024, 'goods not in room'))),
    [`POST ${GOODS}/deleteInRoom`]: ({ body }) =>
      roomOf(body.roomId, (room) => {
        room.goods = room.goods.filter((id) => id !== Number(body.goodsId))
        return ok
      }),
    [`GET ${GOODS}/getapproved`]: ({ query }) => {
      const [offset, limit, status] = ['offset', 'limit', 'status'].map((name) => Number(query.get(name)))
      if (!limit || limit > 100) return no(200002, 'invalid limit')
      const found = [...goods.values()].filter((each) => each.auditStatus === status)
      const page = found.slice(offset, (offset ?? 0) + limit).map(({ goodsId, tag, body }) => ({
        goodsId,
        name: body.name,
        coverImgUrl: `http://mmbiz.qpic.cn/${String(body.coverImgUrl)}`,
        price: body.price,
        price2: body.price2 ?? 0,
        priceType: body.priceType,
        url: decodeURIComponent(String(body.url)),
        thirdPartyTag: tag,
      }))
      return { ...ok, goods: page, total: found.length }
    },
    [`POST ${GOODS}/getapproved`]: () => no(-1, 'system error'),
    'POST /wxa/business/getgoodswarehouse': ({ body }) => {
      const ids = body.goods_ids as number[]
      if (ids.length > 20) return no(200002, 'too many goods')
      const found = ids.flatMap((id) => goods.get(id) ?? [])
      return {
        ...ok,
        goods: found.map(({ goodsId, auditStatus }) => ({ goods_id: goodsId, audit_status: auditStatus })),
      }
    },
  }
  const kept: Kept = {
    give: () => ({ rooms, goods, submissions, last: [lastRoom, lastGoods, lastAudit], hadRooms }),
    take: (known) => {
      const before = known as {
        rooms: typeof rooms
        goods: typeof goods
        submissions: typeof submissions
        last: [number, number, number]
        hadRooms: boolean
      }
      refill(rooms, before.rooms)
      refill(goods, before.goods)
      refill(submissions, before.submissions)
      ;[lastRoom, lastGoods, lastAudit] = before.last
      hadRooms = before.hadRooms
    },
  }
  return { answers, kept, rooms, goods, review, reviewed, addRoom, addGoods }
}

const width = (text: unknown) => [...String(text ?? '')].reduce((sum, char) => sum + (char < '\u0080' ? 1 : 2), 0)
const outside = (value: number, min: number, max: number) => value < min || value > max

/** What the platform finds wrong with a room. */
function refuseRoom(body: Json, at: number): Json | undefined {
  const [start, end] = [Number(body.startTime), Number(body.endTime)]
  if (!body.coverImg) return no(300031, 'invalid coverImg')
  if (!body.shareImg) return no(300032, 'invalid shareImg')
  if (!body.feedsImg) return no(300037, 'invalid feedsImg')
  if (outside(width(body.name), 6, 34) || outside(width(body.anchorName), 4, 30)) return no(300002, 'name length')
  if (String(body.name).includes('违规')) return no(300028, 'room name illegal')
  if (/[<>{}|]/.test(String(body.name))) return no(300040, 'special characters')
  if (outside(start - at, 10 * MINUTE, 183 * DAY) || outside(end - start, 30 * MINUTE, DAY))
    return no(200002, 'invalid time')
  const anchor = String(body.anchorWechat ?? '')
  if (!/^[a-zA-Z][\w-]{5,19}$/.test(anchor)) return no(300030, 'anchorWechat illegal')
  if (anchor.endsWith('_none')) return no(300035, 'anchorWechat not exist')
  if (anchor.endsWith('_unverified'))
    return { ...no(300036, 'anchorWechat not verified'), qrcode_url: 'https://mmbiz.qpic.cn/verify.jpg' }
  return undefined
}

/** What it finds wrong with goods. */
function refuseGoods(info: Json): Json | undefined {
  if (!info.coverImgUrl) return no(300005, 'invalid coverImgUrl')
  if (outside(width(info.name), 6, 28)) return no(300002, 'name length')
  if (String(info.name).includes('违规') || /^\d+$/.test(String(info.name))) return no(300004, 'goods name illegal')
  const [type, price, price2] = [Number(info.priceType), Number(info.price), Number(info.price2 ?? 0)]
  const isPriced = price > 0 && (type === 1 || (type === 2 && price2 > price) || (type === 3 && price2 < price))
  if (!isPriced) return no(300003, 'price illegal')
  return String(info.url).startsWith('pages/') ? undefined : no(300007, 'page not exist')
}
