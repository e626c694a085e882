import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { makeProduct, openProductShop, productDraft } from '../../../testing/product.ts'
import type { Shop } from '../../../testing/shop.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { createReplies, recountVirtual } from '../reply/product-reply.service.ts'

async function openReplies() {
  const { shop, staff, cateId } = await openProductShop()
  const { id } = await makeProduct(staff, productDraft(cateId, { isShow: true }))
  return { shop, staff, id, visitor: shop.visitor() }
}

function reply(shop: Shop, productId: number, score: number, comment: string) {
  shop.clock.advance(1000)
  return inTransaction(shop.ctx, (tx) =>
    createReplies(tx, [
      {
        uid: 1,
        oid: 1,
        productId,
        unique: 'abcd1234',
        sku: '默认',
        replyType: 'product',
        productScore: score,
        serviceScore: score,
        comment,
        pics: [],
        nickname: '王小满',
        avatar: '',
      },
    ]),
  )
}

test('replies that are hidden, refused or deleted are neither listed nor counted', async () => {
  const { shop, id, visitor } = await openReplies()
  for (const comment of ['藏', '拒', '删']) await reply(shop, id, 5, comment)
  await shop.ctx.db.execute(sql`update product_reply set is_show = comment <> '藏', is_del = comment = '删',
    audit_status = case comment when '拒' then 2 else 1 end`)
  await reply(shop, id, 5, '好')
  const { list, total } = (await visitor.call(shopWindow.replies, { params: { id } })).body
  expect(list.map(({ comment }) => comment)).toEqual(['好'])
  expect(total).toBe(1)
})

test('replies are listed by kind, pinned ones first, without the name of who wrote them', async () => {
  const { shop, id, visitor } = await openReplies()
  expect((await visitor.call(shopWindow.newestReply, { params: { id } })).body).toEqual({
    sumCount: 0,
    replyChance: 100,
    reply: null,
  })
  for (const [score, comment] of [
    [5, '好一'],
    [3, '中'],
    [1, '差'],
    [4, '好二'],
  ] as const)
    await reply(shop, id, score, comment)
  await shop.ctx.db.execute(sql`update product_reply set is_top = true where comment = '中'`)
  await shop.ctx.db.execute(sql`update product_reply set pics = array['https://m.example/a.jpg'] where comment = '差'`)
  const comments = async (query: object) =>
    (await visitor.call(shopWindow.replies, { params: { id }, query })).body.list.map(({ comment }) => comment)
  expect(await comments({})).toEqual(['中', '好二', '差', '好一'])
  expect(await comments({ type: 1 })).toEqual(['好二', '好一'])
  expect(await comments({ type: 3 })).toEqual(['差'])
  expect(await comments({ page: 2, limit: 3 })).toEqual(['好一'])
  expect(await comments({ type: 4 })).toEqual(['差'])
  expect((await visitor.call(shopWindow.replies, { params: { id }, query: { type: 1 } })).body.total).toBe(2)
  expect((await visitor.call(shopWindow.replyCounts, { params: { id } })).body).toEqual({
    sumCount: 4,
    goodCount: 2,
    mediumCount: 1,
    poorCount: 1,
    picCount: 1,
    replyChance: 50,
    star: 3.3,
  })
  expect((await visitor.call(shopWindow.newestReply, { params: { id } })).body).toMatchObject({
    sumCount: 4,
    replyChance: 50,
    reply: { comment: '中', nickname: '王**满', sku: '默认', star: 3 },
  })
})

test('nothing that visitors read of a reply leads to its buyer or the order', async () => {
  const { shop, id, visitor } = await openReplies()
  await reply(shop, id, 5, '好')
  await shop.ctx.db.execute(sql`update product_reply set uid = 77001, oid = 88002`)
  for (const answer of [
    await visitor.call(shopWindow.replies, { params: { id } }),
    await visitor.call(shopWindow.newestReply, { params: { id } }),
  ]) {
    expect(JSON.stringify(answer.body)).toContain('好')
    expect(JSON.stringify(answer.body)).not.toMatch(/77001|88002|"(uid|oid|order\w*|user\w*)"/i)
  }
})

test('fictitious replies are shown only where the settings let them count, marked as such', async () => {
  const { shop, id, visitor } = await openReplies()
  await reply(shop, id, 5, '真')
  await reply(shop, id, 5, '假')
  await shop.ctx.db.execute(sql`update product_reply set is_virtual = true where comment = '假'`)
  const shown = async () => {
    await recountVirtual(shop.ctx, new AbortController().signal)
    const { list, total } = (await visitor.call(shopWindow.replies, { params: { id } })).body
    expect(total).toBe(list.length)
    return list.map(({ comment, isVirtual }) => [comment, isVirtual])
  }
  expect(await shown()).toEqual([['真', false]])
  await inTransaction(shop.ctx, (tx) => writeSettings(tx, { reply_virtual_counts: true }))
  expect(await shown()).toEqual([
    ['假', true],
    ['真', false],
  ])
})
