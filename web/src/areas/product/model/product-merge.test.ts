import { expect, test } from 'vitest'
import { blankForm, type FormValues, type UnfinishedForm } from './product-form.ts'
import { mergeProduct } from './product-merge.ts'
import { makeRow, type SkuRow, singleRow } from './sku-matrix.ts'

type Product = Omit<UnfinishedForm, 'version'>

const sizes = [{ attrName: '尺码', attrValues: ['S', 'M'] }]
const sku = (size: string, given: Partial<SkuRow> = {}) => makeRow({ 尺码: size }, { price: 10, stock: 5, ...given })
const made = (values: Partial<FormValues>, rows: SkuRow[], attrs = sizes): Product => ({
  values: { ...blankForm, storeName: '毛巾', ...values },
  skus: { specType: true, isSub: false, matrix: { attrs, rows }, single: singleRow() },
})
const cells = ({ skus }: Product) => skus.matrix.rows.map(({ price, cost, stock }) => [price, cost, stock])

test('what others changed on a product is taken field by field and cell by cell, but for what was typed', () => {
  const base = made({}, [sku('S'), sku('M')])
  const mine = made({ storeInfo: '软' }, [sku('S', { price: 12 }), sku('M')])
  const latest = made({ keyword: '毛巾', storeInfo: '厚' }, [
    sku('S', { price: 11, cost: 4 }),
    sku('M', { price: 9, stock: 2 }),
  ])
  const merged = mergeProduct(mine, base, latest)
  expect(merged.values).toMatchObject({ storeName: '毛巾', keyword: '毛巾', storeInfo: '软' })
  expect(cells(merged)).toEqual([
    [12, 4, 5],
    [9, null, 2],
  ])
  expect(merged.kept).toEqual(['商品简介', 'S 售价'])
})

test('other specifications are taken whole where none were typed, and otherwise stay as they were typed', () => {
  const base = made({}, [sku('S'), sku('M')])
  const latest = made({}, [sku('S')], [{ attrName: '尺码', attrValues: ['S'] }])
  expect(mergeProduct(base, base, latest).skus.matrix.rows).toHaveLength(1)
  const typed = made({}, [sku('S'), sku('M', { price: 8 })])
  const merged = mergeProduct(typed, base, latest)
  expect(cells(merged)).toHaveLength(2)
  expect(merged.kept).toEqual(['规格'])
})
