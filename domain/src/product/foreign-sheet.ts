import { plainTitle } from '../sheet-cells.ts'

/** Sheets of systems that are not read, with headings that only theirs have. */
const systems: readonly { name: string; headings: readonly string[] }[] = [
  {
    name: '淘宝助理的数据包',
    headings: ['宝贝名称', '宝贝类目', '宝贝价格', '宝贝数量', '宝贝描述', 'seller_cids', 'stuff_status'],
  },
  {
    name: '有赞的商品表',
    headings: ['商品分组', '划线价', '商品卖点', '商品类目', '规格编码', '规格条码', '分享描述'],
  },
  {
    name: 'WooCommerce 的商品表',
    headings: [
      ...['Regular price', 'Visibility in catalog', 'Is featured?', 'Tax status', 'Sold individually?'],
      ...['常规售价', '在列表页可见', '是推荐产品？', '单独出售？'],
    ],
  },
]
/** One heading alone may be a column that staff added. */
const ENOUGH = 2

/**
 * The system whose sheet this is, if it is one that cannot be read.
 * @param rows the first rows of the file; 淘宝助理 writes its version and technical names above the headings
 */
export function foreignSystem(rows: readonly (readonly string[])[]): string | undefined {
  // Files separated by tabs may have been split at commas, as their first row has no separators.
  const titles = new Set(rows.flatMap((cells) => cells.flatMap((cell) => cell.split('\t'))).map(plainTitle))
  return systems.find(({ headings }) => headings.filter((title) => titles.has(plainTitle(title))).length >= ENOUGH)
    ?.name
}
