import { describe, expect, test } from 'vitest'
import { findProducts, platformOf, readProductNodes } from './product-copy.ts'

const base = 'https://shop.example/item/1'
const offer = { '@type': 'Offer', price: '9.90', priceCurrency: 'CNY' }
const read = (node: object) =>
  readProductNodes(findProducts({ '@type': 'Product', name: '杯子', offers: offer, ...node }), base)

test('the marketplace of a link is recognized', () => {
  const links = ['https://item.taobao.com/1', 'https://detail.tmall.com', 'https://jd.com', 'https://notjd.com', '淘宝']
  expect(links.map(platformOf)).toEqual([1, 5, 2, undefined, undefined])
})

describe('schema.org data of a product', () => {
  test('is found wherever it is nested, up to a limit', () => {
    const page = { '@graph': [{ '@type': 'WebPage', mainEntity: { '@type': ['Product', 'Thing'], name: 'a' } }] }
    expect(findProducts([page])).toMatchObject([{ name: 'a' }])
    let deep: object = { '@type': 'Product' }
    for (let level = 0; level < 50; level++) deep = { '@graph': [deep] }
    expect(findProducts(deep)).toEqual([])
    expect(findProducts('Product')).toEqual([])
  })

  test.each([
    [{ price: '1,299.00' }, 1299],
    [{ price: '¥12.5' }, 12.5],
    [{ lowPrice: 8, highPrice: 9 }, 8],
    [{ offers: [{ price: 7 }] }, 7],
    [{ priceSpecification: { price: '6' } }, 6],
  ])('has the price of %o', (offers, price) => {
    expect(read({ offers })?.attrValue).toMatchObject([{ price }])
  })

  test('without a name or a price is not a product', () => {
    expect(read({ name: '' })).toBeUndefined()
    expect(read({ offers: { price: '面议' } })).toBeUndefined()
    expect(read({ offers: { price: 99_999_999 } })).toBeUndefined()
  })

  test('yields only absolute web addresses of pictures', () => {
    const image = ['/a.jpg', '//cdn.example/b.jpg', 'data:image/png;base64,AA', 'javascript:alert(1)', { url: 'c.jpg' }]
    expect(read({ image })?.sliderImage).toEqual([
      ...['https://shop.example/a.jpg', 'https://cdn.example/b.jpg', 'https://shop.example/item/c.jpg'],
    ])
    expect(read({})?.warnings).toEqual(['没有找到商品图片，请上传'])
  })

  test('keeps ten pictures in the carousel; the others go below the description', () => {
    const image = Array.from({ length: 12 }, (_, index) => `/${index}.jpg`)
    const found = read({ image, description: 'a & b' })
    expect(found?.sliderImage).toHaveLength(10)
    expect(found?.content).toBe(
      '<p>a &amp; b</p><p><img src="https://shop.example/10.jpg"></p><p><img src="https://shop.example/11.jpg"></p>',
    )
  })

  test('yields each combination once, all with the same dimensions', () => {
    const variant = (color: string, size?: string) => ({ '@type': 'Product', color, size, offers: offer })
    const hasVariant = [variant('红', 'M'), variant('红', 'M'), variant('蓝')]
    const found = read({ '@type': 'ProductGroup', hasVariant })
    expect(found?.attrValue.map(({ attrValue }) => attrValue)).toEqual([
      { 颜色: '红', 尺码: 'M' },
      { 颜色: '蓝', 尺码: '其他' },
    ])
    expect(found?.warnings).toContain('重复的规格已合并')
  })
})

test("the origin of a page's product may be a text or a country", () => {
  expect(read({ countryOfOrigin: '杭州' })?.origin).toBe('杭州')
  expect(read({ countryOfOrigin: { '@type': 'Country', name: '中国' } })?.origin).toBe('中国')
})

test('the first video on a page that browsers can play is taken, never the address of a player page', () => {
  const video = [{ contentUrl: 'https://v.example/play?id=1' }, { contentUrl: '/v/1.mp4' }]
  expect(read({ video })?.videoLink).toBe('https://shop.example/v/1.mp4')
  expect(read({ video: video[0] })?.videoLink).toBe('')
})
