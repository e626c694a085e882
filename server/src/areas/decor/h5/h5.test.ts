import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shopTheme } from '@zhanggui/contract/decor/layout.ts'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { themeVariables } from '@zhanggui/page-kit/theme.ts'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { makeArticle, openArticleShop } from '../../../testing/article.ts'
import { openCombination, openCombinationShop } from '../../../testing/combination.ts'
import { makeLive, makePage, openPageShop, partsOf, title } from '../../../testing/page.ts'
import { setSettings } from '../../../testing/pay.ts'
import { makeProduct, productDraft } from '../../../testing/product.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { flushViews } from '../../product/window/window-count.service.ts'

const PAGE = `<!doctype html><html lang="zh-CN"><head><!--head--></head><body><div id="root"></div><!--inlined--></body></html>`
const MANIFEST = {
  'index.html': { file: 'assets/index-1.js', css: ['assets/index-1.css'] },
  '_sku.js': { file: 'assets/sku-1.js', css: ['assets/sku-1.css'] },
  'src/screens/goods/goods.screen.tsx': { file: 'assets/goods-1.js', imports: ['index.html', '_sku.js'] },
  'src/screens/address/address.screen.tsx': { file: 'assets/address-1.js', imports: ['index.html'] },
  'src/screens/lost/lost.screen.tsx': { file: 'assets/lost-1.js', imports: ['index.html'] },
}

const SCREENS = {
  paths: {
    '/': 'src/screens/home/home.screen.tsx',
    '/page/:id': 'src/screens/home/home.screen.tsx',
    '/goods/:id': 'src/screens/goods/goods.screen.tsx',
    '/seckill/:id': 'src/screens/seckill-goods/seckill-goods.screen.tsx',
    '/bargain/mine': 'src/screens/bargain-mine/bargain-mine.screen.tsx',
    '/bargain/:id': 'src/screens/bargain-goods/bargain-goods.screen.tsx',
    '/combination/:id': 'src/screens/combination-goods/combination-goods.screen.tsx',
    '/team/:id': 'src/screens/team/team.screen.tsx',
    '/article/:id': 'src/screens/article/article.screen.tsx',
    '/address/:id?': 'src/screens/address/address.screen.tsx',
    '/pay/:no/result': 'src/screens/pay/result.screen.tsx',
  },
  lost: 'src/screens/lost/lost.screen.tsx',
}

/** The folder of a storefront that was built. */
async function buildStorefront(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-h5-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/index-1.js'), 'void 0')
  await writeFile(join(folder, 'index.html'), PAGE)
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(MANIFEST))
  await writeFile(join(folder, 'screens.json'), JSON.stringify(SCREENS))
  return folder
}

type Parts = Parameters<typeof partsOf>[0]

const open = async (shop: Shop, path: string) => {
  const { status, body, headers } = await shop.visitor().send('GET', path)
  return { status, html: String(body), headers }
}
const inlinedIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="inlined">(.*?)<\/script>/s.exec(html)?.[1] ?? '')

test('the document of an article is shared by its own title, summary and picture, and brings its text', async () => {
  const { shop, writer, cid } = await openArticleShop({ env: { STOREFRONT_FOLDER: await buildStorefront() } })
  const change = { shareTitle: '快看"发货"', shareSynopsis: '当天发', image: 'https://m.example/cover.jpg' }
  const id = await makeArticle(writer, cid, change)
  const { status, html } = await open(shop, `/h5/article/${id}`)
  expect(status).toBe(200)
  expect(html).toContain('<meta property="og:title" content="快看&quot;发货&quot;" />')
  expect(html).toContain('<meta property="og:description" content="当天发" />')
  expect(html).toContain('<meta property="og:image" content="https://m.example/cover.jpg" />')
  expect(inlinedIn(html).answers[`/api/front/article/info/${id}`]).toMatchObject({ content: '<p>当天发货</p>' })
  expect((await open(shop, `/h5/article/${id + 1}`)).status).toBe(404)
})

test('a document brings what its screen asks for, in the colours of the shop, and runs no scripts but its own', async () => {
  const { shop, keeper, staff, cateId } = await openPageShop({ env: { STOREFRONT_FOLDER: await buildStorefront() } })
  const made = await makeProduct(staff, productDraft(cateId, { storeName: '毛巾', isShow: true }))
  await keeper.call(shopTheme.save, { body: { theme: 3, radius: 2 } })
  const { status, html, headers } = await open(shop, `/h5/goods/${made.id}`)
  expect(status).toBe(200)
  expect(html).toContain('<title>毛巾</title>')
  expect(html).toContain('<meta property="og:title" content="毛巾" />')
  for (const [name, value] of Object.entries(themeVariables({ theme: 3, radius: 2 })))
    expect(html).toContain(`${name}:${value}`)
  const { answers, own } = inlinedIn(html)
  expect(answers[`/api/front/product/detail/${made.id}`]).toMatchObject({ product: { storeName: '毛巾' } })
  expect(answers['/api/front/site']).toMatchObject({ tabBar: { length: 4 } })
  expect(own).toEqual([
    `/api/front/product/detail/${made.id}`,
    `/api/front/coupons?productId=${made.id}&page=1&limit=20`,
  ])
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/h5/assets/goods-1.js" />')
  expect(html).toContain('<link rel="stylesheet" crossorigin href="/h5/assets/sku-1.css" />')
  expect(html).not.toContain('modulepreload" crossorigin href="/h5/assets/index-1.js"')
  expect(String(headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'self'",
    "script-src 'self'",
    "style-src-elem 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https:",
    "media-src 'self' https:",
    "connect-src 'self'",
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ])
  expect((await open(shop, '/h5/assets/index-1.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  )
  expect((await open(shop, '/h5/assets/none-1.js')).status).toBe(404)
})

test.each(['</script><script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '$& $1 $`', '<!--inlined-->'])(
  'a product called %s changes nothing of its document but its name',
  async (storeName) => {
    const { shop, staff, cateId } = await openPageShop({ env: { STOREFRONT_FOLDER: await buildStorefront() } })
    const made = await makeProduct(staff, productDraft(cateId, { storeName, isShow: true }))
    const { html } = await open(shop, `/h5/goods/${made.id}`)
    const { answers } = inlinedIn(html)
    expect(answers[`/api/front/product/detail/${made.id}`].product.storeName).toBe(storeName)
    expect(html.match(/<script/g)).toHaveLength(1)
    // Its first picture alone.
    expect(html.match(/<img/g)).toHaveLength(1)
  },
)

test('the home includes the decorated page, with the parts that depend on a signed-in buyer marked', async () => {
  const { shop, keeper } = await openPageShop({ env: { STOREFRONT_FOLDER: await buildStorefront() } })
  const home = await open(shop, '/h5')
  expect(home.status).toBe(200)
  expect(inlinedIn(home.html).answers['/api/front/pagediy/info/0']).toMatchObject({ isDefault: true })
  const value = partsOf([['titleBar', { title: '会员' }, { audience: 'member' }]])
  const id = await makeLive(keeper, { value })
  const { answers, own } = inlinedIn((await open(shop, `/h5/page/${id}`)).html)
  expect(answers[`/api/front/pagediy/info/${id}`].componentsData).toEqual([])
  expect(own).toEqual([`/api/front/pagediy/info/${id}`])
})

test('a shared activity includes what its screen reads, marked where signed-in buyers get another answer', async () => {
  const opened = await openCombinationShop({ env: { STOREFRONT_FOLDER: await buildStorefront() } })
  const { id } = await openCombination(opened, { title: '毛巾三人团' })
  const { status, html } = await open(opened.shop, `/h5/combination/${id}`)
  expect(status).toBe(200)
  expect(html).toContain('<title>毛巾三人团</title>')
  expect(html).toContain('<meta property="og:image" content="https://m.example/a.jpg" />')
  const { answers, own } = inlinedIn(html)
  expect(answers[`/api/front/combination/detail/${id}`]).toMatchObject({ activity: { people: 3 }, openOrderNo: '' })
  expect(own).toEqual([`/api/front/combination/detail/${id}`])
  for (const path of [`/h5/seckill/${id}`, `/h5/bargain/${id}`, '/h5/team/9'])
    expect((await open(opened.shop, path)).status).toBe(404)
})

test('what is not there is a document that says so, and brings no answer for it', async () => {
  const { shop } = await openPageShop({ env: { STOREFRONT_FOLDER: await buildStorefront() } })
  for (const [path, words] of [
    ['/h5/goods/987654', '商品不存在或已被删除'],
    ['/h5/page/987654', '页面不存在或已下线'],
  ] as const) {
    const { status, html } = await open(shop, path)
    expect([path, status]).toEqual([path, 404])
    expect(html).toContain(`<title>${words}</title>`)
    expect(Object.keys(inlinedIn(html).answers)).toEqual(['/api/front/site'])
  }
})

test('an address that no screen has is a document of the lost page, with 404; letters’ case and a last slash lose nobody', async () => {
  const { shop } = await openPageShop({ env: { STOREFRONT_FOLDER: await buildStorefront() } })
  for (const path of [
    '/none',
    '/goods',
    '/goods/abc',
    '/goods/1/2',
    '/pay/1',
    '/article/x',
    '/page/',
    '/page/5%2F6',
    '//',
    '/..%2fapi',
  ]) {
    const { status, html } = await open(shop, `/h5${path}`)
    expect([path, status]).toEqual([path, 404])
    expect(html).toContain('<title>页面走丢了</title>')
  }
  const { html } = await open(shop, '/h5/none')
  expect(inlinedIn(html)).toMatchObject({ screen: '', own: [] })
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/h5/assets/lost-1.js" />')
  for (const [path, screen] of [
    ['/', '/'],
    ['/address', '/address/:id?'],
    ['/Address/3/', '/address/:id?'],
    ['/pay/1/result', '/pay/:no/result'],
    ['/bargain/mine', '/bargain/mine'],
  ] as const) {
    const document = await open(shop, `/h5${path}`)
    expect([path, document.status, inlinedIn(document.html).screen]).toEqual([path, 200, screen])
  }
  expect((await open(shop, '/h5/address')).html).toContain('href="/h5/assets/address-1.js"')
})

test('a document shows the first picture where its screen will stand, and asks for it first, as the screen will ask', async () => {
  const { shop, keeper, staff, cateId } = await openPageShop({ env: { STOREFRONT_FOLDER: await buildStorefront() } })
  const picture = (html: string) => ({
    asked: /<link rel="preload" as="image" href="([^"]+)" fetchpriority="high" \/>/.exec(html)?.[1],
    shown: /<div id="root"><div [^>]+><img src="([^"]+)"/.exec(html)?.[1],
  })
  const url = '/file/public/2026/11/30/a.webp'
  const sold = { storeName: '毛巾', isShow: true, image: url, sliderImage: [url] }
  const made = await makeProduct(staff, productDraft(cateId, sold))
  const goods = await open(shop, `/h5/goods/${made.id}`)
  expect(picture(goods.html)).toEqual({ asked: `${url}?w=800`, shown: `${url}?w=800` })
  const film = await makeProduct(staff, productDraft(cateId, { ...sold, videoLink: 'https://m.example/a.mp4' }))
  expect(picture((await open(shop, `/h5/goods/${film.id}`)).html)).toEqual({ asked: `${url}?w=800`, shown: undefined })

  const slides = (height: number): Parts[number] => [
    'carousel',
    { slides: [{ image: { url: 'https://m.example/b.jpg', alt: '', w: 1, h: 1 } }], height },
  ]
  const pageWith = async (settings: { pageShow?: boolean }, ...parts: Parts) => {
    const id = await makeLive(keeper, { settings, value: partsOf(parts) })
    return (await open(shop, `/h5/page/${id}`)).html
  }
  const bare = { pageShow: false }
  const searched = await pageWith(bare, ['searchBar', {}], slides(180))
  expect(searched).toMatch(
    /<div id="root"><div [^>]+><img [^>]*height:180px;margin:58px 12px 0;border-radius:7px" \/><\/div>/,
  )
  expect(await pageWith(bare, slides(120))).toMatch(/height:120px;margin:10px 12px 0;/)
  // Below the bar with its title.
  expect(await pageWith({}, slides(120))).toMatch(/height:120px;margin:54px 12px 0;/)
  expect(await pageWith(bare, title('先看这里'), slides(120))).toContain('<div id="root"></div>')
})

test('who opens the document of a product has looked at it once, also when its screen asks again for a buyer', async () => {
  const { shop, staff, cateId } = await openPageShop({ env: { STOREFRONT_FOLDER: await buildStorefront() } })
  const { id } = await makeProduct(staff, productDraft(cateId, { storeName: '毛巾', isShow: true }))
  const path = `/api/front/product/detail/${id}`
  const views = async () => {
    await flushViews(shop.ctx)
    const { rows } = await shop.ctx.db.execute<{ browse: number }>(sql`select browse from product where id = ${id}`)
    return rows[0]?.browse
  }
  await open(shop, `/h5/goods/${id}`)
  await shop.visitor().send('GET', path, undefined, { 'x-again': '1' })
  expect(await views()).toBe(1)
  await shop.visitor().send('GET', path)
  expect(await views()).toBe(2)
})

test('under maintenance, before the set-up and before it is built the storefront says that it is closed', async () => {
  const folder = await buildStorefront()
  const { shop } = await openPageShop({ env: { STOREFRONT_FOLDER: folder } })
  await setSettings(shop, { maintenance_mode: true, maintenance_text: '盘点中，十点恢复 <b>' })
  const closed = await open(shop, '/h5/goods/1')
  expect(closed.status).toBe(503)
  expect(closed.html).toContain('盘点中，十点恢复 &lt;b&gt;')
  const fresh = await open(await openShop({ setUp: false, env: { STOREFRONT_FOLDER: folder } }), '/h5')
  expect([fresh.status, fresh.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  const unbuilt = await open(await openShop({ env: { STOREFRONT_FOLDER: join(folder, 'none') } }), '/h5')
  expect(unbuilt.status).toBe(503)
  expect(unbuilt.html).toContain('商城尚未构建')
})

test('codes and links that were printed before lead to the storefront', async () => {
  const { shop } = await openPageShop()
  for (const [from, to] of [
    ['/pages/goods/goods_details/index?id=7', '/h5/goods/7'],
    ['/pages/goods_details/index?id=7&spread=12', '/h5/goods/7?spread=12'],
    ['/pages/users/order_list/index?kind=unpaid', '/h5/orders?kind=unpaid'],
    ['/pages/none/index', '/h5'],
    ['/order/detail/20261123101500123456', '/h5/order/20261123101500123456'],
  ] as const) {
    const { status, headers } = await shop.visitor().send('GET', from)
    expect([from, status, headers.location]).toEqual([from, 302, to])
  }
  expect((await shop.visitor().send('GET', '/order/detail/7')).headers.location).toBeUndefined()
})

test('a document of an object that no shop has says so, however large its number or odd its address', async () => {
  const { shop } = await openPageShop({ env: { STOREFRONT_FOLDER: await buildStorefront() } })
  for (const kind of ['page', 'goods', 'seckill', 'bargain', 'combination', 'team'])
    for (const id of ['0', '2147483648', '999999999999999']) {
      if (kind === 'page' && id === '0') continue
      expect([kind, id, (await open(shop, `/h5/${kind}/${id}`)).status]).toEqual([kind, id, 404])
    }
  const odd = '/page/1?preview=%00%ff&x=%3C/script%3E'
  expect((await open(shop, `/h5${odd}`)).status).toBeLessThan(500)
  expect((await open(shop, '/h5/page/1?preview=a&preview=b')).status).toBeLessThan(500)
})

test('no address of a mini-program leads out of the shop', async () => {
  const { shop } = await openPageShop({ env: { STOREFRONT_FOLDER: await buildStorefront() } })
  const asked = [
    '/pages//evil.example',
    '/pages/..%2f..%2fevil.example',
    '/pages/web?url=https://evil.example',
    '/pages/users/order_list/index?x=//evil.example',
    '/pages/goods/goods_list/index?cid=https://evil.example',
    '/pages/index/index?spread=1&spread=2',
    '/pages/index/index?spread[]=//evil.example',
    '/pages/users/order_list/index?a=%0d%0aSet-Cookie:x=1',
    '/pages/users/order_list/index?a=\\evil.example',
  ]
  for (const path of asked) {
    const { status, headers } = await open(shop, path)
    expect([path, status]).toEqual([path, 302])
    expect(new URL(String(headers.location), 'https://shop.example').origin).toBe('https://shop.example')
    expect(headers.location).toMatch(/^\/h5(?:[/?]|$)/)
    expect(headers['set-cookie']).toBeUndefined()
  }
})

test('a draft that a pass shows is kept by no cache, ends after half an hour, and is shown for its own page alone', async () => {
  const { shop, keeper } = await openPageShop({ env: { STOREFRONT_FOLDER: await buildStorefront() } })
  const { id } = await makePage(keeper, { value: partsOf([title('将来的活动')]) })
  const other = await makePage(keeper)
  const { pass } = (await keeper.call(decorPage.preview, { body: { id } })).body
  const look = (page: number) => open(shop, `/h5/page/${page}?preview=${encodeURIComponent(pass)}`)
  const shown = await look(id)
  expect(shown.html).toContain('将来的活动')
  expect(shown.html).toMatch(/<aside [^>]+>预览<\/aside>/)
  expect(shown.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
  expect((await look(other.id)).status).toBe(404)
  expect((await open(shop, `/h5/page/${id}`)).html).not.toMatch(/将来的活动|>预览</)
  shop.clock.advance(31 * 60_000)
  const late = await look(id)
  expect(late.status).toBe(404)
  expect(late.html).not.toContain('将来的活动')
})
