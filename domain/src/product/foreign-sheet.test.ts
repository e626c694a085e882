import { expect, test } from 'vitest'
import { foreignSystem } from './foreign-sheet.ts'
import { productSheetColumns } from './product-sheet.ts'

test.each<[name: string | undefined, rows: string[][]]>([
  [
    '淘宝助理的数据包',
    [['version 1.00'], ['title\tcid\tseller_cids\tstuff_status'], ['宝贝名称\t宝贝类目\t店铺类目\t新旧程度']],
  ],
  ['淘宝助理的数据包', [['version 1.00'], ['title', 'cid'], ['宝贝名称', '宝贝类目', '宝贝价格']]],
  ['有赞的商品表', [['商品名称*', '商品类目', '商品分组', '价格', '划线价', '库存', '规格编码']]],
  ['WooCommerce 的商品表', [['ID', 'Type', 'SKU', 'Name', 'Is featured?', 'Visibility in catalog', 'Regular price']]],
  ['WooCommerce 的商品表', [['ID', '类型', 'SKU', '名称', '在列表页可见', '常规售价']]],
  [undefined, [['商品名称', '售价', '划线价']]],
  [undefined, [['Handle', 'Title', 'Variant Price']]],
  [undefined, [Object.values(productSheetColumns)]],
])('%s is recognized by its headings', (name, rows) => {
  expect(foreignSystem(rows)).toBe(name)
})
