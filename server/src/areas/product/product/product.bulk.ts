import { productText, productTokens } from '@zhanggui/domain/product/product-search.ts'
import type { ClientBase } from 'pg'
import { BulkWriter, dropIndexes } from '../../../platform/data/bulk.ts'
import { randomFrom } from '../../../platform/security/random.ts'

/** Products per progress report, and per COPY statement of each table. */
const CHUNK = 20_000
const FIRST_CATEGORIES = 8
const SECOND_CATEGORIES = 5

const makers = ['山野', '青禾', '云渡', '拾光', '小满', '澄海', '木棉', '南星', '半夏', '长风', '良木', '初见']
const traits = [
  '纯棉',
  '加厚',
  '轻便',
  '防水',
  '便携',
  '简约',
  '儿童',
  '大号',
  '静音',
  '折叠',
  '保温',
  '透气',
  '速干',
  '复古',
]
const goods = [
  ...[
    '毛巾',
    '围巾',
    '水杯',
    '背包',
    '台灯',
    '雨伞',
    '枕头',
    '拖鞋',
    '餐盘',
    '茶壶',
    '跑鞋',
    '外套',
    '衬衫',
    '耳机',
    '充电器',
  ],
  ...[
    '书架',
    '收纳箱',
    '床单',
    '窗帘',
    '炒锅',
    '菜刀',
    '手电筒',
    '望远镜',
    '自行车',
    '头盔',
    '瑜伽垫',
    '帐篷',
    '睡袋',
    '钱包',
  ],
]
const colours = ['红', '蓝', '黑', '白', '绿', '灰']
const sizes = ['S', 'M', 'L']

const columns = {
  product: `id, image, slider_image, store_name, keyword, cate_ids, spec_type, price_fen, ot_price_fen, cost_fen, price_max_fen,
    stock, sales, ficti, alert, sku_count, temp_id, sort, is_hot, is_new, is_show, first_show_time, is_recycle, bar_code, created_at, updated_at`,
  product_attr: 'product_id, position, attr_name, attr_values',
  product_sku: `id, product_id, position, attr_value, attr_key, suk, "unique", image, price_fen, ot_price_fen, cost_fen, stock,
    sales, bar_code, sku_no, weight`,
  product_category: 'product_id, category_id, is_direct',
  product_search: 'product_id, tokens, text_norm, tab, sort',
  stock_ledger: 'product_id, sku_id, change, before, after, reason, operator_type, operator_name, created_at',
}
const tables = Object.keys(columns)
type Writer = BulkWriter<keyof typeof columns>

/** The size of the catalogue; the same `randomSeed` gives the same shop. */
export type SeedPlan = { products: number; randomSeed: number }

/**
 * Fills the catalogue with products of about three SKUs each, including search, categories and ledger. Runs in one
 * transaction; indexes are dropped first and rebuilt at the end.
 * @param client connected as the owner of the database
 * @param report receives the number of products written, every 20,000
 */
export async function seedProducts(
  client: ClientBase,
  { products, randomSeed }: SeedPlan,
  report: (written: number) => void,
): Promise<void> {
  await client.query('begin')
  try {
    await client.query("set local statement_timeout = 0; set local maintenance_work_mem = '512MB'")
    const restore = await dropIndexes(client, tables)
    const categories = await makeCategories(client)
    const { productId, skuId, tempId } = await firstIds(client)
    const random = randomFrom(randomSeed)
    const writer: Writer = new BulkWriter(client, columns)
    let sku = skuId
    for (let n = 0; n < products; n++) {
      sku = writeProduct(writer, { id: productId + n, sku, n, tempId }, categories, random)
      if ((n + 1) % CHUNK && n + 1 < products) continue
      await writer.flush()
      report(n + 1)
    }
    await client.query(
      `select setval(pg_get_serial_sequence('product', 'id'), (select max(id) from product)),
        setval(pg_get_serial_sequence('product_sku', 'id'), (select max(id) from product_sku))`,
    )
    for (const statement of restore) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  await client.query(`vacuum (analyze) ${tables.join(', ')}, category, product_tab_delta`)
}

type Category = { id: number; pid: number }

/** Categories on two levels; those of an earlier seed are reused. */
async function makeCategories(client: ClientBase): Promise<Category[]> {
  const categories: Category[] = []
  const insert = async (pid: number, path: string, level: number, name: string) => {
    const found = await client.query<{ id: number }>(
      'select id from category where pid = $1 and type = 1 and name = $2',
      [pid, name],
    )
    const { rows } = found.rows.length
      ? found
      : await client.query<{ id: number }>(
          'insert into category (pid, path, level, name, type) values ($1, $2, $3, $4, 1) returning id',
          [pid, path, level, name],
        )
    return Number(rows[0]?.id)
  }
  for (let first = 1; first <= FIRST_CATEGORIES; first++) {
    const pid = await insert(0, '/0/', 1, `大类${first}`)
    for (let second = 1; second <= SECOND_CATEGORIES; second++)
      categories.push({ id: await insert(pid, `/0/${pid}/`, 2, `小类${first}-${second}`), pid })
  }
  return categories
}

async function firstIds(client: ClientBase) {
  const { rows } = await client.query<{ product: string; sku: string; temp: string }>(
    `select coalesce((select max(id) from product), 0) + 1 as product, coalesce((select max(id) from product_sku), 0) + 1 as sku,
      (select min(id) from freight_template) as temp`,
  )
  const [row] = rows
  return { productId: Number(row?.product), skuId: Number(row?.sku), tempId: Number(row?.temp) }
}

type Place = { id: number; sku: number; n: number; tempId: number }

/** @returns the next SKU id */
function writeProduct(
  writer: Writer,
  { id, sku, n, tempId }: Place,
  categories: readonly Category[],
  random: () => number,
) {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const category = pick(categories)
  const storeName = `${pick(makers)}${pick(traits)}${pick(traits)}${pick(goods)} ${pick('ABCDEFGH'.split(''))}${Math.floor(random() * 9000) + 1000}`
  const keyword = `${pick(goods)},${pick(traits)}`
  const combinations =
    n % 5 < 3
      ? [{ 规格: '默认' }]
      : colours.slice(0, 2).flatMap((colour) => sizes.map((size) => ({ 颜色: colour, 尺码: size })))
  const attrs =
    combinations.length === 1
      ? [['规格', ['默认']] as const]
      : [['颜色', colours.slice(0, 2)] as const, ['尺码', sizes] as const]
  const basis = Math.floor(random() * 50_000) + 500
  const at = new Date(Date.UTC(2024, 0, 1) + Math.floor(random() * 700) * 86_400_000 + n).toISOString()
  const isRecycle = n % 200 === 0
  const isShow = !isRecycle && n % 10 < 8
  const stocks = combinations.map(() => (random() < 0.02 ? 0 : Math.floor(random() * 500)))
  const prices = combinations.map((_, place) => basis + place * 100)
  const codes = combinations.map((_, place) => String(6_900_000_000_000 + (sku + place)))
  const stock = stocks.reduce((sum, each) => sum + each, 0)
  const sales = Math.floor(random() * 10_000)
  const sort = Math.floor(random() * 100)
  writer.add('product', [
    ...[
      id,
      '',
      '{}',
      storeName,
      keyword,
      `{${category.id}}`,
      combinations.length > 1,
      basis,
      basis * 2,
      Math.floor(basis / 2),
    ],
    ...[Math.max(...prices), stock, sales, 0, stock <= 20, combinations.length, tempId],
    ...[sort, n % 7 === 0, n % 11 === 0, isShow, at, isRecycle, codes[0], at, at],
  ])
  for (const [place, [name, values]] of attrs.entries())
    writer.add('product_attr', [id, place, name, `{${values.join(',')}}`])
  for (const [place, combination] of combinations.entries()) {
    const skuId = sku + place
    const key = JSON.stringify(Object.entries(combination).sort(([one], [other]) => (one < other ? -1 : 1)))
    const suk = Object.values(combination).join(',')
    writer.add('product_sku', [
      ...[
        skuId,
        id,
        place,
        JSON.stringify(combination),
        key,
        suk,
        uniqueOf(skuId),
        '',
        prices[place],
        basis * 2,
        Math.floor(basis / 2),
      ],
      ...[stocks[place], 0, codes[place], `Z${skuId}`, 0.5],
    ])
    if (stocks[place])
      writer.add('stock_ledger', [id, skuId, stocks[place], 0, stocks[place], 'init', 'system', '系统', at])
  }
  writer.add('product_category', [id, category.id, true])
  writer.add('product_category', [id, category.pid, false])
  const skuCodes = combinations.flatMap((_, place) => [codes[place] ?? '', `Z${sku + place}`])
  const searched = {
    id,
    text: [storeName, keyword, ...attrs.flatMap(([, values]) => values).filter((value) => value !== '默认')].join(' '),
    codes: skuCodes,
    categoryIds: [category.id, category.pid],
  }
  writer.add('product_search', [
    id,
    `{${productTokens(searched)
      .map((token) => `"${token}"`)
      .join(',')}}`,
    productText(searched),
    isRecycle ? 5 : isShow ? 1 : 2,
    sort,
  ])
  return sku + combinations.length
}

/** Codes of eight characters that never repeat. */
function uniqueOf(id: number): string {
  const all = 36n ** 8n
  return ((BigInt(id) * 1_000_000_007n) % all).toString(36).padStart(8, '0')
}
