import { frontPages } from '@zhanggui/contract/decor/front-page.ts'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { pageBlock } from '@zhanggui/contract/decor/page-block.ts'
import { pageTemplate } from '@zhanggui/contract/decor/page-template.ts'
import { pageVersion } from '@zhanggui/contract/decor/page-version.ts'
import { changesBetween } from '@zhanggui/page-kit/changes.ts'
import { add, update } from '@zhanggui/page-kit/operations.ts'
import type { Component, Page } from '@zhanggui/page-kit/page.ts'
import { placed } from '@zhanggui/page-kit/placement.ts'
import { components } from '@zhanggui/page-kit/registry.ts'
import { expect, test } from 'vitest'
import { makeForm } from '../../../testing/files/multipart.ts'
import { runsCode, smuggled } from '../../../testing/hostile-html.ts'
import { idsOf, makeLive, makePage, openPageShop, partsOf, publish, readPage, title } from '../../../testing/page.ts'
import { makeProduct, productDraft } from '../../../testing/product.ts'
import type { Caller } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'

const SESSION = 'session-one'

const pageFrom = ({ terminal, type, settings, share, value }: Awaited<ReturnType<typeof readPage>>): Page => ({
  terminal,
  type,
  settings,
  share,
  value: value as Page['value'],
})

test('what changed of a draft is saved, cleaned, and the draft before a session is kept', async () => {
  const { shop, keeper } = await openPageShop()
  const { id } = await makePage(keeper, { value: partsOf([title('甲'), title('乙')]) })
  const before = await readPage(keeper, id)
  const base = pageFrom(before)
  const [first = '', second = ''] = idsOf(before.value)
  const wider = update(base, first, ['props', 'size'], 24).page
  const { page } = add(wider, { type: 'spacer', index: 1, stamp: 1_800_000_000_000_000 })
  const changes = changesBetween(base, page)
  const put = changes.put.map((each) => ({
    ...each,
    props: { ...each.props, ...(each.id === first && { size: 9999, evil: 1 }) },
  }))
  const save = (body: object) =>
    keeper.call(decorPage.saveDraft, {
      body: { ...changes, put, id, version: before.version, sessionKey: SESSION, ...body },
    })
  const saved = await save({})
  expect(saved.body).toMatchObject({
    version: before.version + 1,
    issues: [],
    put: [{ id: first, props: { size: 30 } }],
  })
  expect(saved.body.keptId).toEqual(expect.any(Number))
  expect(await trailOf(shop, saved)).toEqual([])
  const after = await readPage(keeper, id)
  expect(idsOf(after.value)).toEqual([first, 'c1800000000000000', second])

  // Saved once more with the version of before.
  const late = await save({ remove: [first] })
  expect(late).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT', current: { version: after.version } } })
  expect((await readPage(keeper, id)).value).toEqual(after.value)

  const next = await save({ version: after.version, put: [], remove: [second], order: undefined })
  expect(next.body.keptId).toBeNull()
  const kept = await keeper.call(pageVersion.info, { params: { id: saved.body.keptId ?? 0 } })
  expect(kept.body).toMatchObject({ kind: 'autosave', value: before.value })
})

test('what no page may hold is refused, and said', async () => {
  const { keeper } = await openPageShop()
  const refused = async (change: object, status: number, message: string) =>
    expect(
      (await keeper.send('POST', '/admin/pagediy/save', { name: '甲', terminal: 3, type: 2, ...change })).body,
    ).toMatchObject({
      status,
      message,
    })
  const many = Object.fromEntries(
    Array.from({ length: 101 }, (_, index) => {
      const key = String(1_767_225_600_000_000 + index)
      return [key, { id: `c${key}`, type: 'spacer', isShow: index > 6 }]
    }),
  )
  await refused({ value: many }, 422, '最多添加100个组件（含已隐藏7个）')
  const key = '1767225600000000'
  const one = (id: string, type: string) => ({ [id]: { id: `c${id}`, type } })
  await refused({ value: { ...one(key, 'tabBar'), ...one('1767225600000001', 'tabBar') } }, 422, '底部导航最多添加1个')
  await refused(
    { value: { ...one(key, 'headCombo'), ...one('1767225600000001', 'categoryTabs') } },
    422,
    '头部组件不能与搜索框或商品分类同时使用',
  )
  await refused({ value: { abc: {} } }, 400, '文件不是有效的页面数据')
  await refused({ value: { [key]: { id: 'x', type: 'spacer' } } }, 400, '文件不是有效的页面数据')
  const html = '<p>字</p>'.repeat(5000)
  const fat = Array.from({ length: 30 }, (_, index) => {
    const each = String(1_767_225_600_000_000 + index)
    return [each, { id: `c${each}`, type: 'richText', props: { html } }]
  })
  await refused({ value: Object.fromEntries(fat) }, 413, '页面内容过大（上限1MB）')
  await refused({ name: ' ' }, 400, '请输入页面名称')
  await makePage(keeper, { name: '甲' })
  await refused({}, 409, '模板名称已存在，请修改后再保存')
  const { id } = await makePage(keeper, { value: partsOf([['carousel'], title('好')]) })
  const publishing = await keeper.call(decorPage.publish, { params: { id }, body: {} })
  expect(publishing.body).toMatchObject({
    status: 422,
    message: '页面有1处问题，请修正后再发布',
    issues: [{ level: 'error' }],
  })
  expect((await keeper.call(decorPage.validate, { body: { id } })).body.issues).toMatchObject([
    { message: '请添加图片' },
  ])
})

/** A component with a text in every field that takes one. */
function filledWith(type: string, text: string): Component {
  const definition = components.find((each) => each.type === type)
  const fill = (properties: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(properties).map(([key, field]) => {
        const { control, items } = field as { control: string; items?: { properties: object } }
        if (control === 'list' && items) return [key, [fill(items.properties)]]
        if (control === 'image') return [key, { url: text, alt: text, w: text, h: text }]
        if (control === 'gradient') return [key, [text, text]]
        return [key, text]
      }),
    )
  const props = fill(definition?.props.properties ?? {})
  const box = fill(definition?.box.properties ?? {})
  const rule = { startTime: text, audience: text, tagIds: [text] }
  return { id: '', type, v: 1, isShow: true, props, box, rule, alias: text, anchor: text, track: text }
}

/** What is served of rich text, and what every other field that leads somewhere or colours something says. */
function dangersIn(served: unknown, isHtml = false): string[] {
  if (typeof served === 'string') {
    return isHtml && runsCode(served) ? [served] : []
  }
  if (typeof served !== 'object' || served === null) return []
  return Object.entries(served).flatMap(([key, value]) => {
    const isAddress = ['link', 'url', 'moreLink', 'video', 'returnAddress'].includes(key) && typeof value === 'string'
    const isBad =
      isAddress &&
      value !== '' &&
      !/^(?:\/(?![/\\])|https?:\/\/[^"'<>\s]+$|#|tel:|kefu:|top:|scan:|mp:\/\/)/.test(String(value))
    const isColour = /[cC]olour$|^(?:bg|tabBg|headBg|\w+Tone|\w+Bg)$/.test(key)
    const isOdd =
      isColour &&
      [value]
        .flat()
        .some(
          (each) => typeof each === 'string' && !/^(?:#[\da-f]{3,8}|rgba\([\d,. ]+\)|theme|theme-2|price)$/i.test(each),
        )
    return [...(isBad || isOdd ? [`${key}: ${String(value)}`] : []), ...dangersIn(value, key === 'html')]
  })
}

test('no text of a component runs where it is shown, however it came in: by saving, by pasting, by a file', async () => {
  const { shop, keeper } = await openPageShop()
  expect(smuggled.length).toBeGreaterThanOrEqual(60)
  // All types but one that stands beside none of two others.
  const types = components.map(({ type }) => type).filter((type) => type !== 'headCombo')
  const { id, version } = await makePage(keeper, { type: 4, value: {} })
  let at = version
  for (const [index, text] of smuggled.entries()) {
    const all = placed(types.map((type) => filledWith(type, text)))
    const entries = all.map((each, place) => {
      const key = String(1_767_225_600_000_000 + place)
      return [key, { ...each, id: `c${key}` }] as const
    })
    const settings = { returnAddress: text, pagePicUrl: text, titleColor: text, pageTitle: text }
    const share = { title: text, image: { url: text } }
    const saved = await keeper.call(decorPage.update, {
      body: { id, version: at, value: Object.fromEntries(entries), settings, share },
    })
    expect(saved.status, `${text} ${JSON.stringify(saved.body)}`).toBe(200)
    at = saved.body.version
    const stored = await readPage(keeper, id)
    expect(Object.keys(stored.value)).toHaveLength(types.length)
    expect(dangersIn([stored.value, stored.settings, stored.share]), text).toEqual([])
    // Saving and pasting clean alike: one in ten is pasted, too.
    if (index % 10) continue
    const put = entries.map(([, each]) => each as unknown as Record<string, unknown>)
    const order = entries.map(([key, each]) => [key, each.id])
    const pasted = await keeper.call(decorPage.saveDraft, { body: { id, version: at, put, remove: [], order } })
    expect(pasted.status, text).toBe(200)
    at = pasted.body.version
    expect(dangersIn((await readPage(keeper, id)).value), text).toEqual([])
  }
  // What is served is cleaned once more, and so is what a file brings.
  const preview = await keeper.call(decorPage.preview, { body: { id } })
  const shown = await shop.visitor().call(frontPages.info, { params: { id }, query: { preview: preview.body.pass } })
  expect(shown.status).toBe(200)
  expect(dangersIn(shown.body.componentsData)).toEqual([])
  const file = {
    kind: 'zhanggui-page',
    format: 1,
    name: '文件',
    terminal: 3,
    type: 2,
    settings: {},
    value: Object.fromEntries(
      smuggled.slice(0, 60).map((text, index) => {
        const key = String(1_767_225_600_000_000 + index)
        return [key, { ...filledWith('richText', text), id: `c${key}` }]
      }),
    ),
  }
  const { body } = await importFile(keeper, file)
  expect(dangersIn((await readPage(keeper, body.id)).value)).toEqual([])
})

async function importFile(keeper: Caller, file: unknown, fields: Record<string, string> = { mode: 'new' }) {
  const { payload, headers } = makeForm([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    {
      name: 'file',
      fileName: 'page.json',
      content: Buffer.from(typeof file === 'string' ? file : JSON.stringify(file)),
    },
  ])
  const answer = await keeper.send('POST', '/admin/pagediy/import', payload, headers)
  return answer as unknown as {
    status: number
    body: { id: number; message: string; report: { imported: number; skipped: string[]; unresolved: string[] } }
  }
}

test('a page travels to another shop by a file, and names there what has the same name', async () => {
  const { shop, keeper, staff, cateId } = await openPageShop()
  const towel = await makeProduct(staff, productDraft(cateId, { storeName: '纯棉毛巾', isShow: true }))
  const link = `/pages/goods/goods_details/index?id=${towel.id}`
  const { body: block } = await keeper.call(pageBlock.save, {
    body: { name: '页脚', terminal: 3, component: { ...(Object.values(partsOf([title('关于我们')]))[0] as object) } },
  })
  const { id } = await makePage(keeper, {
    value: partsOf([
      title('毛巾', link),
      ['goodsList', { source: 'manual', productIds: [towel.id] }],
      ['sharedBlock', { blockIds: [block.id] }],
    ]),
  })
  const { body: file } = await keeper.call(decorPage.export, { params: { id } })
  expect(file).toMatchObject({
    kind: 'zhanggui-page',
    format: 1,
    references: { product: [{ id: towel.id, name: '纯棉毛巾' }] },
  })

  // As another shop would have written it: with other ids.
  const text = JSON.stringify(file)
    .replaceAll(`"id":${towel.id},"name":"纯棉毛巾"`, '"id":777,"name":"纯棉毛巾"')
    .replaceAll(link, '/pages/goods/goods_details/index?id=777')
    .replaceAll(`"productIds":[${towel.id}]`, '"productIds":[777,778]')
    .replaceAll('"name":"页脚"', '"name":"别的页脚"')
  const imported = await importFile(keeper, text)
  expect(imported.body.report).toMatchObject({ imported: 3, skipped: [] })
  const copy = Object.values((await readPage(keeper, imported.body.id)).value) as { type: string; props: object }[]
  expect(copy).toMatchObject([
    { type: 'titleBar', props: { link } },
    { type: 'goodsList', props: { productIds: [towel.id] } },
    { type: 'titleBar', props: { title: '关于我们' } },
  ])
  expect((await importFile(keeper, '{"kind":"else"}')).body.message).toBe('文件不是有效的页面数据')
  expect((await importFile(keeper, '{]')).body.message).toBe('文件不是有效的页面数据')
  expect((await importFile(keeper, { kind: 'zhanggui-page', format: 2, value: {} })).body.message).toBe(
    '文件版本过新，请升级系统后再导入',
  )
  const maker = await shop.signIn({ permissions: ['admin:pagediy:save'] })
  expect((await importFile(maker, text, { mode: 'replace', id: String(id) })).status).toBe(403)
  const replaced = await importFile(keeper, text, { mode: 'replace', id: String(id) })
  expect(replaced.status).toBe(200)
  const [kept] = (await keeper.call(pageVersion.list, { query: { pageId: id } })).body.list
  expect(kept).toMatchObject({ kind: 'overwrite', components: 3 })
})

test('a page is copied, and moves to another terminal while nothing of it went live', async () => {
  const { keeper } = await openPageShop()
  const { id, version } = await makePage(keeper)
  expect((await keeper.call(decorPage.update, { body: { id, version, terminal: 2 } })).status).toBe(200)
  await publish(keeper, id)
  const again = await keeper.call(decorPage.update, { body: { id, version: version + 1, terminal: 3 } })
  expect(again.body).toMatchObject({ status: 422, message: '页面发布过，不能更换终端，请复制一个' })
  const copy = await keeper.call(decorPage.copy, { params: { id }, body: { name: '副本', terminal: 3 } })
  expect(copy.body.dropped).toEqual([])
  expect(await readPage(keeper, copy.body.id)).toMatchObject({ name: '副本', terminal: 3, publishState: 0 })
  const taken = await keeper.call(decorPage.copy, { params: { id }, body: { name: '副本', terminal: 3 } })
  expect(taken.status).toBe(409)
  const renamed = await keeper.call(decorPage.rename, { body: { id: copy.body.id, name: '新名' } })
  expect(renamed.body).toEqual({ id: copy.body.id, version: 0 })
})

test('a saved block reaches all pages that show it, unless it is at fault, and is not deleted before them', async () => {
  const { shop, keeper } = await openPageShop()
  const component = (text: string) => Object.values(partsOf([title(text)]))[0] as Record<string, unknown>
  const save = (body: object) =>
    keeper.call(pageBlock.save, { body: { name: '页脚', terminal: 3, component: component('旧'), ...body } })
  const { body: block } = await save({})
  expect((await save({})).status).toBe(409)
  const popup = { ...component('x'), type: 'popup', props: {} }
  expect((await save({ name: '弹', component: popup })).body).toMatchObject({
    status: 422,
    message: '只有内容区的组件能存为公共模块',
  })
  const id = await makeLive(keeper, { value: partsOf([['sharedBlock', { blockIds: [block.id] }]]) })
  const served = async () => (await shop.visitor().call(frontPages.info, { params: { id } })).body.componentsData
  expect(await served()).toMatchObject([{ type: 'titleBar', props: { title: '旧' } }])
  const change = (given: object) => keeper.call(pageBlock.update, { body: { id: block.id, version: 0, ...given } })
  expect((await change({ component: { ...component(''), type: 'spacer', props: {} } })).body).toMatchObject({
    message: '公共模块的组件类型不能更换',
  })
  expect((await change({ component: component('新') })).status).toBe(200)
  expect(await served()).toMatchObject([{ props: { title: '新' } }])
  expect((await change({ component: component('迟') })).body).toMatchObject({ code: 'VERSION_CONFLICT' })
  const gone = await keeper.call(pageBlock.update, {
    body: {
      id: block.id,
      version: 1,
      component: { ...component('新'), props: { title: '新', link: '/pages/goods/goods_details/index?id=987654' } },
    },
  })
  expect(gone.body).toMatchObject({ status: 422, message: '模块有1处问题，请修正后再保存' })
  expect((await keeper.call(pageBlock.remove, { params: { id: block.id } })).body).toMatchObject({
    code: 'IN_USE',
    uses: [{ type: 'page', id }],
  })
  await keeper.call(decorPage.remove, { query: { id } })
  expect((await keeper.call(pageBlock.remove, { params: { id: block.id } })).status).toBe(200)
})

test('a page is made from a template, with its pictures, and a template from a page', async () => {
  const { keeper } = await openPageShop()
  const list = async () => (await keeper.call(pageTemplate.list)).body.list
  expect((await list()).map(({ name }) => name)).toContain('综合商城')
  const { id } = await makePage(keeper, { templateKey: 'plain', value: undefined })
  const page = await readPage(keeper, id)
  expect(page).toMatchObject({ templateKey: 'plain', coverImage: expect.stringMatching(/^\/file\/public/) })
  expect((await keeper.call(decorPage.publish, { params: { id }, body: {} })).status).toBe(200)
  const saved = await keeper.call(pageTemplate.save, { body: { pageId: id, name: '我的' } })
  expect((await keeper.call(pageTemplate.save, { body: { pageId: id, name: '我的' } })).status).toBe(409)
  expect((await keeper.call(pageTemplate.info, { params: { key: saved.body.key } })).body.value).toEqual(page.value)
  expect((await keeper.call(pageTemplate.remove, { params: { id: 'plain' } })).body).toMatchObject({
    message: '内置模板不能删除',
  })
  expect((await keeper.call(pageTemplate.remove, { params: { id: String(saved.body.id) } })).status).toBe(200)
  expect((await keeper.call(pageTemplate.remove, { params: { id: String(saved.body.id) } })).status).toBe(404)
})

test('others see who has a page open, until they were silent for a while', async () => {
  const { shop, keeper } = await openPageShop()
  const { id } = await makePage(keeper)
  const other = await shop.signIn({ permissions: ['admin:pagediy:info'] })
  const beat = (who: Caller, sessionKey: string) => who.call(decorPage.heartbeat, { body: { id, sessionKey } })
  await beat(keeper, 'keeper-session')
  expect((await beat(other, 'other-session')).body.editors).toMatchObject([{ name: keeper.username }])
  // Who only looks is not seen, nor is one's own session.
  expect((await beat(keeper, 'keeper-session')).body.editors).toEqual([])
  shop.clock.advance(91_000)
  expect((await readPage(keeper, id)).editors).toEqual([])
})
