import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { product } from '@zhanggui/contract/product/product.ts'
import { miniCode } from '@zhanggui/contract/wechat/mini-code.ts'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import { openSellingShop } from '../../../testing/checkout.ts'
import { openShop } from '../../../testing/shop.ts'
import { lastTask } from '../../../testing/wechat-events.ts'

const PATH = '/wxa/getwxacodeunlimit'
const code = { path: 'pages/index/index', scene: 'spread=1' }

test('a code of the mini-program is drawn once in thirty days; what WeChat would refuse is refused before', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [miniCode.qrcode] })
  const ask = (change: object = {}) => staff.call(miniCode.qrcode, { query: { ...code, ...change } })
  for (const wrong of [
    { path: '/pages/a' },
    { path: 'pages/a?b=1' },
    { scene: '中文' },
    { scene: 'a'.repeat(33) },
    { width: 100 },
  ])
    expect((await ask(wrong)).status, JSON.stringify(wrong)).toBe(400)
  const fake = await shop.app.platform.wechat.played()
  expect(fake.callsOf(PATH)).toEqual([])
  expect(await ask({ path: 'nowhere/index' })).toMatchObject({ status: 422, body: { message: '小程序页面不存在' } })
  const first = (await ask()).body.url
  expect(first).toMatch(/^data:image\/png;base64,iVBOR/)
  expect((await ask()).body.url).toBe(first)
  expect((await ask({ width: 600 })).body.url).not.toBe(first)
  // A version that is not released may have pages that WeChat does not know yet.
  expect((await ask({ path: 'nowhere/index', env: 'trial' })).status).toBe(200)
  expect(fake.callsOf(PATH).map(({ check_path }) => check_path)).toEqual([true, true, true, false])
  shop.clock.advance(31 * 24 * 3600_000)
  const later = await shop.signIn({ can: [miniCode.qrcode] })
  await later.call(miniCode.qrcode, { query: code })
  expect(fake.callsOf(PATH)).toHaveLength(5)
})

test('many codes come as one archive with a picture for each name', async () => {
  const shop = await openShop()
  await shop.app.work()
  const staff = await shop.signInAdmin()
  const names = ['咖啡豆/500g', '咖啡豆/500g', '杯子']
  const codes = names.map((name, at) => ({ name, scene: `id=${at}` }))
  await staff.call(miniCode.zip, { body: { path: 'pages/goods_details/index', codes } })
  await expect.poll(() => lastTask(shop, 'mini-code-zip')).toMatchObject({ status: 'success' })
  const folder = join(shop.app.platform.config.dataFolder, 'exports')
  const [file = ''] = (await readdir(folder)).filter((each) => each.endsWith('.zip'))
  const zip = await yauzl.openPromise(join(folder, file), { lazyEntries: true, autoClose: false })
  const found: string[] = []
  for await (const entry of zip.eachEntry()) found.push(entry.fileName)
  expect(found).toEqual(['咖啡豆_500g.png', '咖啡豆_500g-2.png', '杯子.png'])
  zip.close()
})

test('the code of a product for the mini-program is one of these', async () => {
  const { shop, productId } = await openSellingShop()
  const staff = await shop.signInAdmin()
  const { body } = await staff.call(product.qrcode, { params: { id: productId }, query: { kind: 'mp' } })
  expect(body.url).toMatch(/^data:image\/png/)
  const fake = await shop.app.platform.wechat.played()
  expect(fake.callsOf(PATH)).toMatchObject([{ page: 'pages/goods/goods_details/index', scene: `id=${productId}` }])
})
