import { frontPages } from '@zhanggui/contract/decor/front-page.ts'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { pageBlock } from '@zhanggui/contract/decor/page-block.ts'
import { pageVersion } from '@zhanggui/contract/decor/page-version.ts'
import { MAX_PAGES } from '@zhanggui/domain/decor/page.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeForm } from '../../../testing/files/multipart.ts'
import {
  makeLive,
  makePage,
  openPageShop,
  pageDraft,
  pageRoutes,
  partsOf,
  readPage,
  title,
} from '../../../testing/page.ts'
import type { Caller } from '../../../testing/shop.ts'

const importText = async (keeper: Caller, text: string) => {
  const { payload, headers } = makeForm([
    { name: 'mode', value: 'new' },
    { name: 'file', fileName: 'page.json', content: Buffer.from(text) },
  ])
  return keeper.send('POST', decorPage.import.path, payload, headers)
}
const without = (...permissions: string[]) =>
  [...new Set(pageRoutes.map(({ permission }) => permission))].filter((each) => !permissions.includes(each))

test('only staff who may publish change a block that live pages show', async () => {
  const { shop, keeper } = await openPageShop()
  const component = (text: string) => Object.values(partsOf([title(text)]))[0] as Record<string, unknown>
  const { body: block } = await keeper.call(pageBlock.save, {
    body: { name: '页脚', terminal: 3, component: component('旧') },
  })
  const clerk = await shop.signIn({ permissions: without('admin:pagediy:publish') })
  const change = (who: Caller, text: string) =>
    who.call(pageBlock.update, { body: { id: block.id, component: component(text) } })
  // While only drafts show it, it is a draft itself.
  expect((await change(clerk, '草稿')).status).toBe(200)
  const isShown = async () => (await clerk.call(pageBlock.list, { query: {} })).body.list[0]?.isShown
  expect(await isShown()).toBe(false)
  const id = await makeLive(keeper, { value: partsOf([['sharedBlock', { blockIds: [block.id] }]]) })
  expect(await isShown()).toBe(true)
  expect((await change(clerk, '擅自')).status).toBe(403)
  expect((await shop.visitor().call(frontPages.info, { params: { id } })).body.componentsData).toMatchObject([
    { props: { title: '草稿' } },
  ])
  expect((await clerk.call(pageBlock.update, { body: { id: block.id, name: '新名' } })).status).toBe(200)
  expect((await change(keeper, '新')).status).toBe(200)
})

test('a page that was live is offline when someone without the right to publish restores it', async () => {
  const { shop, keeper } = await openPageShop()
  const clerk = await shop.signIn({ permissions: without('admin:pagediy:publish') })
  const id = await makeLive(keeper)
  const served = async () => (await shop.visitor().call(frontPages.info, { params: { id } })).status
  await keeper.call(decorPage.remove, { query: { id } })
  expect((await clerk.call(decorPage.restore, { params: { id } })).status).toBe(200)
  expect(await served()).toBe(404)
  expect(await readPage(keeper, id)).toMatchObject({ publishState: 3 })
  expect((await clerk.call(decorPage.online, { params: { id } })).status).toBe(403)
  expect((await keeper.call(decorPage.online, { params: { id } })).status).toBe(200)
  expect(await served()).toBe(200)
})

test('only staff who may set the home move the time at which a page becomes it', async () => {
  const { shop, keeper } = await openPageShop()
  const clerk = await shop.signIn({ permissions: without('admin:pagediy:setdefault') })
  const at = (hours: number) => toWireTime(new Date(shop.clock.now().getTime() + hours * 3600_000))
  const { id } = await makePage(keeper)
  const plan = async (body: object) =>
    (await keeper.call(decorPage.publish, { params: { id }, body })).body.scheduleId ?? 0
  const move = (who: Caller, schedule: number, hours: number) =>
    who.call(decorPage.updateSchedule, { params: { id: schedule }, body: { publishAt: at(hours) } })
  const home = await plan({ publishAt: at(1), setDefault: true })
  const plain = await plan({ publishAt: at(2) })
  expect((await move(clerk, home, 5)).status).toBe(403)
  expect((await move(clerk, plain, 6)).status).toBe(200)
  expect((await move(keeper, home, 5)).status).toBe(200)
})

test('one file is imported many times, each time under a name that fits', async () => {
  const { shop, keeper } = await openPageShop()
  const file = JSON.stringify({ kind: 'zhanggui-page', format: 1, name: '夏'.repeat(30), value: {}, settings: {} })
  for (let times = 0; times < 14; times++) expect((await importText(keeper, file)).status).toBe(200)
  const { rows } = await shop.ctx.db.execute<{ name: string }>(
    sql`select name from decor_page where name like '夏%' order by id`,
  )
  expect(rows).toHaveLength(14)
  expect(rows.map(({ name }) => name).slice(0, 3)).toEqual([
    '夏'.repeat(30),
    `${'夏'.repeat(27)}-导入`,
    `${'夏'.repeat(26)}-导入2`,
  ])
})

test('a file that is nested too deep, or has keys of prototypes, is no page', async () => {
  const { keeper } = await openPageShop()
  const around = (props: string) =>
    `{"kind":"zhanggui-page","format":1,"name":"x","settings":{},"value":{"1767225600000000":{"id":"c1767225600000000","type":"unheard","props":${props}}}}`
  const deep = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
  const deeper = `{"a":${'['.repeat(900_000)}${']'.repeat(900_000)}}`
  for (const props of [deep, deeper, '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}']) {
    const { status, body } = await importText(keeper, around(props))
    expect([status, (body as { message: string }).message]).toEqual([400, '文件不是有效的页面数据'])
  }
  expect((await importText(keeper, around('{"a":1}'))).status).toBe(200)
})

test('the background picture of a page is the address of a file, or none', async () => {
  const { keeper } = await openPageShop()
  const pictureOf = async (pagePicUrl: string) => {
    const { id } = await makePage(keeper, { settings: { pagePic: true, pageColor: false, pagePicUrl } })
    return (await readPage(keeper, id)).settings.pagePicUrl ?? ''
  }
  expect(await pictureOf('https://cdn.example.com/a.jpg')).toBe('https://cdn.example.com/a.jpg')
  for (const odd of [
    'javascript:alert(1)',
    'http://tracker.example.com/a.gif',
    'https://a/x"),url("//b/y',
    'data:text/html,x',
  ])
    expect(await pictureOf(odd)).toBe('')
})

test('what is kept of a page goes at once when it is too much, and the live version stays', async () => {
  const { shop, keeper } = await openPageShop()
  const id = await makeLive(keeper)
  await shop.ctx.db.execute(sql`
    insert into decor_page_version (page_id, kind, settings, value, share, hash, session_key, created_at)
    select ${id}, 'overwrite', '{}', '{}', '{}', '', '', now() from generate_series(1, 120)`)
  const saved = await keeper.call(decorPage.update, { body: { id, overwrite: true, value: partsOf([title('新')]) } })
  expect(saved.status).toBe(200)
  const { body } = await keeper.call(pageVersion.list, { query: { pageId: id } })
  expect(body.total).toBe(51)
  expect(body.list[0]).toMatchObject({ live: true, no: 1 })
})

test('a shop has a thousand pages and no more, by whichever way they are made', async () => {
  const { shop, keeper } = await openPageShop()
  const { id } = await makePage(keeper)
  await shop.ctx.db.execute(sql`
    insert into decor_page (name, terminal, type, settings, value, share)
    select 'x' || at, 3, 2, '{}', '{}', '{}' from generate_series(1, ${MAX_PAGES}::int) as at`)
  const full = { status: 422, body: { message: `最多保存${MAX_PAGES}个页面，请先删除不用的` } }
  expect(await keeper.call(decorPage.save, { body: pageDraft() })).toMatchObject(full)
  expect(await keeper.call(decorPage.copy, { params: { id }, body: { name: '副本' } })).toMatchObject(full)
  const file = JSON.stringify({ kind: 'zhanggui-page', format: 1, name: 'y', value: {}, settings: {} })
  expect(await importText(keeper, file)).toMatchObject(full)
})

test('of acts on one page at the same time none fails, and what buyers see is a version that was published', async () => {
  const { shop, keeper } = await openPageShop()
  const component = Object.values(partsOf([title('块')]))[0] as Record<string, unknown>
  const { body: block } = await keeper.call(pageBlock.save, { body: { name: '块', terminal: 3, component } })
  const value = partsOf([title('甲'), ['sharedBlock', { blockIds: [block.id] }]])
  const id = await makeLive(keeper, { value })
  const at = toWireTime(new Date(shop.clock.now().getTime() + 3600_000))
  const params = { id }
  const answers = await Promise.all([
    keeper.call(decorPage.publish, { params, body: {} }),
    keeper.call(decorPage.update, { body: { id, value: partsOf([title('乙')]) } }),
    keeper.call(decorPage.publish, { params, body: { publishAt: at } }),
    keeper.call(decorPage.setDefault, { params }),
    keeper.call(decorPage.offline, { params }),
    keeper.call(pageBlock.remove, { params: { id: block.id } }),
    keeper.call(decorPage.remove, { query: { id } }),
    keeper.call(decorPage.publish, { params, body: { setDefault: true } }),
  ])
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  const { rows } = await shop.ctx.db.execute<{ homes: number; odd: number }>(sql`
    select count(*) filter (where is_default and terminal = 3 and type = 2)::int as homes,
      count(*) filter (where is_default and (deleted_at is not null or not enabled or live_version_id is null))::int as odd
    from decor_page`)
  expect(rows).toEqual([{ homes: 1, odd: 0 }])
  expect((await shop.visitor().call(frontPages.info, { params: { id: 0 } })).status).toBe(200)
})
