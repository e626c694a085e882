import { article } from '@zhanggui/contract/content/article.ts'
import { frontPages } from '@zhanggui/contract/decor/front-page.ts'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { expect, test } from 'vitest'
import { articleDraft, makeArticle, makeArticleCategory, openArticleShop } from '../../../testing/article.ts'
import { makeLive, makePage, pageRoutes, partsOf } from '../../../testing/page.ts'
import { dropServed } from '../layout/served-pages.service.ts'

const LINK = '/pages/news/news_details/index?id='

test('a page shows the articles of its categories and those chosen, in their order, and none that buyers do not find', async () => {
  const { shop, staff, writer, cid } = await openArticleShop()
  const keeper = await shop.signIn({ can: pageRoutes })
  const other = await makeArticleCategory(staff, '品牌故事')
  const [first, second] = [
    await makeArticle(writer, cid, { title: '甲' }),
    await makeArticle(writer, cid, { title: '乙' }),
  ]
  const story = await makeArticle(writer, other, { title: '丙' })
  const later = await makeArticle(writer, cid, {
    title: '丁',
    publishTime: toWireTime(new Date(shop.clock.now().getTime() + 3600_000)),
  })
  const id = await makeLive(keeper, {
    value: partsOf([
      ['articleList', { source: 'category', cateIds: [cid], count: 5 }],
      ['articleList', { source: 'manual', articleIds: [story, later, first] }],
      ['newsTicker', { source: 'articles', cateIds: [cid] }],
      ['newsTicker', { source: 'manual', items: [{ text: '公告', link: `${LINK}${first}` }] }],
    ]),
  })
  const titles = async () => {
    await dropServed(shop.ctx)
    const { body } = await shop.visitor().call(frontPages.info, { params: { id }, query: {} })
    return body.componentsData.map(({ data }) =>
      (data?.list as { title: string }[] | undefined)?.map(({ title }) => title),
    )
  }
  expect(await titles()).toEqual([['乙', '甲'], ['丙', '甲'], ['乙', '甲'], undefined])
  await writer.call(article.useStatus, { body: { ids: [second], hidden: true } })
  shop.clock.advance(3600_000)
  expect(await titles()).toEqual([['丁', '甲'], ['丙', '丁', '甲'], ['丁', '甲'], undefined])
})

test('deleting an article names the pages that show it; a page with a deleted article cannot be published', async () => {
  const { shop, writer, cid } = await openArticleShop()
  const keeper = await shop.signIn({ can: pageRoutes })
  const id = await makeArticle(writer, cid)
  const value = partsOf([['articleList', { source: 'manual', articleIds: [id] }]])
  const page = await makeLive(keeper, { name: '年货会场', value })
  expect(await writer.send('GET', `/admin/article/delete?id=${id}`)).toMatchObject({
    status: 422,
    body: {
      code: 'IN_USE',
      message: '该文章被1处使用，删除后这些地方将打不开它',
      uses: [{ type: 'page', id: page, name: '年货会场' }],
    },
  })
  expect((await writer.call(article.remove, { query: { id, force: true } })).status).toBe(200)
  const { id: draft } = await makePage(keeper, { value })
  const { body } = await keeper.call(decorPage.validate, { body: { id: draft } })
  expect(body.issues).toMatchObject([{ level: 'error', message: '引用的文章已删除' }])
  // A draft is named with a warning: it may be published together with the page.
  const unpublished = await makeArticle(writer, cid, articleDraft(cid, { published: false }))
  const linked = partsOf([['articleList', { source: 'manual', articleIds: [unpublished] }]])
  const { id: early } = await makePage(keeper, { value: linked })
  const { body: checked } = await keeper.call(decorPage.validate, { body: { id: early } })
  expect(checked.issues).toMatchObject([{ level: 'warning', message: '链接的文章还没有发布' }])
})
