import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { userGroup } from '@zhanggui/contract/user/user-group.ts'
import { userLevel } from '@zhanggui/contract/user/user-level.ts'
import { userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { userTag } from '@zhanggui/contract/user/user-tag.ts'
import { SHANGHAI_OFFSET_MS } from '@zhanggui/domain/time.ts'
import type { UserType } from '@zhanggui/domain/user/user-type.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, calling, inTransaction, withContext } from '../../../platform/http/context.ts'
import { randomFrom } from '../../../platform/security/random.ts'
import { spreadDemoFans } from '../../wechat/demo/fan.demo.ts'
import { remindFake } from '../../wechat/fan/fan-event.service.ts'
import { addWechatUser } from '../../wechat/wechat-user/wechat-user.service.ts'
import { editAddress } from '../address/buyer-address.service.ts'
import { addFavourites } from '../collect/buyer-collect.service.ts'
import { groupService } from '../group/user-group.service.ts'
import { addBalance, changeExperience, changePoints, takeBalance } from '../ledger/ledger.service.ts'
import { saveLevel } from '../level/user-level.service.ts'
import { segmentService } from '../segment/user-segment.service.ts'
import { addCustomer, saveNote, setStatus } from '../shop-user/shop-user.service.ts'
import { setLevel, setSpreader } from '../shop-user/user-rank.service.ts'
import { tagService } from '../tag/user-tag.service.ts'
import { districts, givenNames, nicknames, notes, places, streets, surnames } from './user-people.demo.ts'

const SEED = 20_260_303
const CUSTOMERS = 240
const DAY_MS = 24 * 3600_000
/** The first customers registered this many days ago. */
const DAYS = 280

const levels = [
  { name: '普通会员', grade: 1, experience: 1, discount: 100 },
  { name: '银卡', grade: 2, experience: 500, discount: 98 },
  { name: '金卡', grade: 3, experience: 2000, discount: 95 },
  { name: '黑金卡', grade: 4, experience: 8000, discount: 90 },
]
const groups = ['上海客户', '企业采购', '社群老客', '门店顾客']
const tags = ['老客', '爱咖啡', '宝妈', '高客单', '常退货', '节日送礼', '价格敏感']

/** People of WeChat's fake: they sign in with the code `sim:` and their name. */
const BUYER = 'demo-'

type Stage = { groups: number[]; tags: number[]; random: () => number }

/**
 * Fills a demo shop without customers with some that are always the same except for their dates. What they have was brought
 * over from the shop before, by records like any other, so that every ledger adds up.
 */
export async function fillUserDemo(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute(sql`select from shop_user limit 1`)
  if (rows.length) return
  await inTransaction(ctx, async (tx) => {
    const stage: Stage = { groups: [], tags: [], random: randomFrom(SEED) }
    for (const level of levels) await saveLevel(calling(tx, userLevel.save), level)
    for (const groupName of groups)
      stage.groups.push((await groupService.save(calling(tx, userGroup.save), { groupName })).id)
    for (const name of tags) stage.tags.push((await tagService.save(calling(tx, userTag.save), { name })).id)
    const uids: number[] = []
    for (let n = 0; n < CUSTOMERS; n++) uids.push(await addOne(tx, stage, uids, n))
    await useShop(tx, uids)
    await spreadDemoFans(tx)
    const [vip = 0, blocked = 0] = [uids[12], uids[33]]
    const { rows: top } = await tx.db.execute<{ id: number }>(sql`select id from user_level where grade = 3`)
    await setLevel(calling(tx, shopUser.level), { uid: vip, levelId: top[0]?.id ?? 0 })
    await setStatus(calling(tx, shopUser.status), { ids: [blocked], status: false, closeReason: '多次恶意退款' })
    await segmentService.save(calling(tx, userSegment.save), { name: '近30天新客', query: { dateLimit: ['lately30'] } })
    await segmentService.save(calling(tx, userSegment.save), {
      name: '企业采购客户',
      query: { groupId: stage.groups[1] ?? 0 },
    })
  })
  await remindFake(ctx)
}

/** Three customers who can sign in to the mini-program, by the code to send. */
export async function listDemoBuyers({ db }: Ctx): Promise<{ nickname: string; code: string }[]> {
  const { rows } = await db.execute<{ nickname: string; code: string }>(sql`
    select u.nickname, 'sim:' || substr(w.routine_openid, 5) as code
    from wechat_user w join shop_user u on u.id = w.uid
    where w.routine_openid like ${`sim\\_${BUYER}%`} and u.status order by u.id limit 3`)
  return rows
}

async function addOne(
  tx: Ctx,
  { groups: inGroups, tags: withTags, random }: Stage,
  before: readonly number[],
  n: number,
) {
  const at = momentOf(n, random, tx.now())
  const then = withContext(tx, { now: () => at })
  const pick = <Value>(from: readonly Value[]) => from[Math.floor(random() * from.length)]
  const type = typeOf(random())
  const [province, city] = pick(places) ?? ['', '']
  const nickname = `${nicknames[n % nicknames.length]}${n >= nicknames.length ? Math.floor(n / nicknames.length) + 1 : ''}`
  const phone = n % 9 === 4 ? null : `1${3 + (n % 6)}${String(9_000_000_00 + n * 7_654_321).slice(-9)}`
  const lastVisit = new Date(at.getTime() + (tx.now().getTime() - at.getTime()) * random())
  const uid = await addCustomer(calling(then, shopUser.save), {
    account: phone ?? `wx${100_000 + n}`,
    nickname,
    phone,
    province,
    city,
    country: '中国',
    userType: type,
    loginType: type,
    realName: n % 3 ? '' : `${pick(surnames)}${pick(givenNames)}`,
    sex: [0, 1, 2, 2][n % 4] ?? 0,
    birthday: n % 4 ? null : `19${70 + (n % 30)}-${two(1 + (n % 12))}-${two(1 + (n % 28))}`,
    address: n % 5 ? '' : `${pick(streets)} ${1 + (n % 300)} 号`,
    groupId: random() < 0.45 ? (pick(inGroups) ?? null) : null,
    tagIds: withTags.filter(() => random() < 0.16),
    subscribe: type === 'wechat',
    isPromoter: n % 17 === 3,
    promoterTime: n % 17 === 3 ? at : null,
    lastLoginTime: lastVisit,
  })
  if (type === 'wechat' || type === 'routine')
    await addWechatUser(then, {
      uid,
      nickname,
      province,
      city,
      country: '中国',
      language: 'zh_CN',
      userType: type,
      ...(type === 'wechat'
        ? { openid: `oDemo${100_000_000 + n}`, subscribe: true, subscribeTime: at, subscribeScene: 'ADD_SCENE_QR_CODE' }
        : { routineOpenid: `sim_${BUYER}${n + 1}` }),
    })
  await bring(then, uid, random)
  await later(tx, uid, n, lastVisit)
  // Bonds two deep: promoters are among the earlier customers.
  const promoter = n % 6 === 5 ? before[(Math.floor(n / 34) * 17 + 3) % Math.max(1, before.length)] : undefined
  if (promoter) await setSpreader(calling(then, shopUser.spread), uid, promoter)
  return uid
}

/** What a customer had in the shop before. */
async function bring(tx: Ctx, uid: number, random: () => number): Promise<void> {
  const experience = Math.floor(random() ** 4 * 12_000)
  const note = { uid, title: '期初导入', linkType: 'system' } as const
  if (experience) await changeExperience(tx, { ...note, type: 1, experience })
  const integral = Math.floor(random() ** 2 * 3000)
  await changePoints(tx, { ...note, type: 1, integral, status: 3 })
  const numberFen = random() < 0.4 ? Math.floor(random() ** 2 * 50_000) + 100 : 0
  if (numberFen) await addBalance(tx, { uid, type: 'system_add', numberFen, mark: '期初余额' })
}

/** What staff did since. */
async function later(tx: Ctx, uid: number, n: number, at: Date): Promise<void> {
  const then = withContext(tx, { now: () => at })
  const note = notes[Math.floor(n / 11) % notes.length]
  if (n % 11 === 2 && note) await saveNote(calling(then, shopUser.note), { uid, content: note })
  if (n % 13 === 6) await addBalance(then, { uid, type: 'system_add', numberFen: 2000, mark: '破损补偿' })
  if (n % 26 === 6) await takeBalance(then, { uid, type: 'system_sub', numberFen: 500, mark: '补偿多发，收回' })
  if (n % 19 === 7) {
    const note2 = { uid, type: 2, integral: 50, linkType: 'system', title: '后台积分操作' } as const
    await changePoints(then, { ...note2, status: 3, mark: '重复赠送，收回' })
  }
}

/** What customers left in the shop: every third one addresses, every fourth favourites. */
async function useShop(tx: Ctx, uids: readonly number[]): Promise<void> {
  const { rows: goods } = await tx.db.execute<{ id: number }>(
    sql`select id from product where is_show and not is_recycle and not is_del order by id limit 24`,
  )
  for (const [n, uid] of uids.entries()) {
    const buyer = withContext(tx, { shopper: { uid, name: '', sessionId: '', channel: 'h5' } })
    for (let nth = 0; n % 3 === 0 && nth < 1 + (n % 2); nth++) await addAddress(buyer, n + nth)
    const liked = [n, 2 * n + 1, 3 * n + 2].flatMap((place) => goods[place % goods.length]?.id ?? [])
    if (n % 4 === 0 && liked.length) await addFavourites(buyer, [...new Set(liked)])
  }
}

function addAddress(buyer: Ctx, n: number) {
  const place = n % districts.length
  return editAddress(buyer, {
    realName: `${surnames[n % surnames.length]}${givenNames[(n * 7) % givenNames.length]}`,
    phone: `1${3 + (n % 6)}${String(9_000_000_00 + n * 7_654_321).slice(-9)}`,
    cityId: districts[place] ?? 0,
    detail: `${streets[place]} ${1 + (n % 300)} 号 ${1 + (n % 9)} 幢 ${101 + (n % 20) * 100} 室`,
  })
}

/** Registrations grow towards today, most of them in the evening. */
function momentOf(n: number, random: () => number, now: Date): Date {
  const midnight = Math.floor((now.getTime() + SHANGHAI_OFFSET_MS) / DAY_MS) * DAY_MS - SHANGHAI_OFFSET_MS
  const days = Math.floor(DAYS * (1 - Math.sqrt((n + 1) / CUSTOMERS)))
  const hour = 9 + Math.floor(13 * Math.sqrt(random()))
  const at = midnight - (days + 1) * DAY_MS + hour * 3600_000 + Math.floor(random() * 3600) * 1000
  return new Date(at)
}

function typeOf(chance: number): UserType {
  if (chance < 0.5) return 'routine'
  if (chance < 0.75) return 'wechat'
  return chance < 0.95 ? 'h5' : 'app'
}

const two = (value: number) => String(value).padStart(2, '0')
