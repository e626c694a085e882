import { article } from '@zhanggui/contract/content/article.ts'
import { frontArticle } from '@zhanggui/contract/content/front-article.ts'
import { file } from '@zhanggui/contract/file/file.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { articleDraft, makeArticle, makeArticleCategory, openArticleShop } from '../../../testing/article.ts'
import { upload } from '../../../testing/files/multipart.ts'
import { png } from '../../../testing/files/upload-samples.ts'
import { runsCode, smuggled } from '../../../testing/hostile-html.ts'
import { makeProduct, productDraft } from '../../../testing/product.ts'
import { trailOf } from '../../../testing/trail.ts'
import { tellDue } from './article-state.service.ts'
import { flushVisits } from './front-article.service.ts'

const HOUR_MS = 3600_000
const path = '/admin/article'

test('what is missing of an article is refused with the name of the field, and so is what does not exist', async () => {
  const { writer, cid, cateId } = await openArticleShop()
  const refused = async (change: object, message: string, status = 400) =>
    expect(await writer.send('POST', `${path}/save`, { ...articleDraft(cid), ...change }), message).toMatchObject({
      status,
      body: { message },
    })
  await refused({ cid: undefined }, '请选择分类')
  await refused({ title: ' ' }, '请填写文章标题')
  await refused({ title: '长'.repeat(101) }, '文章标题不能超过100个字符，请缩短')
  await refused({ image: '' }, '请上传文章图片')
  await refused({ image: undefined }, '请上传文章图片')
  await refused({ synopsis: '' }, '请填写文章简介')
  await refused({ content: '' }, '请填写文章内容')
  await refused({ content: '<p> &nbsp;<br></p><script>1</script>' }, '请填写文章内容')
  await refused({ content: `<p>${'字'.repeat(80_000)}</p>` }, '文章内容不能超过200KB，请缩短')
  await refused({ url: 'javascript:alert(1)' }, '原文链接须以 http:// 或 https:// 开头')
  await refused({ publishTime: '2026-02-30 00:00:00' }, '发布时间格式不正确')
  await refused({ sort: 10_000 }, '排序不能大于9999')
  await refused({ cid: 987_654 }, '分类不存在，请重新选择', 422)
  // A category of products is none of articles.
  await refused({ cid: cateId }, '分类不存在，请重新选择', 422)
  await refused({ productId: 987_654 }, '商品不存在或已删除，请重新选择', 422)
  expect((await writer.call(article.list)).body.total).toBe(0)
})

test('an article is written, listed by its place, found, changed and deleted; its author is the person who saves it, its pictures stay', async () => {
  const { shop, staff, writer, cid } = await openArticleShop()
  const keeper = await shop.signInAdmin()
  const { body: picture } = await upload(keeper, file.upload, { 'a.png': await png() })
  const [{ id: fileId = 0, url = '' } = {}] = picture.files
  const first = await makeArticle(writer, cid, { author: '', image: url, content: `<p>看图</p><img src="${url}">` })
  const top = await makeArticle(writer, cid, { title: '置顶', sort: 9, published: false })
  const { body: list } = await writer.call(article.list)
  expect(list.list.map(({ id, state, visit }) => [id, state, visit])).toEqual([
    [top, 'draft', 0],
    [first, 'live', 0],
  ])
  const info = async (id: number) => (await writer.call(article.info, { query: { id } })).body
  const { version, ...row } = await info(first)
  expect(row).toMatchObject({
    author: writer.username,
    cateName: '店铺公告',
    image: url,
    product: null,
    h5Url: `/h5/article/${first}`,
  })
  expect(row.content).toContain(url)
  const found = async (query: object) => (await writer.call(article.list, { query })).body.list.map(({ id }) => id)
  expect(await found({ keywords: '置顶' })).toEqual([top])
  expect(await found({ keywords: writer.username })).toEqual([first])
  expect(await found({ published: true })).toEqual([first])
  expect(await found({ cid: 987_654 })).toEqual([])
  expect((await keeper.call(file.remove, { body: [fileId] })).status).toBe(422)

  const change = { ...articleDraft(cid, { title: '改过', image: url }), id: first, version }
  expect((await writer.call(article.update, { body: change })).status).toBe(200)
  expect(await writer.send('POST', `${path}/update`, change)).toMatchObject({
    status: 409,
    body: { code: 'VERSION_CONFLICT' },
  })
  const towel = await makeProduct(
    staff,
    productDraft((await staff.call(category.save, { body: { name: '餐厨' } })).body.id),
  )
  const told = async () => (await shop.ctx.db.execute(`select from outbox where event = 'article.changed'`)).rows.length
  const before = await told()
  const bound = await writer.call(article.bindProduct, { body: { id: first, productId: towel.id } })
  expect(await trailOf(shop, bound)).toEqual(['update'])
  expect(await told()).toBeGreaterThan(before)
  expect((await info(first)).product).toMatchObject({ id: towel.id, price: 19.9, isShow: false })
  expect((await writer.call(article.bindProduct, { body: { id: first, productId: 987_654 } })).status).toBe(422)

  expect((await writer.call(article.useStatus, { body: { ids: [first, 987_654], isHot: true } })).status).toBe(404)
  const both = await writer.call(article.useStatus, {
    body: { ids: [first, top], isHot: true, published: true, sort: 3 },
  })
  expect(both.body).toEqual({})
  expect(await trailOf(shop, both)).toEqual(['status', 'status'])
  expect(await info(top)).toMatchObject({ isHot: true, state: 'live', sort: 3 })
  expect((await writer.call(article.remove, { query: { id: first } })).status).toBe(200)
  expect((await writer.call(article.remove, { query: { id: first } })).status).toBe(404)
})

test('an article with a time to come is nowhere before, and everywhere from that second on', async () => {
  const { shop, writer, cid } = await openArticleShop()
  const publishTime = toWireTime(new Date(shop.clock.now().getTime() + HOUR_MS))
  const id = await makeArticle(writer, cid, { publishTime })
  const buyer = shop.visitor()
  const seen = async () =>
    (await buyer.call(frontArticle.list, { params: { cid }, query: {} })).body.list.map((each) => each.id)
  const read = async () => (await buyer.call(frontArticle.info, { params: { id } })).status
  expect([await seen(), await read()]).toEqual([[], 404])
  expect((await writer.call(article.info, { query: { id } })).body).toMatchObject({ state: 'scheduled', publishTime })
  expect(await tellDue(shop.ctx)).toBe(0)
  shop.clock.advance(HOUR_MS)
  expect([await seen(), await read(), await tellDue(shop.ctx)]).toEqual([[id], 200, 1])
  // Saved again, it keeps the day on which it went live; taken down and published again it gets today's.
  const { body: info } = await writer.call(article.info, { query: { id } })
  await writer.call(article.update, { body: { ...articleDraft(cid), id, version: info.version } })
  expect((await writer.call(article.info, { query: { id } })).body.publishTime).toBe(publishTime)
  await writer.call(article.useStatus, { body: { ids: [id], published: false } })
  expect(await read()).toBe(404)
  shop.clock.advance(24 * HOUR_MS)
  await writer.call(article.useStatus, { body: { ids: [id], published: true } })
  expect((await writer.call(article.info, { query: { id } })).body.publishTime).not.toBe(publishTime)
})

test('buyers find what is published in shown categories; a hidden article is for its link alone', async () => {
  const { shop, staff, writer, cid, cateId } = await openArticleShop()
  const other = await makeArticleCategory(staff, '品牌故事')
  const towel = await makeProduct(staff, productDraft(cateId, { isShow: true }))
  const hot = await makeArticle(writer, cid, { isHot: true, isBanner: true, sort: 5, productId: towel.id })
  const hidden = await makeArticle(writer, cid, { hidden: true, isHot: true, isBanner: true })
  const story = await makeArticle(writer, other, { isBanner: true, sort: 1 })
  await makeArticle(writer, cid, { published: false, isHot: true })
  for (const sort of [3, 4]) await makeArticle(writer, cid, { isBanner: true, sort })
  const buyer = shop.visitor()
  const ids = ({ body }: { body: { list: { id: number }[] } }) => body.list.map(({ id }) => id)
  const list = async (of: number) => ids(await buyer.call(frontArticle.list, { params: { cid: of }, query: {} }))
  expect(await list(other)).toEqual([story])
  expect(await list(0)).toHaveLength(4)
  expect(ids(await buyer.call(frontArticle.hot, { query: {} }))).toEqual([hot])
  // As many as the shop's setting says.
  expect(ids(await buyer.call(frontArticle.banner))).toHaveLength(2)
  expect((await buyer.call(frontArticle.categories)).body.list.map(({ name }) => name)).toEqual([
    '店铺公告',
    '品牌故事',
  ])
  const { body } = await buyer.call(frontArticle.info, { params: { id: hot } })
  expect(body).toMatchObject({ shareTitle: '发货安排', shareSynopsis: '什么时候发货', cateName: '店铺公告' })
  expect(body.product).toMatchObject({ id: towel.id, storeName: '纯棉毛巾' })
  expect((await buyer.call(frontArticle.info, { params: { id: hidden } })).status).toBe(200)
  await staff.call(product.takeOffShelf, { params: { id: towel.id }, query: {} })
  expect((await buyer.call(frontArticle.info, { params: { id: hot } })).body.product).toBeNull()
  await staff.call(category.updateStatus, { params: { id: cid } })
  expect([await list(cid), ids(await buyer.call(frontArticle.hot, { query: {} }))]).toEqual([[], []])
  expect((await buyer.call(frontArticle.info, { params: { id: hidden } })).status).toBe(404)
})

test('a device counts as one visit in ten minutes, also over two processes', async () => {
  const { shop, writer, cid } = await openArticleShop()
  const id = await makeArticle(writer, cid)
  const second = await shop.second()
  const [one, other] = [shop.visitor(), await shop.buyer()]
  const read = (who: typeof one, process = shop.app) => who.call(frontArticle.info, { params: { id }, process })
  for (const who of [one, other]) for (const process of [shop.app, second, shop.app]) await read(who, process)
  const visits = async () => {
    await flushVisits(shop.ctx)
    await flushVisits(second.ownContext())
    return (await writer.call(article.info, { query: { id } })).body.visit
  }
  expect(await visits()).toBe(2)
  shop.clock.advance(21 * 60_000)
  await read(one)
  expect(await visits()).toBe(3)
})

test('the articles of a category move with its deletion, and keep it where nobody says where to', async () => {
  const { staff, writer, cid, cateId } = await openArticleShop()
  const other = await makeArticleCategory(staff, '品牌故事')
  const id = await makeArticle(writer, cid)
  const remove = (query: object) =>
    staff.send('GET', `/admin/category/delete?${new URLSearchParams({ id: String(cid), ...query })}`)
  expect(await remove({ force: 'true' })).toMatchObject({
    status: 422,
    body: {
      code: 'IN_USE',
      message: '该分类下有 1 篇文章，请先转移',
      uses: [{ type: 'article', id, name: '发货安排' }],
    },
  })
  expect((await remove({ moveTo: String(cateId) })).status).toBe(422)
  expect((await remove({ moveTo: String(other) })).status).toBe(200)
  expect((await writer.call(article.info, { query: { id } })).body.cid).toBe(other)
})

test('no text of an article runs where it is shown: as it is stored, served, and kept in a draft', async () => {
  const { shop, writer, cid } = await openArticleShop()
  const id = await makeArticle(writer, cid)
  const buyer = shop.visitor()
  for (const text of smuggled) {
    const content = `<p>正文</p>${text}`
    const { status } = await writer.call(article.update, { body: { ...articleDraft(cid, { content }), id } })
    expect(status, text).toBe(200)
    const { rows } = await shop.ctx.db.execute<{ content: string }>(sql`select content from article`)
    expect(runsCode(rows[0]?.content ?? ''), text).toBe(false)
  }
  // What an earlier server stored is cleaned once more.
  const content = smuggled.join('<p>正文</p>')
  await shop.ctx.db.execute(sql`update article set content = ${content}, version = version + 1`)
  const { body } = await buyer.call(frontArticle.info, { params: { id } })
  expect([runsCode(content), runsCode(body.content)]).toEqual([true, false])
  await writer.call(article.keepDraft, { body: { key: 'new', body: { title: '半篇', content } } })
  const { body: draft } = await writer.call(article.draft, { query: { key: 'new' } })
  expect(draft.body).toMatchObject({ title: '半篇' })
  expect(runsCode((draft.body as { content: string }).content)).toBe(false)
  await writer.call(article.removeDraft, { query: { key: 'new' } })
  expect((await writer.call(article.draft, { query: { key: 'new' } })).body.body).toBeNull()
})
