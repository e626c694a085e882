import { article as articleRoutes } from '@zhanggui/contract/content/article.ts'
import { type ReplyDraft, wechatReply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { writePush } from '../../../platform/outside/wechat/fake/push.ts'
import { setSettings } from '../../../testing/pay.ts'
import { openShop, type Refused } from '../../../testing/shop.ts'
import { articles } from '../../content/article/article.tables.ts'
import { categories } from '../../product/category/category.tables.ts'
import type { Incoming } from '../incoming/incoming.service.ts'
import { wechatMaterials } from '../material/wechat-material.tables.ts'
import { answerIncoming } from './reply-answer.service.ts'
import { foldHits } from './wechat-reply.repository.ts'

const draft = (keywords: string[], content: string, change: Partial<ReplyDraft> = {}): ReplyDraft => ({
  keywords,
  match: 1,
  type: 'text',
  data: { content },
  ...change,
})

async function openReplies() {
  const shop = await openShop()
  const keeper = await shop.signIn({ can: Object.values(wechatReply) })
  const save = async (body: ReplyDraft) => {
    const { status, body: answer } = await keeper.call(wechatReply.save, { body })
    return { status, body: answer as typeof answer & Refused }
  }
  const hear = (change: Partial<Incoming>) =>
    inTransaction(shop.ctx, (tx) =>
      answerIncoming(tx, {
        id: 1,
        account: 'public',
        openid: 'o1',
        type: 'text',
        event: '',
        eventKey: '',
        text: '',
        at: tx.now(),
        fields: {},
        ...change,
      }),
    )
  return { shop, keeper, save, hear, say: (text: string) => hear({ text }) }
}

test('a text is answered by its exact word, then the longest that it contains, then the newest of equals, then the default', async () => {
  const { save, say, keeper } = await openReplies()
  await save(draft(['退款'], '一字不差', { match: 1 }))
  await save(draft(['退款', '发货'], '包含退款', { match: 2 }))
  await save(draft(['怎么退'], '包含怎么退', { match: 2 }))
  await save(draft(['多久'], '新的', { match: 2 }))
  const content = async (text: string) => ((await say(text)) as { content?: string } | undefined)?.content
  expect(await content(' 退款 ')).toBe('一字不差')
  expect(await content('我要退款')).toBe('包含退款')
  expect(await content('怎么退款')).toBe('包含怎么退')
  expect(await content('多久发货')).toBe('新的')
  expect(await content('有低因吗')).toBeUndefined()
  const { body: usual } = await save(draft(['default'], '没听懂'))
  expect(await content('有低因吗')).toBe('没听懂')
  await keeper.call(wechatReply.useStatus, { body: { id: usual.id, status: false } })
  expect(await content('有低因吗')).toBeUndefined()

  const trial = async (text: string) => (await keeper.call(wechatReply.trial, { query: { text } })).body
  expect(await trial('怎么退款')).toMatchObject({
    reply: { keywords: ['怎么退'] },
    why: '命中「怎么退」：句子里有它，在包含的词里最长；没有一字不差的词',
    found: [{ word: '怎么退' }, { word: '退款' }],
  })
  expect(await trial('退款')).toMatchObject({ why: '命中「退款」：与整句一字不差' })
  expect(await trial('在吗')).toMatchObject({ reply: null, why: '没有关键字命中，也没有开启无匹配回复，不会回答' })
})

test('a new fan is welcomed, a tap answered by its keyword alone, and pictures only where the shop wishes', async () => {
  const { shop, save, hear } = await openReplies()
  await save(draft(['subscribe'], '欢迎'))
  await save(draft(['default'], '没听懂'))
  await save(draft(['人工'], '', { type: 'service', data: {} }))
  const event = (name: string, eventKey = '') => hear({ type: 'event', event: name, eventKey })
  expect(await event('subscribe', 'qrscene_1')).toEqual({ type: 'text', content: '欢迎' })
  expect(await event('CLICK', '人工')).toEqual({ type: 'service' })
  expect(await event('CLICK', '没有的')).toBeUndefined()
  expect(await event('VIEW', 'https://shop.example')).toBeUndefined()
  expect(await hear({ type: 'image' })).toBeUndefined()
  expect(await hear({ account: 'mini', text: '人工' })).toBeUndefined()
  await setSettings(shop, { wechat_reply_media: true })
  expect(await hear({ type: 'image' })).toEqual({ type: 'text', content: '没听懂' })
})

test('a word belongs to one reply, in whatever letters, also when two want it at once; a refused save stores nothing', async () => {
  const { save, keeper } = await openReplies()
  const { body: first } = await save(draft(['VIP', '会员'], '会员'))
  expect((await save(draft(['新', 'ｖｉｐ'], '别的'))).body).toMatchObject({
    status: 409,
    message: '关键字“ｖｉｐ”已被其他回复使用',
  })
  expect((await save(draft(['VIP'], '包含', { match: 2 }))).status).toBe(200)
  const both = await Promise.all([save(draft(['发票'], '甲')), save(draft(['发票'], '乙'))])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const { list, total } = (await keeper.call(wechatReply.list, { query: {} })).body
  expect([total, list.length]).toEqual([3, 3])
  const update = (change: Partial<ReplyDraft> & { version?: number }) =>
    keeper.call(wechatReply.update, { body: { ...draft(['VIP'], '会员'), id: first.id, ...change } })
  expect((await update({ keywords: ['vip', '会员'], version: 0 })).status).toBe(200)
  expect((await update({ version: 0 })).body).toMatchObject({ code: 'VERSION_CONFLICT' })
  expect((await update({ keywords: ['发票'] })).status).toBe(409)
  // A word that was given up is free.
  await update({ keywords: ['vip'] })
  expect((await save(draft(['会员'], '会员日'))).status).toBe(200)
  const byWord = async (keywords: string) => keeper.call(wechatReply.infoByWord, { query: { keywords } })
  expect((await byWord('ＶＩＰ')).body).toMatchObject({ id: first.id })
  expect((await byWord('没有')).status).toBe(404)
})

test('the two replies that answer no word are one each, keep their words and are not deleted', async () => {
  const { save, keeper } = await openReplies()
  const both = await Promise.all([save(draft(['subscribe'], '甲')), save(draft(['subscribe'], '乙'))])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const id = both.find(({ status }) => status === 200)?.body.id ?? 0
  expect((await keeper.call(wechatReply.infoByWord, { query: { keywords: 'subscribe' } })).body.id).toBe(id)
  expect((await keeper.call(wechatReply.infoByWord, { query: { keywords: 'default' } })).status).toBe(404)
  expect((await keeper.call(wechatReply.remove, { query: { id } })).body).toMatchObject({
    status: 422,
    message: '关注回复不能删除，不需要时可以关闭',
  })
  const renamed = await keeper.call(wechatReply.update, { body: { id, ...draft(['欢迎'], '甲') } })
  expect(renamed.body).toMatchObject({ status: 400, message: '关注回复的关键字不能更换' })
  expect((await save(draft(['你好', 'default'], '甲'))).body).toMatchObject({
    status: 400,
    message: '“default”是系统保留的关键字，请换一个',
  })
  expect((await keeper.call(wechatReply.list, { query: {} })).body.list).toEqual([])
  const { body: other } = await save(draft(['再见'], '再见'))
  expect((await keeper.call(wechatReply.remove, { query: { id: other.id } })).status).toBe(200)
  expect((await keeper.call(wechatReply.remove, { query: { id: other.id } })).status).toBe(404)
})

test('each type needs what it answers with: texts with links alone, material of the account, an article that can be read', async () => {
  const { shop, save, hear, say } = await openReplies()
  const { db } = shop.ctx
  const refusals: [Partial<ReplyDraft>, number, string][] = [
    [{ data: {} }, 400, '请填写回复内容'],
    [{ data: { content: '<b>好</b>' } }, 400, '文字中只能使用链接，写作 <a href="https://…">文字</a>'],
    [{ data: { content: '字'.repeat(601) } }, 400, '文字最多600个字'],
    [{ type: 'image', data: {} }, 400, '请上传图片'],
    [{ type: 'image', data: { mediaId: 'v1' } }, 422, '图片素材不存在，请重新上传'],
    [{ type: 'news', data: { articleId: 9 } }, 422, '文章不存在或没有发布，请重新选择'],
    [{ type: 'miniprogrampage', data: { title: '商城' } }, 400, '请填写小程序 AppID，以 wx 开头共18位'],
  ]
  const material = { appid: 'wx1', url: 'https://m.example/a.jpg', name: 'a.jpg' }
  await db.insert(wechatMaterials).values([
    { ...material, type: 'voice', hash: '1', mediaId: 'v1' },
    { ...material, type: 'image', hash: '2', mediaId: 'i1' },
  ])
  for (const [change, status, message] of refusals)
    expect((await save(draft(['词'], '', change))).body).toMatchObject({ status, message })
  const [shelf] = await db.insert(categories).values({ name: '公告', type: 3 }).returning()
  const article = {
    cid: shelf?.id ?? 0,
    title: '新豆',
    author: '店',
    image: 'https://m.example/b.jpg',
    synopsis: '三种烘焙',
    content: '文',
  }
  const publishTime = new Date(shop.ctx.now().getTime() - 1000)
  const [stored] = await db
    .insert(articles)
    .values({ ...article, published: true, publishTime })
    .returning()
  const articleId = stored?.id ?? 0
  await setSettings(shop, { site_url: 'https://shop.example/' })
  await save(draft(['豆'], '', { type: 'news', data: { articleId } }))
  await save(draft(['图'], '', { type: 'image', data: { mediaId: 'i1' } }))
  const card = { title: '商城', appid: 'wx0123456789abcdef', pagePath: 'pages/index/index' }
  await save(draft(['卡'], '', { type: 'miniprogrampage', data: { ...card, mediaId: 'i1' } }))
  expect(await say('豆')).toEqual({
    type: 'news',
    title: '新豆',
    description: '三种烘焙',
    picUrl: 'https://m.example/b.jpg',
    url: `https://shop.example/h5/article/${articleId}`,
  })
  // Without an address of its own it is the one that the shop runs at; without either nothing is answered.
  await setSettings(shop, { site_url: '' })
  Object.assign(shop.app.platform.config, { publicUrl: 'https://run.example' })
  expect(await say('豆')).toMatchObject({ url: `https://run.example/h5/article/${articleId}` })
  Object.assign(shop.app.platform.config, { publicUrl: undefined })
  expect(await say('豆')).toBeUndefined()
  await setSettings(shop, { site_url: 'https://shop.example/' })
  await db.update(categories).set({ status: false })
  expect(await say('豆')).toBeUndefined()
  await db.update(categories).set({ status: true })
  expect(await say('图')).toEqual({ type: 'image', mediaId: 'i1' })
  expect(await hear({ type: 'event', event: 'CLICK', eventKey: '卡' })).toEqual({
    type: 'miniprogram',
    ...card,
    mediaId: 'i1',
  })
  const editor = await shop.signIn({ can: [articleRoutes.remove] })
  expect((await editor.call(articleRoutes.remove, { query: { id: articleId } })).body).toMatchObject({
    status: 422,
    code: 'IN_USE',
    uses: [{ type: 'wechat-reply', name: '豆' }],
  })
  await db.update(articles).set({ published: false })
  expect(await say('豆')).toBeUndefined()
})

test('answers are counted, of a week and in all, and what no word answered is listed; a month later only the count is left', async () => {
  const { shop, save, say, hear, keeper } = await openReplies()
  const { body: refund } = await save(draft(['退款'], '好的'))
  await save(draft(['default'], '没听懂'))
  for (const text of ['退款', '退款', '多久发货', '多久发货', '在吗']) await say(text)
  await hear({ type: 'event', event: 'CLICK', eventKey: '退款' })
  expect((await keeper.call(wechatReply.figures, {})).body).toEqual({
    received: 5,
    answered: 2,
    unanswered: [
      { text: '多久发货', count: 2 },
      { text: '在吗', count: 1 },
    ],
  })
  const hits = async () => (await keeper.call(wechatReply.info, { query: { id: refund.id } })).body
  expect(await hits()).toMatchObject({ hits: 3, weekHits: 3 })
  await shop.ctx.db.execute(`update wechat_reply_hit set created_at = created_at - interval '40 days' where text = ''`)
  const folded = await Promise.all([foldHits(shop.ctx, 100), foldHits(shop.ctx, 100)])
  expect(folded.reduce((sum, count) => sum + count)).toBe(3)
  expect(await hits()).toMatchObject({ hits: 3, weekHits: 0, version: refund.version })
})

test('a word that reaches the shop’s address is answered in the same call, and its repeat is not counted again', async () => {
  const { shop, save, keeper } = await openReplies()
  const account = { token: 'zgTestToken01', encodingAesKey: '', appid: 'wx1234567890abcdef' }
  await setSettings(shop, { wechat_appid: account.appid, wechat_token: account.token, wechat_encode: 0 })
  const { body: saved } = await save(draft(['优惠'], '本周满100减10', { match: 2 }))
  const fields = {
    ToUserName: 'gh_0123456789ab',
    FromUserName: 'oTest00000000000000000000001',
    CreateTime: Math.floor(shop.clock.now().getTime() / 1000),
    MsgType: 'text',
    Content: '有优惠吗',
    MsgId: '24000000000000001',
  }
  const push = async () => {
    const { query, payload } = writePush(fields, { ...account, mode: 'plain' }, shop.clock.now())
    const url = `/api/callback/wechat/public?${new URLSearchParams(query)}`
    return (await shop.app.fastify.inject({ method: 'POST', url, headers: { 'content-type': 'text/xml' }, payload }))
      .body
  }
  expect(await push()).toContain('<![CDATA[本周满100减10]]>')
  expect(await push()).toContain('<![CDATA[本周满100减10]]>')
  expect((await keeper.call(wechatReply.info, { query: { id: saved.id } })).body.hits).toBe(1)
})
