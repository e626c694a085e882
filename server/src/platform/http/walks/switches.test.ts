import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { expressCompany } from '@zhanggui/contract/setting/express-company.ts'
import { region } from '@zhanggui/contract/setting/region.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { role } from '@zhanggui/contract/staff/role.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { userLevel } from '@zhanggui/contract/user/user-level.ts'
import { wechatReply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { scheduledJob } from '@zhanggui/contract/work/scheduled-job.ts'
import { expect, test } from 'vitest'
import { couponDraft } from '../../../testing/coupon.ts'
import { openShop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { readReach } from '../../../testing/walk/reach.ts'

const SWITCHES = ['status', 'isShow', 'enabled', 'isPause', 'verifyStatus']
/** What asks for the right to a switch. */
const ASKS = [
  'platform/http/switching.ts#requireSwitch',
  'areas/decor/activity-style/activity-style.service.ts#requireSwitch',
  'areas/promotion/activity/activity-opening.service.ts#requireOpening',
  'areas/store/store-staff/store-staff.service.ts#requireGiving',
]
/** Whoever adds one of these adds it as it is meant to be: on. Nothing is sold, given or shown to anybody by that alone. */
const BEGIN_ON = new Set([
  'admin-user.save',
  'category.save',
  'express-company.save',
  'region.save',
  'role.save',
  'scheduled-job.save',
  'seckill-slot.save',
  'store.save',
  'user-level.save',
  'wechat-reply.save',
  'wechat-template.save',
])

const rightsOf = ({ permission }: Route) => [permission].flat()
const switchesOf = (part: unknown) =>
  Object.keys((part as { properties?: object } | undefined)?.properties ?? {}).filter((name) => SWITCHES.includes(name))
const changes = ({ method, changes: does, quiet }: Route) => (method !== 'GET' || does === true) && !quiet
/** Takes a row and its switch, and nothing else of it; or turns the switch of the row in its path. */
const isSwitch = ({ name: route, body, query, params }: Route) => {
  const named = Object.keys({ ...(body as { properties?: object })?.properties, ...query?.properties })
  if (!named.length) return params !== undefined && /\.(toggle|\w*status)$/i.test(route)
  return named.some((name) => SWITCHES.includes(name)) && named.every((name) => ['id', ...SWITCHES].includes(name))
}

test('what has a switch with a right of its own asks for it wherever else it can be switched', async () => {
  const { doors, has, leadingTo } = await readReach()
  expect(ASKS.filter((name) => !has(name))).toEqual([])
  const asking = leadingTo(ASKS)
  const routes = doors.filter(({ route }) => route && changes(route))
  const problems: string[] = []
  let compared = 0
  for (const { route: own } of routes) {
    if (!own || !isSwitch(own)) continue
    for (const { name, route, refs } of routes) {
      if (!route || route.object !== own.object || isSwitch(route) || BEGIN_ON.has(name)) continue
      if (!switchesOf(route.body).length || rightsOf(route).some((right) => rightsOf(own).includes(right))) continue
      compared++
      if (![...refs].some((ref) => asking.has(ref)))
        problems.push(`${name} switches as ${own.name} does, without ${rightsOf(own)}`)
    }
  }
  expect(problems).toEqual([])
  expect(compared).toBeGreaterThan(12)
})

test('whoever may edit and not switch changes everything but the switch', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const can = [
    category.update,
    ...[coupon.save, store.update, role.update, adminUser.update, userLevel.update, region.update],
    ...[expressCompany.update, wechatReply.update, scheduledJob.update],
  ]
  const clerk = await shop.signIn({ can, level: 2 })
  const refuses = async (right: string, answer: Promise<{ status: number; body: unknown }>) =>
    expect(await answer).toMatchObject({ status: 403, body: { permission: right } })
  const passes = async (answer: Promise<{ status: number; body: unknown }>) =>
    expect(await answer).toMatchObject({ status: 200 })

  await refuses('admin:coupon:update:status', clerk.call(coupon.save, { body: couponDraft() }))
  await passes(clerk.call(coupon.save, { body: couponDraft({ status: false }) }))

  const { body: goods } = await admin.call(category.save, { body: { name: '家纺', status: true } })
  const unshown = { id: goods.id, name: '家纺', status: false }
  await refuses('admin:category:update:status', clerk.call(category.update, { body: unshown }))
  await passes(clerk.call(category.update, { body: { ...unshown, name: '床品', status: true } }))

  const { body: shopStore } = await admin.call(store.save, { body: storeDraft('一店') })
  const hidden = { ...storeDraft('一店'), id: shopStore.id, isShow: false }
  await refuses('admin:system:store:update:status', clerk.call(store.update, { body: hidden }))
  await passes(clerk.call(store.update, { body: { ...hidden, isShow: true, detailedAddress: '东四北大街 2 号' } }))
  await passes(clerk.call(store.update, { body: { ...storeDraft('一店'), id: shopStore.id } }))

  const draft = { name: '导购', level: 9, dataScope: '仅本人', permission: 'guide' } as const
  const { body: guide } = await admin.call(role.save, { body: draft })
  const { permission: _, ...fields } = draft
  const off = { ...fields, id: guide.id, status: false }
  await refuses('admin:system:role:update:status', clerk.call(role.update, { body: off }))
  await passes(clerk.call(role.update, { body: { ...off, status: true } }))

  const account = { username: 'guide1', nickName: '导购', roles: [{ id: guide.id }] }
  const { body: user } = await admin.call(adminUser.save, { body: account })
  const locked = { id: user.id, nickName: '导购', roles: account.roles, enabled: false }
  await refuses('admin:system:admin:update:status', clerk.call(adminUser.update, { body: locked }))
  await passes(clerk.call(adminUser.update, { body: { ...locked, enabled: true } }))

  const level = { name: '金卡', grade: 90, experience: 900_000_000, discount: 90 }
  const { body: gold } = await admin.call(userLevel.save, { body: level })
  const ofGold = { params: { id: gold.id } }
  const hide = clerk.call(userLevel.update, { ...ofGold, body: { ...level, isShow: false } })
  await refuses('admin:system:user:level:use', hide)
  await passes(clerk.call(userLevel.update, { ...ofGold, body: { ...level, isShow: true } }))

  const { body: place } = await admin.call(region.save, { body: { cityId: 990000, parentId: 0, name: '新区' } })
  const closed = { id: place.id, parentId: 0, name: '新区', isShow: false }
  await refuses('admin:system:city:update:status', clerk.call(region.update, { body: closed }))
  await passes(clerk.call(region.update, { body: { ...closed, isShow: true } }))

  const { body: carrier } = await admin.call(expressCompany.save, {
    body: { code: 'NEW', name: '新快递', isShow: true },
  })
  const gone = { id: carrier.id, name: '新快递', isShow: false }
  await refuses('admin:express:update:show', clerk.call(expressCompany.update, { body: gone }))
  await passes(clerk.call(expressCompany.update, { body: { ...gone, isShow: true } }))

  const reply = { keywords: ['退款'], match: 1, type: 'text', data: { content: '七天内可退' } } as const
  const { body: said } = await admin.call(wechatReply.save, { body: { ...reply, keywords: ['退款'] } })
  const silent = { ...reply, keywords: ['退款'], id: said.id, status: false }
  await refuses('admin:wechat:keywords:reply:status', clerk.call(wechatReply.update, { body: silent }))
  await passes(clerk.call(wechatReply.update, { body: { ...silent, status: true } }))

  const work = { jobName: '清理会话二', beanName: 'sessionCleanup', cronExpression: '0 30 4 * * ?', isPause: false }
  const { body: job } = await admin.call(scheduledJob.save, { body: work })
  const paused = { ...work, id: job.id, isPause: true }
  await refuses('admin:schedule:job:suspend', clerk.call(scheduledJob.update, { body: paused }))
  await passes(clerk.call(scheduledJob.update, { body: { ...paused, isPause: false } }))
})

test('to pause a scheduled task and to let it go on are two rights', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const work = { jobName: '清理会话二', beanName: 'sessionCleanup', cronExpression: '0 30 4 * * ?', isPause: false }
  const { body: job } = await admin.call(scheduledJob.save, { body: work })
  const one = await shop.signIn({ permissions: ['admin:schedule:job:suspend'] })
  const other = await shop.signIn({ permissions: ['admin:schedule:job:start'] })
  const toggle = { params: { id: job.id }, body: {} }
  expect(await other.call(scheduledJob.toggle, toggle)).toMatchObject({ status: 403 })
  expect(await one.call(scheduledJob.toggle, toggle)).toMatchObject({ status: 200 })
  expect(await one.call(scheduledJob.toggle, toggle)).toMatchObject({ status: 403 })
  expect(await other.call(scheduledJob.toggle, toggle)).toMatchObject({ status: 200 })
})
