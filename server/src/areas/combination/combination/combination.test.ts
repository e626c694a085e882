import { type CombinationDraft, combination } from '@zhanggui/contract/combination/combination.ts'
import { team } from '@zhanggui/contract/combination/team.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  buyInTeam,
  type CombinationShop,
  combinationCalls,
  combinationDraft,
  openCombination,
  openCombinationShop,
  orderInTeam,
  pass,
  readCombination,
  richBuyer,
} from '../../../testing/combination.ts'
import { fetchBytes, readSheet } from '../../../testing/files/product-sheets.ts'
import type { Refused } from '../../../testing/shop.ts'

const DAY_MS = 24 * 3600_000

async function save(shop: CombinationShop, change: Partial<CombinationDraft> = {}, caller = shop.keeper) {
  const { status, body } = await caller.call(combination.save, { body: combinationDraft(shop, change) })
  return { status, body: body as typeof body & Refused }
}

async function update(shop: CombinationShop, id: number, change: Partial<CombinationDraft> = {}, caller = shop.keeper) {
  const { status, body } = await caller.call(combination.update, { body: { ...combinationDraft(shop), ...change, id } })
  return { status, body: body as typeof body & Refused }
}

const dayOf = ({ shop }: CombinationShop, days: number) =>
  toWireDay(new Date(shop.clock.now().getTime() + days * DAY_MS))

test('what is typed of a team product is refused by field and in words, and what is stored is answered as it was typed', async () => {
  const own = await openCombinationShop()
  const said = async (change: Partial<CombinationDraft>) => {
    const { status, body } = await save(own, change)
    return [status, body.message, body.errors?.[0]?.field]
  }
  for (const [change, ...answer] of [
    [{ people: 1 }, 400, expect.stringContaining('拼团人数'), 'people'],
    [{ people: 1001 }, 400, expect.stringContaining('拼团人数'), 'people'],
    [{ effectiveTime: 0 }, 400, expect.stringContaining('拼团时效'), 'effectiveTime'],
    [{ effectiveTime: 721 }, 400, expect.stringContaining('拼团时效'), 'effectiveTime'],
    [{ num: 0 }, 400, expect.stringContaining('购买数量限制'), 'num'],
    [{ num: 2, onceNum: 3 }, 400, '单次购买数量不能大于购买数量限制', 'onceNum'],
    [{ virtualRation: 3 }, 400, '补齐人数要小于拼团人数', 'virtualRation'],
    [
      { attrValue: [{ skuId: own.skuId, price: 20.01, quota: 1 }] },
      400,
      expect.stringContaining('不能高于'),
      'attrValue[0].price',
    ],
  ] as const)
    expect([change, await said(change as Partial<CombinationDraft>)]).toEqual([change, answer])
  const { body } = await save(own, { virtualRation: 2, isHot: true, allowPoints: false })
  const info = await readCombination(own, body.id)
  expect(info).toMatchObject({
    people: 3,
    effectiveTime: 24,
    num: 5,
    onceNum: 3,
    virtualRation: 2,
    isHot: true,
    allowPoints: false,
    phase: 'running',
    quotaShow: 30,
    price: 9.9,
    cost: 5,
    countPeople: 0,
    countPeopleAll: 0,
    countPeoplePink: 0,
  })
  const blind = await own.shop.signIn({ can: combinationCalls })
  expect((await blind.call(combination.info, { query: { id: body.id } })).body).not.toHaveProperty('cost')
  expect((await own.keeper.call(combination.useStatus, { body: { id: body.id } })).body).toMatchObject({
    status: 400,
    message: '请选择活动状态',
  })
})

test('two team products of a SKU do not run at once, with the same title they may follow one another', async () => {
  const own = await openCombinationShop()
  await openCombination(own)
  expect((await save(own)).body).toMatchObject({ status: 409, code: 'ACTIVITY_CONFLICT' })
  expect((await save(own, { startTime: dayOf(own, 3), stopTime: dayOf(own, 4) })).status).toBe(200)
  const plan = combinationDraft(own)
  const { body } = await own.keeper.call(activity.conflicts, {
    body: {
      type: 3,
      productId: plan.productId,
      startTime: plan.startTime,
      stopTime: plan.stopTime,
      attrValue: plan.attrValue,
    },
  })
  expect(body[0]).toMatchObject({ level: 'hard', code: 'OVERLAP', type: 3 })
})

test('editing, opening, closing, ending and deleting are allowed or refused as an activity stands', async () => {
  const own = await openCombinationShop()
  const { shop, keeper } = own
  type State = 'closed' | 'upcoming' | 'running' | 'ended'
  const make = async (state: State) => {
    const days = state === 'upcoming' ? { startTime: dayOf(own, 5), stopTime: dayOf(own, 6) } : {}
    const { body } = await save(own, { ...days, status: state !== 'closed' })
    if (state === 'ended')
      await shop.ctx.db.execute(sql`update activity set stop_at = ${shop.ctx.now()} where id = ${body.id}`)
    expect((await readCombination(own, body.id)).phase).toBe(state)
    return body.id
  }
  const acts = {
    edit: async (id: number) => update(own, id, { title: '改名', status: (await readCombination(own, id)).status }),
    open: (id: number) => keeper.call(combination.useStatus, { body: { id, status: true } }),
    close: (id: number) => keeper.call(combination.useStatus, { body: { id, status: false } }),
    end: (id: number) => keeper.call(activity.end, { body: { id } }),
    quota: (id: number) => keeper.call(activity.quota, { body: { id, skuId: own.skuId, quota: 31 } }),
    copy: (id: number) => keeper.call(activity.copy, { body: { id } }),
    remove: (id: number) => keeper.call(combination.remove, { query: { id } }),
  }
  const expected: Record<State, Record<keyof typeof acts, number | string>> = {
    closed: { edit: 200, open: 200, close: 200, end: 200, quota: 200, copy: 200, remove: 200 },
    upcoming: {
      edit: 200,
      open: 200,
      close: 200,
      end: '活动未开始，不需要结束；请直接关闭',
      quota: 200,
      copy: 200,
      remove: 200,
    },
    running: {
      edit: '活动进行中，商品不支持修改',
      open: 200,
      close: 200,
      end: 200,
      quota: 200,
      copy: 200,
      remove: '活动开启中，商品不支持删除',
    },
    ended: { edit: 200, open: 200, close: 200, end: '活动已结束', quota: 200, copy: 200, remove: 200 },
  }
  for (const [state, row] of Object.entries(expected) as [State, (typeof expected)[State]][])
    for (const [act, answer] of Object.entries(row)) {
      const id = await make(state)
      const { status, body } = await acts[act as keyof typeof acts](id)
      const said = (body as { message?: string }).message
      expect([state, act, status === 200 ? 200 : said], JSON.stringify(body)).toEqual([state, act, answer])
      await shop.ctx.db.execute(sql`update activity set status = false, is_del = true`)
    }
})

test('an open one that is over does not come back by an edit without what opening asks, nor without that right', async () => {
  const own = await openCombinationShop()
  const { shop } = own
  const sale = await openCombination(own)
  await shop.ctx.db.execute(sql`update activity set stop_at = ${shop.ctx.now()}`)
  const editor = await shop.signIn({ can: [combination.update, combination.info] })
  const later = { stopTime: dayOf(own, 9) }
  expect((await update(own, sale.id, later, editor)).status).toBe(403)
  await shop.ctx.db.execute(sql`update product set is_show = false`)
  expect((await update(own, sale.id, later)).body).toMatchObject({ message: '关联的商品未上架，无法开启活动' })
  await shop.ctx.db.execute(sql`update product set is_show = true`)
  expect((await update(own, sale.id, later)).status).toBe(200)
  expect((await readCombination(own, sale.id)).phase).toBe('running')
  // An upcoming one that stays open is edited without the right to open.
  await shop.ctx.db.execute(sql`update activity set start_at = ${shop.ctx.now()}::timestamptz + interval '1 day'`)
  const upcoming = { startTime: dayOf(own, 1), stopTime: dayOf(own, 9) }
  expect((await update(own, sale.id, { ...upcoming, title: '改名' }, editor)).status).toBe(200)
  expect((await update(own, sale.id, { ...upcoming, status: false }, editor)).status).toBe(403)
})

test('a SKU that has sold stays, its quota never falls below what is sold and held, and teams keep their terms', async () => {
  const own = await openCombinationShop()
  const { shop, keeper } = own
  const sale = await openCombination(own)
  const first = await buyInTeam(shop, sale, { num: 2 })
  await orderInTeam(await richBuyer(shop), sale, { pinkId: first.pinkId, num: 3 })
  await keeper.call(combination.useStatus, { body: { id: sale.id, status: false } })
  const sku = (quota: number) => ({ attrValue: [{ skuId: own.skuId, price: 9.9, quota }] })
  expect((await update(own, sale.id, { ...sku(4), status: false })).body).toMatchObject({
    status: 409,
    message: '限量不能小于已售和待付款数量 5',
  })
  expect((await update(own, sale.id, { ...sku(5), people: 9, status: false })).status).toBe(200)
  expect((await keeper.call(activity.quota, { body: { id: sale.id, skuId: own.skuId, quota: 3 } })).status).toBe(409)
  const { body } = await keeper.call(team.list, { query: { combinationId: sale.id } })
  expect(body.list).toMatchObject([{ id: first.pinkId, people: 3, memberCount: 1, status: 1, statusName: '进行中' }])
})

test('lists count phases, buyers and teams; the figures of all teams add up', async () => {
  const own = await openCombinationShop()
  const { shop, keeper } = own
  const sale = await openCombination(own, { people: 2 })
  const first = await buyInTeam(shop, sale)
  await buyInTeam(shop, sale, { pinkId: first.pinkId })
  await buyInTeam(shop, sale, { buyer: first.buyer })
  const { body: found } = await keeper.call(combination.list, { query: { phase: 'running' } })
  expect(found).toMatchObject({
    total: 1,
    list: [{ id: sale.id, countPeople: 2, countPeopleAll: 3, countPeoplePink: 1 }],
  })
  const { body: heads } = await keeper.call(activity.headers, { query: { type: 3 } })
  expect(heads.find(({ phase }) => phase === 'running')?.count).toBe(1)
  expect((await keeper.call(team.statistics)).body).toEqual({
    countPeople: 2,
    countTeam: 1,
    runningTeam: 1,
    failTeam: 0,
  })
  const teams = async (query: object) => (await keeper.call(team.list, { query })).body.total
  expect(await teams({ status: 2 })).toBe(1)
  expect(await teams({ uid: first.buyer.userId })).toBe(2)
  expect(await teams({ keywords: '毛巾' })).toBe(2)
  expect(await teams({ keywords: '浴巾' })).toBe(0)
  expect((await keeper.call(team.members, { params: { id: 99_999 } })).status).toBe(404)
  await pass(shop, DAY_MS)
})

test('the sheets of team products and of teams have what their lists show, the chosen rows alone where some are chosen', async () => {
  const own = await openCombinationShop()
  const { shop, keeper } = own
  const sale = await openCombination(own, { people: 2 })
  const first = await buyInTeam(shop, sale)
  const second = await buyInTeam(shop, sale)
  const sheetOf = async (answer: { status: number; body: object }) => {
    if (!('url' in answer.body)) throw new Error(JSON.stringify(answer.body))
    return readSheet(await fetchBytes(shop, keeper, String(answer.body.url)))
  }
  const [head, row] = await sheetOf(await keeper.call(combination.download, { query: { keywords: '毛巾' } }))
  expect(head).toEqual([
    '编号',
    '拼团名称',
    '原价',
    '拼团价',
    '库存',
    '浏览次数',
    '预算',
    '预算已用',
    '拼团人数',
    '参与人数',
    '成团数量',
    '销量',
    '限量',
    '拼团状态',
    '商品状态',
    '拼团开始时间',
    '拼团结束时间',
    '创建时间',
  ])
  const sold = ['毛巾拼团', expect.anything(), 9.9, 28, 0, '', '', 2, 2, 0, 2, 30]
  expect(row?.slice(1)).toEqual([...sold, '进行中', '开启', dayOf(own, 0), dayOf(own, 2), expect.anything()])
  const teams = await sheetOf(await keeper.call(team.download, { query: { status: 1, ids: [second.pinkId] } }))
  expect(teams[0]?.slice(0, 6)).toEqual(['ID', '开团团长', '开团时间', '拼团商品', '几人团', '几人参加'])
  expect(teams.slice(1)).toEqual([expect.arrayContaining([second.pinkId, '毛巾拼团', '进行中'])])
  expect(await sheetOf(await keeper.call(team.download, { query: {} }))).toHaveLength(3)
  expect(first.pinkId).not.toBe(second.pinkId)
})

test('what is done with activities of all kinds asks for the right of this kind', async () => {
  const own = await openCombinationShop()
  const sale = await openCombination(own)
  const stranger = await own.shop.signIn({
    permissions: ['list', 'update', 'update:status', 'save'].map((act) => `admin:seckill:${act}`),
  })
  const answers = [
    await stranger.call(activity.headers, { query: { type: 3 } }),
    await stranger.call(activity.today, { query: { type: 3 } }),
    await stranger.call(activity.watch, { query: { id: sale.id } }),
    await stranger.call(activity.end, { body: { id: sale.id } }),
    await stranger.call(activity.quota, { body: { id: sale.id, skuId: own.skuId, quota: 31 } }),
    await stranger.call(activity.copy, { body: { id: sale.id } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(403))
  const { body } = await stranger.call(activity.batch, { body: { ids: [sale.id], action: 'close' } })
  expect(body).toMatchObject({ success: 0, failed: 1 })
})
