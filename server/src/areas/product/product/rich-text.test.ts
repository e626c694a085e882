import { componentProduct } from '@zhanggui/contract/product/component-product.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productCopy } from '@zhanggui/contract/product/product-copy.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { productReply } from '@zhanggui/contract/product/product-reply.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addComponent, componentDraft, componentPermissions, openComponentShop } from '../../../testing/component.ts'
import { upload } from '../../../testing/files/multipart.ts'
import { carryOut } from '../../../testing/files/product-sheets.ts'
import { formOf, makeProduct, productDraft, productPermissions, readProduct } from '../../../testing/product.ts'

/** Markup that could run code or hide something in a page. */
const dirty = [
  '<p onclick="x()" style="color:red;position:fixed;background:url(javascript:x)">厚</p>',
  '<script>alert(1)</script><SCRIPT SRC=//evil.example/x.js></SCRIPT><style>@import "//evil.example"</style>',
  '<img src="x" onerror="alert(1)"><img src="javascript:alert(1)"><img src="data:image/svg+xml,<svg onload=x()>">',
  '<a href="javascript:alert(1)">一</a><a href=" java&#x0a;script:alert(1)">二</a><a href="JaVaScRiPt:alert(1)">三</a>',
  '<svg><script>alert(1)</script></svg><math><a xlink:href="javascript:x">四</a></math>',
  '<iframe src="https://evil.example"></iframe><object data="x"></object><embed src="x"><base href="//evil.example">',
  '<form action="//evil.example"><input autofocus onfocus=x()><button formaction="javascript:x">送</button></form>',
  '<table><tr><td>格</td></tr></table><a href="tel:10086">电话</a><img src="https://m.example/a.jpg" alt="图">',
].join('')
const harmful =
  /script|onclick|onerror|onload|onfocus|javascript:|data:|position|url\(|iframe|object|embed|<svg|<form|<input|<style|base|evil/i

function expectClean(html: unknown) {
  expect(html).not.toMatch(harmful)
  expect(html).toContain('<p style="color:red">厚</p>')
  expect(html).toContain('<td>格</td>')
  expect(html).toContain('<a href="tel:10086" rel="noopener noreferrer">电话</a>')
  expect(html).toContain('<img src="https://m.example/a.jpg" alt="图" />')
}

test('rich text is stored without active content: in products saved, changed, copied and imported, and in the WeChat shop', async () => {
  const { shop, cateId, main } = await openComponentShop()
  const more = [productCopy.parse.permission, productImport.upload.permission]
  const staff = await shop.signIn({ permissions: [...productPermissions, ...componentPermissions, ...more] })
  const saved = await makeProduct(staff, productDraft(cateId, { content: dirty }))
  await staff.call(product.update, { body: { ...formOf(main), content: dirty } })
  const heading = '商品名称,商品分类,封面图,运费模板,售价,详情'
  const row = `进口,家纺,https://m.example/a.jpg,全国包邮,1,"${dirty.replaceAll('"', '""')}"`
  const { body: sheet } = await upload(staff, productImport.upload, { 'a.csv': Buffer.from(`${heading}\n${row}`) })
  await carryOut(shop, staff, sheet.id)
  const { rows } = await shop.ctx.db.execute<{ html: string }>(sql`select html from product_content`)
  expect(rows).toHaveLength(3)
  for (const { html } of rows) expectClean(html)
  for (const { id } of [saved, main]) expectClean((await readProduct(staff, id)).content)

  const text = JSON.stringify({ storeName: '杯子', attrValue: [{ price: 1 }], content: dirty })
  await staff.call(product.keepDraft, { body: { key: 'new', body: { storeName: '杯', content: dirty } } })
  const { body: unfinished } = await staff.call(product.draft, { query: { key: 'new' } })
  expect(unfinished.body).toMatchObject({ storeName: '杯' })
  expectClean((unfinished.body as { content: string }).content)
  const { body } = await staff.call(productCopy.parse, { body: { text, pictures: false } })
  expectClean(body.drafts[0]?.content)

  const added = await addComponent(staff, componentDraft(main, { descInfo: dirty }))
  expectClean((await staff.call(componentProduct.getDraft, { params: { id: added.id } })).body.descInfo)
})

test('plain text is stored as written: a reply, a name, a code', async () => {
  const { shop, main, cateId } = await openComponentShop()
  const permissions = [productReply.save, productReply.info, productReply.comment].map(({ permission }) => permission)
  const staff = await shop.signIn({ permissions: [...productPermissions, ...permissions] })
  const comment = '<img src=x onerror=alert(1)> 5 < 6 & <b>好</b>'
  const { body } = await staff.call(productReply.save, {
    body: {
      productId: main.id,
      nickname: '<i>客</i>',
      avatar: 'https://m.example/a.jpg',
      comment,
      ...({ productScore: 5, serviceScore: 5 } as const),
    },
  })
  await staff.call(productReply.comment, { body: { ids: [body.id], merchantReplyContent: comment } })
  const reply = await staff.call(productReply.info, { params: { id: body.id } })
  expect(reply.body).toMatchObject({ comment, merchantReplyContent: comment, nickname: '<i>客</i>' })
  const named = await makeProduct(staff, productDraft(cateId, { storeName: '<script>alert(1)</script>' }))
  expect(named.storeName).toBe('<script>alert(1)</script>')
})
