import type { ClientBase } from 'pg'
import { type BulkWriter, copyMoment } from '../../../platform/data/bulk.ts'

/** What customers bring along: of every fourth a balance, and some points. */
const FIRST_MONEY_FEN = 200_000
const FIRST_POINTS = 300
/** So many of the customers were there before the first order. */
const EARLY_SHARE = 0.05
const LEVELS = [
  ['普通会员', 1, 100],
  ['银卡会员', 1000, 98],
  ['金卡会员', 5000, 95],
  ['钻石会员', 20_000, 90],
] as const

const characters = (text: string) => text.split('')
const surnames = characters('王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧')
const firsts = characters('子思明雨浩佳文晓静建丽志婷俊雪宇欣伟海云天春秋冬玉金小大中正')
const seconds = characters('涵远轩桐然怡博彤雅国华强玲杰梅航妍峰燕龙凤兰平安宁康乐成功荣')
const nicknames = ['阿夏', '林深', '橘子汽水', '老陈', '南风', '小满', '柠檬', '青团', '米粒', '半夏', '汤圆', '云朵']
const types = ['routine', 'wechat', 'h5', 'routine', 'app', 'wechat', 'routine'] as const

export type Place = { cityId: number; province: string; city: string; district: string }

export const customerColumns = {
  shop_user: `id, account, nickname, real_name, phone, sex, country, province, city, now_money_fen, integral, experience, level,
    user_type, login_type, pay_count, consume_money_fen, refund_money_fen, last_pay_time, last_login_time, created_at, updated_at`,
  buyer_address: 'uid, real_name, phone, city_id, province, city, district, detail, is_default, created_at, updated_at',
  user_bill: `uid, link_id, title, mark, biz_key, created_at, pm, type, number_fen, balance_fen, affect_balance, pay_type`,
  user_integral_record: `uid, link_id, title, mark, biz_key, created_at, updated_at, link_type, type, integral, balance, status`,
  user_experience_record: 'uid, link_id, title, biz_key, created_at, link_type, type, experience, balance',
  user_level_log: 'uid, level_id, grade, discount, auto, mark, created_at',
}
type Writer = BulkWriter<keyof typeof customerColumns>

const pick = (from: readonly string[], at: number) => from[Math.floor(at) % from.length] ?? ''

type Level = { id: number; grade: number; discount: number; experience: number }
type Move = { at: number; linkId: string; bizKey: string }

/**
 * Customers of a bulk shop, by their place from 0. Who they are follows from the place; what they have is kept in memory while
 * their orders are made, and their rows are written last.
 */
export class BulkCustomers {
  readonly count: number
  readonly #firstUid: number
  readonly #since: number
  readonly #until: number
  readonly #places: readonly Place[]
  readonly #levels: readonly Level[]
  readonly #moneyFen: Float64Array
  readonly #points: Int32Array
  readonly #experience: Int32Array
  readonly #payCount: Int32Array
  readonly #consumeFen: Float64Array
  readonly #refundFen: Float64Array
  readonly #lastPaid: Float64Array

  private constructor(
    count: number,
    own: { firstUid: number; since: number; until: number; places: readonly Place[]; levels: readonly Level[] },
  ) {
    this.count = count
    this.#firstUid = own.firstUid
    this.#since = own.since
    this.#until = own.until
    this.#places = own.places
    this.#levels = own.levels
    this.#moneyFen = new Float64Array(count)
    this.#points = new Int32Array(count)
    this.#experience = new Int32Array(count)
    this.#payCount = new Int32Array(count)
    this.#consumeFen = new Float64Array(count)
    this.#refundFen = new Float64Array(count)
    this.#lastPaid = new Float64Array(count)
  }

  /** Prepares so many customers, who come from `since` on; in a transaction of the owner. */
  static async begin(client: ClientBase, count: number, since: number, until: number): Promise<BulkCustomers> {
    const { rows } = await client.query<{ first: string }>(
      'select coalesce((select max(id) from shop_user), 0) + 1 as first',
    )
    const { rows: places } = await client.query<Place>(`
      select leaf.city_id as "cityId", province.name as province, city.name as city, leaf.name as district
      from region as leaf join region as city on city.city_id = leaf.parent_id
        join region as province on province.city_id = city.parent_id
      where leaf.level = 2 and leaf.is_show and not exists (select from region where parent_id = leaf.city_id)
      order by leaf.city_id limit 2000`)
    const known = places.length ? places : [{ cityId: 110101, province: '北京市', city: '北京市', district: '东城区' }]
    const levels = await makeLevels(client)
    return new BulkCustomers(count, { firstUid: Number(rows[0]?.first), since, until, places: known, levels })
  }

  uid(place: number): number {
    return this.#firstUid + place
  }

  /** How many are customers by then, of whom the first came first. */
  knownAt(at: number): number {
    const share = (at - this.#since) / (this.#until - this.#since)
    return Math.max(1, Math.min(this.count, Math.floor(this.count * (EARLY_SHARE + (1 - EARLY_SHARE) * share))))
  }

  describe(place: number) {
    const uid = this.uid(place)
    const mixed = Math.imul(uid, 2_654_435_761) >>> 0
    const type = types[uid % types.length] ?? 'h5'
    const { cityId, ...where } = this.#places[mixed % this.#places.length] as Place
    return {
      uid,
      type,
      // Coprime to the number of phones, so that none comes twice.
      phone: `199${String((uid * 7919) % 100_000_000).padStart(8, '0')}`,
      realName: `${pick(surnames, mixed)}${pick(firsts, mixed / 37)}${pick(seconds, mixed / 1369)}`,
      nickname: `${pick(nicknames, mixed)}${uid}`,
      cityId,
      ...where,
      detail: `人民路 ${1 + (uid % 280)} 号 ${1 + (uid % 9)} 幢 ${101 + (uid % 20)} 室`,
    }
  }

  points(place: number): number {
    return this.#points[place] ?? 0
  }

  moneyFen(place: number): number {
    return this.#moneyFen[place] ?? 0
  }

  /** What a customer has before the first order, and where the orders go. */
  open(writer: Writer, place: number): void {
    const { uid, phone, realName, cityId, province, city, district, detail } = this.describe(place)
    const at = copyMoment(this.#cameAt(place))
    writer.add('buyer_address', [uid, realName, phone, cityId, province, city, district, detail, true, at, at])
    if (place % 4) return
    this.#moneyFen[place] = FIRST_MONEY_FEN
    this.#points[place] = FIRST_POINTS
    const mark = '批量数据'
    writer.add('user_bill', [
      ...[uid, '', '后台操作', mark, null, at, 1, 'system_add', FIRST_MONEY_FEN, FIRST_MONEY_FEN, true, ''],
    ])
    writer.add('user_integral_record', [
      ...[uid, '', '后台操作', mark, null, at, at, 'system', 1, FIRST_POINTS, FIRST_POINTS, 3],
    ])
  }

  /** Points spent; those earned, which are the customer's once their status is 3. */
  movePoints(writer: Writer, place: number, amount: number, title: string, status: 1 | 3 | 4, move: Move): void {
    const after = this.points(place) + (status === 3 ? amount : 0)
    this.#points[place] = after
    const when = copyMoment(move.at)
    const [type, integral] = amount < 0 ? [2, -amount] : [1, amount]
    writer.add('user_integral_record', [
      ...[this.uid(place), move.linkId, title, '', move.bizKey, when, when, 'order', type, integral],
      ...[after, status],
    ])
  }

  /** What a payment of the order changes for the customer, as T2 does. */
  pay(writer: Writer, place: number, fen: number, payType: string, { at: paidAt, linkId, bizKey }: Move): void {
    const at = copyMoment(paidAt)
    const uid = this.uid(place)
    const fromBalance = payType === 'yue'
    const money = this.moneyFen(place) - (fromBalance ? fen : 0)
    this.#moneyFen[place] = money
    this.#payCount[place] = (this.#payCount[place] ?? 0) + 1
    this.#consumeFen[place] = (this.#consumeFen[place] ?? 0) + fen
    this.#lastPaid[place] = Math.max(this.#lastPaid[place] ?? 0, paidAt)
    writer.add('user_bill', [
      ...[uid, linkId, '购买商品', '', `${bizKey}:pay`, at, 0, 'pay_order', fen, money, fromBalance, payType],
    ])
    const experience = Math.floor(fen / 100)
    if (!experience) return
    const after = (this.#experience[place] ?? 0) + experience
    this.#experience[place] = after
    const title = '用户订单付款成功'
    writer.add('user_experience_record', [
      ...[uid, linkId, title, `${bizKey}:experience`, at, 'order', 1, experience, after],
    ])
  }

  /** What a refund of the order changes for the customer, as T19 does; `experience` is taken back. */
  refund(writer: Writer, place: number, fen: number, payType: string, experience: number, move: Move): void {
    const at = copyMoment(move.at)
    const uid = this.uid(place)
    const toBalance = payType === 'yue'
    const money = this.moneyFen(place) + (toBalance ? fen : 0)
    this.#moneyFen[place] = money
    this.#refundFen[place] = (this.#refundFen[place] ?? 0) + fen
    writer.add('user_bill', [
      ...[uid, move.linkId, '商品退款', '', `${move.bizKey}:money`, at, 1, 'pay_product_refund', fen, money, toBalance],
      payType,
    ])
    if (!experience) return
    const after = (this.#experience[place] ?? 0) - experience
    this.#experience[place] = after
    writer.add('user_experience_record', [
      ...[uid, move.linkId, '订单退款', `${move.bizKey}:experience`, at, 'refund', 2, experience, after],
    ])
  }

  /** The row of a customer whose orders are made, with the level reached. */
  close(writer: Writer, place: number): void {
    const { uid, phone, realName, nickname, type, province, city } = this.describe(place)
    const came = copyMoment(this.#cameAt(place))
    const paid = this.#lastPaid[place]
    const lastPaid = paid ? copyMoment(paid) : null
    const experience = this.#experience[place] ?? 0
    const level = this.#levels.findLast((each) => each.experience <= experience)
    if (level) {
      const { id, grade, discount } = level
      writer.add('user_level_log', [uid, id, grade, discount, true, '', lastPaid ?? came])
    }
    writer.add('shop_user', [
      ...[uid, phone, nickname, realName, phone, uid % 4, '中国', province, city, this.moneyFen(place)],
      ...[this.points(place), experience, level?.id ?? 0, type, type, this.#payCount[place], this.#consumeFen[place]],
      ...[this.#refundFen[place], lastPaid, lastPaid ?? came, came, lastPaid ?? came],
    ])
  }

  #cameAt(place: number): number {
    const share = (place / this.count - EARLY_SHARE) / (1 - EARLY_SHARE)
    return Math.floor(this.#since + share * (this.#until - this.#since)) - 3_600_000
  }
}

/** The shop's levels, the lowest first; a shop without any gets some. */
async function makeLevels(client: ClientBase): Promise<Level[]> {
  for (const [at, [name, experience, discount]] of LEVELS.entries())
    await client.query(
      `insert into user_level (name, grade, experience, discount)
      select $1::text, $2::int, $3::int, $4::int where (select count(*) from user_level) = $2::int - 1`,
      [name, at + 1, experience, discount],
    )
  const { rows } = await client.query<Record<keyof Level, string>>(
    'select id, grade, discount, experience from user_level where is_show order by grade',
  )
  return rows.map((row) => ({
    id: Number(row.id),
    grade: Number(row.grade),
    discount: Number(row.discount),
    experience: Number(row.experience),
  }))
}
