import { expect, test } from 'vitest'
import { makeInfo, makeSku } from '../product.fixture.ts'
import { blankForm, bodyOf, differencesOf, isByWeight, skusOf, stepOf, valuesOf, warningsOf } from './product-form.ts'
import { makeRow } from './sku-matrix.ts'
import { createSkuStore, revive } from './sku-store.ts'

const bodyFrom = (info: ReturnType<typeof makeInfo>, seesCost = true) =>
  bodyOf(valuesOf(info), createSkuStore(skusOf(info)).getState(), seesCost)

const coloured = () =>
  makeInfo(1, {
    specType: true,
    isHot: true,
    attr: [{ id: 1, attrName: '颜色', attrValues: ['红', '蓝'] }],
    attrValue: ['红', '蓝'].map((colour, index) => makeSku(index + 1, { attrValue: { 颜色: colour }, suk: colour })),
  })

test('an untouched stored product is saved unchanged: SKUs keep their ids, stock is not sent', () => {
  const body = bodyFrom(coloured())
  expect(body).toMatchObject({
    storeName: '商品1',
    cateIds: [3],
    tempId: 1,
    isHot: true,
    isBest: false,
    specType: true,
    attr: [{ attrName: '颜色', attrValues: ['红', '蓝'] }],
    attrValue: [
      { id: 1, attrValue: { 颜色: '红' }, price: 10 },
      { id: 2, attrValue: { 颜色: '蓝' }, price: 10 },
    ],
  })
  expect(body.attrValue[0]).not.toHaveProperty('stock')
  for (const name of ['autoOnTime', 'alertStock', 'brandId', 'flags']) expect(body).not.toHaveProperty(name)
})

test('check 26 staff without the permission to see costs do not send them', () => {
  expect(bodyFrom(makeInfo(1), false).attrValue[0]).not.toHaveProperty('cost')
  expect(bodyFrom(makeInfo(1), true).attrValue[0]?.cost).toBe(5)
})

test('a product without specifications has the single dimension 规格 with the single value 默认', () => {
  const body = bodyOf(blankForm, createSkuStore({ specType: false, isSub: false }).getState(), true)
  expect(body.attr).toEqual([{ attrName: '规格', attrValues: ['默认'] }])
  expect(body.attrValue).toMatchObject([{ attrValue: { 规格: '默认' }, stock: 0 }])
})

test.each([
  ['storeName', 0],
  ['sliderImage', 0],
  ['attrValue', 1],
  ['content', 2],
  ['limitNum', 3],
  ['isHot', 3],
])('%s is in step %i', (field, step) => {
  expect(stepOf(field)).toBe(step)
})

test('warnings name the specifications concerned and do not block saving', () => {
  const info = coloured()
  const store = createSkuStore(skusOf(info))
  store.setState({
    matrix: {
      attrs: [{ attrName: '颜色', attrValues: ['红', '蓝'] }],
      rows: [
        makeRow({ 颜色: '红' }, { price: 4, cost: 5, otPrice: 9, weight: 0 }),
        makeRow({ 颜色: '蓝' }, { price: 10, cost: 5, otPrice: 9, weight: 1 }),
      ],
    },
  })
  const context = { byWeight: true, bannedWords: ['最', '第一'], namesake: true, seesCost: true }
  expect(warningsOf('最好的毛巾', store.getState(), context)).toEqual([
    '已有同名商品',
    '商品名称含有绝对化用语：最',
    '售价低于成本价（红）',
    '售价高于原价（蓝）',
    '运费按重量计算，重量为0（红）',
  ])
  const calm = { byWeight: false, bannedWords: [], namesake: false, seesCost: false }
  expect(warningsOf('毛巾', createSkuStore(skusOf(makeInfo(1))).getState(), calm)).toEqual([])
})

test('two forms are compared field by field, and SKU by SKU with the titles of the table', () => {
  const mine = coloured()
  const [red, blue] = mine.attrValue
  const theirs = {
    ...mine,
    storeName: '别的名字',
    attrValue: [{ ...(red as NonNullable<typeof red>), price: 12 }, blue as NonNullable<typeof blue>],
  }
  const shown = differencesOf(bodyFrom(mine), bodyFrom(theirs)).map((one) => [one.title, one.mine, one.current])
  expect(shown).toEqual([
    ['商品名称', '商品1', '别的名字'],
    ['红 售价', 10, 12],
  ])
})

test('a restored unfinished form has rows with unique keys', () => {
  const store = createSkuStore({ specType: false, isSub: false })
  store.setSpecType(true)
  store.setAttrs([{ attrName: '颜色', attrValues: ['红', '蓝'] }])
  const kept = JSON.parse(JSON.stringify(store.getState()))
  const again = createSkuStore({ specType: false, isSub: false })
  again.setState(revive(kept))
  const keys = [...store.rows(), ...again.rows()].map(({ key }) => key)
  expect(new Set(keys).size).toBe(4)
  expect(again.rows().map(({ attrValue }) => attrValue.颜色)).toEqual(['红', '蓝'])
})

test('a weight of 0 gives a warning if delivery costs by weight, also if only some regions pay', () => {
  const charged = [0, 1, 2].map((appoint) => isByWeight({ appoint: appoint as 0, type: 2 }))
  expect(charged).toEqual([false, true, true])
  expect(isByWeight({ appoint: 2, type: 1 })).toBe(false)
})
