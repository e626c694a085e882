import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HistoryObject, historyObjects } from '@zhanggui/contract/history-objects.ts'
import { audit } from '@zhanggui/contract/monitor/audit.ts'
import { history } from '@zhanggui/contract/monitor/history.ts'
import { isForStaff, type Route } from '@zhanggui/contract/routes.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { ExportTask } from '@zhanggui/contract/work/export.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Platform } from '../../../platform/http/context.ts'
import { makeForm } from '../../../testing/files/multipart.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'
import type { AreaWalk, Call, Ids } from '../../../testing/walk/audit/audit-walk.ts'
import { bargainWalk } from '../../../testing/walk/audit/bargain.walk.ts'
import { combinationWalk } from '../../../testing/walk/audit/combination.walk.ts'
import { couponWalk } from '../../../testing/walk/audit/coupon.walk.ts'
import { dashboardWalk } from '../../../testing/walk/audit/dashboard.walk.ts'
import { decorWalk } from '../../../testing/walk/audit/decor.walk.ts'
import { distributionWalk } from '../../../testing/walk/audit/distribution.walk.ts'
import { fileWalk } from '../../../testing/walk/audit/file.walk.ts'
import { financeWalk } from '../../../testing/walk/audit/finance.walk.ts'
import { messageWalk } from '../../../testing/walk/audit/message.walk.ts'
import { monitorWalk } from '../../../testing/walk/audit/monitor.walk.ts'
import { orderWalk } from '../../../testing/walk/audit/order.walk.ts'
import { pointsWalk } from '../../../testing/walk/audit/points.walk.ts'
import { productWalk } from '../../../testing/walk/audit/product.walk.ts'
import { promotionWalk } from '../../../testing/walk/audit/promotion.walk.ts'
import { seckillWalk } from '../../../testing/walk/audit/seckill.walk.ts'
import { settingWalk } from '../../../testing/walk/audit/setting.walk.ts'
import { staffWalk } from '../../../testing/walk/audit/staff.walk.ts'
import { storeWalk } from '../../../testing/walk/audit/store.walk.ts'
import { userWalk } from '../../../testing/walk/audit/user.walk.ts'
import { wechatWalk } from '../../../testing/walk/audit/wechat.walk.ts'
import { workWalk } from '../../../testing/walk/audit/work.walk.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'
import { areas } from '../../areas.ts'

/** The calls of staff that change something, by their areas; no area is left out. */
const walksOf: Record<string, AreaWalk> = {
  setting: settingWalk,
  file: fileWalk,
  message: messageWalk,
  staff: staffWalk,
  work: workWalk,
  monitor: monitorWalk,
  wechat: wechatWalk,
  product: productWalk,
  store: storeWalk,
  user: userWalk,
  coupon: couponWalk,
  points: pointsWalk,
  promotion: promotionWalk,
  seckill: seckillWalk,
  bargain: bargainWalk,
  combination: combinationWalk,
  decor: decorWalk,
  distribution: distributionWalk,
  order: orderWalk,
  finance: financeWalk,
  dashboard: dashboardWalk,
}
/** Edits that do something each time, so that each is in the trail: this one submits the product to WeChat again. */
const actsEachTime = ['component-product.update']
const NONE: AreaWalk = { walks: {}, elsewhere: {} }

/** What staff change by the calls of an area; exports, which are all made by one function, and the rest. */
function writesOf(area: string, platform: Platform): { exports: Route[]; others: Route[] } {
  const routes: Route[] = []
  for (const serveObject of areas.find(({ name }) => name === area)?.routes ?? [])
    serveObject({ fastify: Fastify(), platform, routes, lists: new Map() })
  // What buyers change is in their own log, not in the trail.
  const writes = routes.filter((route) => (route.method !== 'GET' || route.changes) && isForStaff(route))
  const { elsewhere } = walksOf[area] ?? NONE
  const isExport = ({ name, method, accepted }: Route) =>
    method === 'GET' && accepted === ExportTask && !(name in elsewhere)
  return { exports: writes.filter(isExport), others: writes.filter((route) => !isExport(route)) }
}

test('every call of staff that changes something is walked, or it is said why not', async () => {
  const { app } = await openShop()
  const wrong = areas.flatMap(({ name }) => {
    const { walks, elsewhere } = walksOf[name] ?? NONE
    const writes = writesOf(name, app.platform).others.map((route) => route.name)
    const known = [...Object.keys(walks), ...Object.keys(elsewhere)]
    return [
      ...writes.filter((write) => !known.includes(write)).map((write) => `${write} has no walk in ${name}.walk.ts`),
      ...known.filter((write) => !writes.includes(write)).map((write) => `${write} is no call of ${name}`),
    ]
  })
  expect(wrong).toEqual([])
  expect(Object.keys(walksOf).filter((name) => !areas.some((area) => area.name === name))).toEqual([])
})

test('a test that is said to look at the trail does', () => {
  const root = join(import.meta.dirname, '../../..')
  const files = globSync('**/*.test.ts', { cwd: root })
  const named = Object.values(walksOf).flatMap(({ elsewhere }) => Object.values(elsewhere))
  const wrong = named.filter((reason) => {
    const [name] = /^[\w-]+\.test\.ts/.exec(reason) ?? []
    const looks = (path: string) => /trailOf|audit/i.test(readFileSync(join(root, path), 'utf8'))
    return name && !files.some((path) => path.endsWith(`/${name}`) && looks(path))
  })
  expect(wrong).toEqual([])
})

test.each(areas.map(({ name }) => name))(
  'a call of the area %s that changed something left its row in the audit trail',
  async (area) => {
    const shop = await openShop()
    await liftRateLimits(shop)
    const admin = await shop.signInAdmin()
    const { exports, others } = writesOf(area, shop.ctx.platform)
    const ids: Ids = {}
    const wrong: string[] = []
    const check = async (route: Route, call: Call) => {
      const answer = await send(admin, route, call)
      ids[route.name] = Number(answer.body.id ?? 0)
      if (answer.status >= 300) wrong.push(`${route.name}: ${answer.status} ${answer.body.message}`)
      else if (!(await trailOf(shop, answer)).length)
        wrong.push(`${route.name} is not in the trail: ${JSON.stringify(answer.body)}`)
      else wrong.push(...(await unreadable(admin, route.name, { ...call.params, ...(call.body as object) })))
    }
    for (const [name, walk] of Object.entries((walksOf[area] ?? NONE).walks)) {
      const route = others.find((each) => each.name === name) as Route
      const call = await walk(ids, shop)
      await check(route, call)
      if (name.endsWith('.update') && !actsEachTime.includes(name))
        wrong.push(...(await changedAgain(shop, admin, route, call)))
    }
    for (const route of exports) {
      const answer = await send(await shop.signInAdmin(), route, {})
      // What finds nothing is no export.
      if (answer.status === 422) continue
      if (!(await trailOf(shop, answer)).includes('export'))
        wrong.push(`${route.name}: ${answer.status}, not in the trail`)
    }
    expect(wrong).toEqual([])
    expect(await listRaw(await shop.signInAdmin())).toEqual([])
  },
)

/** What is wrong when the same edit is sent again later: nothing is changed, so nothing is in the trail. */
async function changedAgain(shop: Shop, admin: Caller, route: Route, call: Call): Promise<string[]> {
  shop.clock.advance(1000)
  const answer = await send(admin, route, { ...call, body: { ...(call.body as object), version: undefined } })
  if (answer.status >= 300) return [`${route.name} again: ${answer.status} ${answer.body.message}`]
  return (await trailOf(shop, answer)).length ? [`${route.name} changed nothing and is in the trail`] : []
}

/** What the audit page shows of the walk as it is stored: names of fields, references without the name, keys of rules. */
async function listRaw(admin: Caller): Promise<string[]> {
  const pages = [1, 2, 3].map((page) => admin.call(audit.list, { query: { page, limit: 100 } }))
  const entries = (await Promise.all(pages)).flatMap(({ body }) => body.list)
  expect(entries.length).toBeLessThan(300)
  const raw = entries.flatMap(({ objectType, diff }) =>
    diff.flatMap(({ path, label, before, after }) => {
      const isBlank = [before, after].some((value) => Array.isArray(value) && value.includes(''))
      const isTold =
        label !== path && !isBlank && ![before, after].flat().some((value) => typeof value === 'object' && value)
      return isTold ? [] : [`${objectType}.${path}: ${label}`]
    }),
  )
  return [...new Set(raw)].toSorted()
}

/** What is wrong with the history of an object that was just edited: its fields have Chinese names and can be gone back behind. */
async function unreadable(admin: Caller, name: string, { id }: { id?: unknown }): Promise<string[]> {
  const [object = '', act] = name.split('.')
  if (act !== 'update' || !(object in historyObjects)) return []
  const params = { object: object as HistoryObject, id: String(id) }
  const told = await admin.call(history.list, { params })
  const [entry] = told.status === 200 ? told.body.list : []
  if (!entry?.changes.length) return [`${name} is not told: ${JSON.stringify(told.body)}`]
  const bare = entry.changes.filter(({ label }) => !isHan(label)).map(({ path }) => `${name}: ${path}`)
  const { status, body: preview } = await admin.call(history.preview, { params, query: { entry: entry.id } })
  const goesBack = told.body.refusal ? status === 422 : status === 200 && preview.changes.length > 0
  return goesBack ? bare : [...bare, `${name} is not restored: ${JSON.stringify(preview)}`]
}

function send(admin: Caller, { method, path: pattern }: Route, { params = {}, query = {}, body, file }: Call) {
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  const path = pattern.replace(/:(\w+)/g, (_, part: string) => String(params[part]))
  const address = search.length ? `${path}?${search.join('&')}` : path
  if (!file) return admin.send(method, address, body)
  const [fileName, content, name = 'file'] = file
  const fields = Object.entries(body ?? {}).map(([field, value]) => ({ name: field, value: String(value) }))
  const { payload, headers } = makeForm([...fields, { fileName, content, name }])
  return admin.send(method, address, payload, headers)
}

const isHan = (text: string) => /\p{Script=Han}/u.test(text)

test('what somebody may not do, and invalid input in storms, is in the audit trail once a minute', async () => {
  const shop = await openShop()
  await liftRateLimits(shop)
  const admin = await shop.signInAdmin()
  const clerk = await shop.signIn()
  const noted = async (action: string) => {
    const { body } = await admin.call(audit.list, { query: { actor: clerk.username, action } })
    return body.list.map(({ objectType }) => objectType)
  }
  for (let tries = 0; tries < 3; tries++) await clerk.call(dept.save, { body: { name: '甲', pid: 0 } })
  await expect.poll(() => noted('denied')).toEqual(['dept'])
  for (let tries = 0; tries < 35; tries++) await clerk.send('PUT', '/api/users/center', { nickName: '' })
  await expect.poll(() => noted('storm')).toEqual(['user-center'])
})
