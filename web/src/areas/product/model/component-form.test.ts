import type { ComponentDraftInfo } from '@zhanggui/contract/product/component-product.ts'
import type { ProductInfo } from '@zhanggui/contract/product/product.ts'
import { NO_BRAND } from '@zhanggui/domain/product/component-product.ts'
import { describe, expect, test, vi } from 'vitest'
import { bodyOf, findLeaf, formOfDraft, formOfProduct, picturesOf, problemOf, resubmission } from './component-form.ts'
import { createShopPictures, type PictureState, sentAddresses } from './shop-pictures.ts'

const sku = (id: number, suk: string, given = {}) => ({
  id,
  suk,
  image: `/file/${id}.jpg`,
  price: 59,
  otPrice: 99,
  stock: 5,
  ...given,
})

const main = {
  id: 7,
  storeName: '棉'.repeat(80),
  image: '/file/cover.jpg',
  content: '<p>好</p>',
  tempId: 1,
  unitName: '件',
  giveIntegral: 3,
  ficti: 9,
  sliderImage: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `/file/${name}.jpg`),
  attrValue: [sku(1, '红,M'), sku(2, '红,L')],
} as unknown as ProductInfo

const draft = {
  id: 4,
  productId: 3,
  version: 2,
  title: '棉T恤',
  headImg: ['https://wx/1'],
  qualificationPics: [],
  thirdCatId: 111,
  brandId: NO_BRAND,
  descInfo: '',
  descImgs: [],
  tempId: 1,
  unitName: '件',
  giveIntegral: 0,
  ficti: 0,
  attrValue: [
    { ...sku(1, '红,M', { image: 'https://wx/2', price: 49 }), attrValue: {} },
    { ...sku(8, '旧', { image: 'https://wx/3' }), attrValue: {} },
  ],
} as unknown as ComponentDraftInfo

const done = (addresses: readonly string[]): Record<string, PictureState> =>
  Object.fromEntries(addresses.map((address) => [address, { kind: 'done', url: `https://wx${address}` }]))

describe('the form of a product of the WeChat shop', () => {
  test('is filled with the fields of the chosen product that WeChat accepts', () => {
    const form = formOfProduct(main)
    expect(form.values.title).toHaveLength(60)
    expect(form.values.headImg).toHaveLength(5)
    expect(form.rows).toMatchObject([
      { id: 1, price: 59, chosen: true },
      { id: 2, price: 59, chosen: true },
    ])
  })

  test('of a draft ticks submitted combinations, offers new ones and drops those the product no longer has', () => {
    const { values, rows } = formOfDraft(draft, main)
    expect(values.brandId).toBeUndefined()
    expect(rows).toMatchObject([
      { id: 1, price: 49, image: 'https://wx/2', chosen: true },
      { id: 2, price: 59, image: '/file/2.jpg', chosen: false },
    ])
    expect(formOfDraft(draft).rows.map(({ id }) => id)).toEqual([1, 8])
  })

  test('is submitted only with a combination, with prices, and once WeChat has every picture', () => {
    const form = formOfProduct(main)
    const states = done(picturesOf(form))
    const change = (change: object) => ({ ...form, rows: form.rows.map((row) => ({ ...row, ...change })) })
    expect(problemOf(change({ chosen: false }), states)?.message).toBe('请至少选择一个商品规格')
    expect(problemOf(change({ image: '' }), states)?.message).toBe('规格「红,M」没有图片，请先在商品中上传')
    expect(problemOf(change({ price: 0 }), states)?.message).toBe('请填写规格「红,M」的商品价')
    expect(problemOf(form, { ...states, '/file/1.jpg': { kind: 'sending' } })?.message).toBe(
      '图片正在上传到微信，请稍候',
    )
    expect(problemOf(form, { ...states, '/file/1.jpg': { kind: 'failed', message: '太大' } })).toEqual({
      step: 1,
      message: '有图片未能上传到微信，请重试或更换图片',
    })
    expect(problemOf(form, states)).toBeUndefined()
  })

  test('submits the addresses from WeChat and only the ticked combinations', () => {
    const form = formOfProduct(main)
    const rows = form.rows.map((row) => ({ ...row, chosen: row.id === 2 }))
    const values = { ...form.values, title: ' 棉T恤 ', thirdCatId: 111 }
    const body = bodyOf({ values, rows }, done(picturesOf(form)))
    expect(body).toMatchObject({ title: '棉T恤', thirdCatId: 111, brandId: 0, tempId: 1, qualificationPics: [] })
    expect(body.headImg[0]).toBe('https://wx/file/a.jpg')
    expect(body.attrValue).toEqual([{ id: 2, image: 'https://wx/file/2.jpg', price: 59, otPrice: 99 }])
  })

  test('重新提交 submits the draft unchanged', () => {
    expect(resubmission(draft)).toMatchObject({
      productId: 3,
      version: 2,
      title: '棉T恤',
      headImg: ['https://wx/1'],
      brandId: 0,
      attrValue: [{ id: 1, image: 'https://wx/2', price: 49 }, { id: 8 }],
    })
  })

  test('finds a category of the third level and its ancestors', () => {
    const leaf = { value: 111, label: '毛巾', qualification: '', qualificationType: 0 as const }
    const third = { ...leaf, productQualification: '报告', productQualificationType: 1 as const }
    const tree = [{ value: 1, label: '家居', children: [{ value: 11, label: '家纺', children: [third] }] }]
    expect(findLeaf(tree, 111)).toMatchObject({ path: [1, 11, 111], leaf: { productQualificationType: 1 } })
    expect(findLeaf(tree, 5)).toBeUndefined()
  })
})

describe('picture uploads to WeChat', () => {
  test('upload each picture once, three at a time', async () => {
    const open: ((url: string) => void)[] = []
    const send = vi.fn(() => new Promise<string>((resolve) => open.push(resolve)))
    const store = createShopPictures(['https://wx/0'], send)
    store.getState().want(['https://wx/0', 'a', 'b', 'c', 'd', ''])
    store.getState().want(['a', 'd'])
    expect(send.mock.calls).toEqual([['a'], ['b'], ['c']])
    for (const finish of open) finish('https://wx/x')
    await expect.poll(() => send).toHaveBeenCalledTimes(4)
    expect(sentAddresses(store.getState().states, ['https://wx/0', 'a'])).toEqual(['https://wx/0', 'https://wx/x'])
    expect(sentAddresses(store.getState().states, ['d'])).toBeUndefined()
  })

  test('mark a failed picture, keep the others, and retry it on request', async () => {
    const send = vi.fn((address: string) =>
      address === 'b' && send.mock.calls.length < 4
        ? Promise.reject(new Error('太大'))
        : Promise.resolve(`wx-${address}`),
    )
    const store = createShopPictures([], send)
    store.getState().want(['a', 'b', 'c'])
    await expect.poll(() => store.getState().states.b).toEqual({ kind: 'failed', message: '太大' })
    await expect.poll(() => store.getState().states.c).toEqual({ kind: 'done', url: 'wx-c' })
    store.getState().retry('b')
    await expect.poll(() => store.getState().states.b).toEqual({ kind: 'done', url: 'wx-b' })
  })
})
