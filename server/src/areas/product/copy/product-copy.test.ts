import dns from 'node:dns'
import { createServer, type ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { attachment } from '@zhanggui/contract/file/attachment.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import type { CopyDraft } from '@zhanggui/contract/product/product-copy.ts'
import { productCopy } from '@zhanggui/contract/product/product-copy.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { openProductShop, productPermissions } from '../../../testing/product.ts'

/** External host names, as resolved by the test's name server. */
function answerNames() {
  const real = dns.lookup as (...given: unknown[]) => void
  const fake = (name: string, options: object, done: (...answer: unknown[]) => void) =>
    name === 'inner.example' ? done(null, [{ address: '10.0.0.1', family: 4 }]) : real(name, options, done)
  const use = (lookup: unknown) => {
    Object.assign(dns, { lookup })
    syncBuiltinESMExports()
  }
  use(fake)
  onTestFinished(() => use(real))
}

const permissions = [
  ...productPermissions,
  ...Object.values(productCopy).map(({ permission }) => permission),
  ...[productImport.upload.permission, attachment.list.permission],
]
const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f60' } })
  .jpeg()
  .toBuffer()

const jsonLd = (base: string) => ({
  '@context': 'https://schema.org',
  '@type': 'ProductGroup',
  name: '纯棉T恤 <夏>',
  description: '轻薄透气\n机洗不变形',
  image: [`${base}/a.jpg`, { '@type': 'ImageObject', url: `${base}/gone.jpg` }],
  keywords: ['T恤', '夏季'],
  url: `${base}/page`,
  variesBy: ['https://schema.org/color', 'https://schema.org/size'],
  hasVariant: [
    {
      '@type': 'Product',
      sku: 'TS-R-M',
      gtin13: '6900000000011',
      color: '红',
      size: 'M',
      image: `${base}/a.jpg`,
      offers: {
        '@type': 'Offer',
        price: '59.00',
        priceCurrency: 'CNY',
        availability: 'https://schema.org/InStock',
        inventoryLevel: { value: 7 },
      },
    },
    {
      '@type': 'Product',
      sku: 'TS-B-L',
      color: '蓝,深',
      size: 'L',
      weight: { value: 180, unitCode: 'GRM' },
      offers: [{ '@type': 'Offer', price: 69, priceCurrency: 'CNY' }],
    },
  ],
})
const microdata = `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">搪瓷杯</h1>
  <img itemprop="image" src="/a.jpg"><div itemprop="description"><p>结实</p><script>alert(1)</script></div>
  <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="19.90">¥19.9</span>
  <meta itemprop="priceCurrency" content="CNY"></div></div>`
const openGraph = `<head><title>店铺</title><meta property="og:title" content="钢笔"><meta property="og:image" content="/a.jpg">
  <meta property="og:description" content="顺滑"><meta property="product:price:amount" content="128"><meta property="product:price:currency" content="USD"></head>
  <div class="product-gallery"><img src="/tiny.jpg" data-src="/a.jpg"><img data-src="/b.jpg"></div>`

describe('a product is copied', () => {
  test('only with the permission and a link', async () => {
    const { staff, stranger } = await openCopies()
    expect((await stranger.call(productCopy.copy, { body: { url: 'https://a.example' } })).status).toBe(403)
    const { status, body } = await staff.call(productCopy.copy, { body: { url: ' ' } })
    expect({ status, body }).toMatchObject({ status: 400, body: { message: '请输入链接地址！' } })
  })

  test('not from this machine, private networks, files or other ports, over redirects into them, from 20 MB pages, or behind a sign-in', async () => {
    const { staff, base } = await openCopies()
    for (const url of [
      'http://127.0.0.1/',
      'http://inner.example/item',
      'http://[::1]/',
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
      'https://example.com:8443/a',
      'http://localhost/',
    ]) {
      const { status, body } = await staff.call(productCopy.copy, { body: { url } })
      expect({ url, status, body }).toMatchObject({ url, status: 422, body: { code: 'UNSAFE_ADDRESS' } })
    }
    const ask = (path: string) => staff.call(productCopy.copy, { body: { url: `${base}${path}` } })
    expect(await ask('/to-metadata')).toMatchObject({
      status: 422,
      body: { code: 'UNSAFE_ADDRESS', message: expect.stringContaining('内网') },
    })
    expect(await ask('/large')).toMatchObject({ status: 422, body: { message: '对方返回的内容过大' } })
    expect(await ask('/sign-in')).toMatchObject({
      status: 502,
      body: { message: expect.stringContaining('无法直接采集') },
    })
    expect(await ask('/nothing')).toMatchObject({ status: 502 })
  })

  test('from a page with JSON-LD into a draft with its pictures in the library; pasted JSON gives the same draft', async () => {
    const { staff, base } = await openCopies()
    const { status, body } = await staff.call(productCopy.copy, { body: { url: `${base}/page` } })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        storeName: '纯棉T恤 <夏>',
        storeInfo: '轻薄透气 机洗不变形',
        keyword: 'T恤,夏季',
        unitName: '件',
        tempId: 1,
        specType: true,
        isHot: false,
        sourceLink: `${base}/page`,
        attr: [
          { attrName: '颜色', attrValues: ['红', '蓝，深'] },
          { attrName: '尺码', attrValues: ['M', 'L'] },
        ],
        attrValue: [
          { attrValue: { 颜色: '红', 尺码: 'M' }, price: 59, stock: 7, barCode: '6900000000011', skuNo: 'TS-R-M' },
          { attrValue: { 颜色: '蓝，深', 尺码: 'L' }, price: 69, weight: 0.18, skuNo: 'TS-B-L' },
        ],
        content: '<p>轻薄透气</p><p>机洗不变形</p>',
        warnings: [expect.stringContaining(`${base}/gone.jpg`)],
      },
    })
    expect(body.image).toMatch(/^\/file\/public\//)
    expect(body.sliderImage).toEqual([body.image, `${base}/gone.jpg`])
    const { list } = (await staff.call(attachment.list, { query: { type: 1 } })).body
    expect(list.map(({ url }) => url)).toEqual([body.image])
    // The JSON of the page, and the first answer.
    for (const text of [JSON.stringify(jsonLd(base)), JSON.stringify([jsonLd(base)])]) {
      const pasted = await staff.call(productCopy.parse, { body: { text } })
      expect(pasted.body.drafts).toEqual([body])
    }
    const again = await staff.call(productCopy.parse, { body: { text: JSON.stringify(body), pictures: false } })
    expect(again.body.drafts).toEqual([body])
    expect((await staff.call(product.list, { query: { type: 2 } })).body.total).toBe(0)
  })

  test('from microdata, from Open Graph and a gallery, from GB 18030', async () => {
    const { staff, base } = await openCopies()
    for (const [path, expected] of [
      [
        '/microdata',
        { storeName: '搪瓷杯', content: '<p>结实</p>', attrValue: [{ price: 19.9 }], specType: false, warnings: [] },
      ],
      [
        '/open-graph',
        {
          storeName: '钢笔',
          storeInfo: '顺滑',
          attrValue: [{ price: 128 }],
          warnings: [expect.stringContaining('USD'), expect.stringContaining('/b.jpg')],
        },
      ],
      ['/gbk', { storeName: '中文', attrValue: [{ price: 1 }] }],
    ] as const) {
      const { body } = await staff.call(productCopy.copy, { body: { url: `${base}${path}` } })
      expect(body, path).toMatchObject(expected)
      expect(body.attr).toEqual([{ attrName: '规格', attrValues: ['默认'] }])
    }
  })

  test('from a saved page, from JSON with unknown fields, and from the template', async () => {
    const { staff, base } = await openCopies()
    const page = Buffer.from(`<!doctype html>${openGraph.replaceAll('"/', `"${base}/`)}`)
    const saved = await upload(staff, productCopy.parse, { 'page.html': page }, { pictures: 'false' })
    expect(saved.body.drafts).toMatchObject([{ storeName: '钢笔', image: `${base}/a.jpg` }])
    const json = { storeName: '杯子', attrValue: [{ price: 5 }], cateIds: [3], colour: 'red' }
    const read = await upload(staff, productCopy.parse, { 'a.json': Buffer.from(JSON.stringify(json)) })
    expect(read.body.drafts).toMatchObject([{ storeName: '杯子', warnings: ['未知的字段已忽略：cateIds、colour'] }])
    const sheet = '商品名称,售价,规格1名称,规格1值\n袜子,9.9,颜色,黑\n袜子,9.9,颜色,白\n帽子,5,,'
    const first = await upload(staff, productCopy.parse, { 'a.csv': Buffer.from(sheet) })
    expect(first.body.drafts).toMatchObject([{ storeName: '袜子', specType: true, attrValue: [{ price: 9.9 }, {}] }])
  })

  test('not from input without a product, with a message that explains why', async () => {
    const { staff } = await openCopies()
    for (const [what, text, message] of [
      ['no JSON', '{"storeName":', 'JSON'],
      ['a name without a price', '{"storeName":"杯子","attrValue":[{}]}', '售价'],
      ['nothing', '[]', '没有找到商品信息'],
      ['a page without a product', '<html><p>hello</p></html>', '没有找到商品信息'],
      ['three decimals', '{"storeName":"杯子","attrValue":[{"price":1.234}]}', '售价'],
      ['a key of JavaScript', '{"__proto__":{"storeName":"a"}}', 'JSON'],
    ] as const) {
      const { status, body } = await staff.call(productCopy.parse, { body: { text } })
      const wanted = { what, status: 400, body: { message: expect.stringContaining(message) } }
      expect({ what, status, body }).toMatchObject(wanted)
    }
  })

  test('at most twenty times an hour', async () => {
    const { staff } = await openCopies()
    const statuses: number[] = []
    for (let call = 0; call < 21; call++)
      statuses.push((await staff.call(productCopy.copy, { body: { url: 'http://127.0.0.1/' } })).status)
    expect(statuses).toEqual([...Array<number>(20).fill(422), 429])
  })

  test('by a service, with its quota; messages explain when it is not configured, refuses or is used up', async () => {
    const { shop, staff, base, service } = await openCopies()
    const owner = await shop.signInAdmin()
    expect((await staff.call(productCopy.config)).body).toMatchObject({ copyType: 1, copyNum: null, provider: 'local' })
    const save = (group: string, values: Record<string, unknown>) =>
      owner.call(setting.save, { params: { group }, body: { values } })
    const choose = (values: Record<string, unknown>) => save('copy', values)
    expect((await choose({ system_product_copy_type: 2 })).status).toBe(200)
    expect(await staff.call(productCopy.config)).toMatchObject({
      status: 422,
      body: { code: 'NOT_CONFIGURED', message: '请先进行采集商品配置' },
    })
    await save('security', { private_network_allowed: true })
    await choose({ copy_provider_url: `${base}/service`, copy_provider_key: 'k-1', copy_provider_app: 'app' })
    expect((await staff.call(productCopy.config)).body).toMatchObject({ copyType: 2, copyNum: 12, provider: 'keyapi' })
    const ask = () => staff.call(productCopy.import, { body: { url: 'https://item.jd.com/1.html', pictures: false } })
    expect((await ask()).body).toMatchObject({
      storeName: '服务里的杯子',
      sourceLink: 'https://item.jd.com/1.html',
    } satisfies Partial<CopyDraft>)
    expect(service.asked).toEqual([{ url: 'https://item.jd.com/1.html', platform: 2 }])
    // Shared links carry long tracking parameters; the draft can be saved all the same.
    const url = `https://item.jd.com/2.html?from=${'a'.repeat(600)}`
    const shared = await staff.call(productCopy.import, { body: { url, pictures: false } })
    expect(shared.body.sourceLink).toBe(url.slice(0, 512))
    service.status = 403
    expect(await ask()).toMatchObject({ status: 422, body: { code: 'UPSTREAM_REFUSED' } })
    service.status = 402
    expect(await ask()).toMatchObject({ status: 429, body: { message: '采集次数已用完' } })
    service.status = 500
    expect((await ask()).status).toBe(502)
  })
})

/** A shop and a server that serves pages of other shops. */
async function openCopies() {
  answerNames()
  const service = { status: 200, asked: [] as unknown[] }
  let base = ''
  const server = createServer((request, answer) => {
    const page = (html: string) => answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
    const pages: Record<string, () => unknown> = {
      '/a.jpg': () => answer.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture),
      '/page': () =>
        page(`<script type="application/ld+json">${JSON.stringify({ '@graph': [jsonLd(base)] })}</script>`),
      '/microdata': () => page(microdata),
      '/open-graph': () => page(openGraph),
      '/gbk': () =>
        answer
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            Buffer.concat([
              Buffer.from('<meta property="og:title" content="'),
              Buffer.from('d6d0cec4', 'hex'),
              Buffer.from('"><meta property="product:price:amount" content="1"><meta charset="gbk">'),
            ]),
          ),
      '/to-metadata': () => answer.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
      '/large': () => sendMuch(answer),
      '/sign-in': () => page('<title>登录</title><form><input name="password"></form>'),
      '/service/quota': () => answer.writeHead(200).end(JSON.stringify({ left: 12 })),
      '/service/copy': () => {
        let text = ''
        request.on('data', (chunk) => {
          text += chunk
        })
        request.on('end', () => {
          if (service.status === 200) service.asked.push(JSON.parse(text))
          answer.writeHead(service.status).end(JSON.stringify({ storeName: '服务里的杯子', attrValue: [{ price: 3 }] }))
        })
      },
    }
    const respond = pages[request.url ?? ''] ?? (() => answer.writeHead(404).end())
    respond()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  base = `http://${host}`
  const { shop } = await openProductShop({ env: { COPY_HOSTS: host } })
  return { shop, base, service, staff: await shop.signIn({ permissions }), stranger: await shop.signIn() }
}

function sendMuch(answer: ServerResponse) {
  answer.writeHead(200, { 'content-type': 'text/html' })
  const chunk = Buffer.alloc(1024 * 1024, 'a')
  for (let sent = 0; sent < 20; sent++) answer.write(chunk)
  answer.end()
}
