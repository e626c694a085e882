import type { Keyword } from '@zhanggui/domain/product/product-search.ts'
import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { productSkus, products } from './product.tables.ts'
import { idIn, likeRuns } from './product-filter.repository.ts'
import { idsByCode } from './product-sku.repository.ts'

/** The maximum number of products whose id or code equals the keyword. */
const MAX_EXACT = 20

const tokens = sql`${sql.placeholder('tokens')}::text[]`
const patterns = sql`${sql.placeholder('patterns')}::text[]`
const limit = sql`${sql.placeholder('limit')}::int`
const idsByName = sql`
  select id from product where lower(store_name) = lower(${sql.placeholder('code')}::text) and not is_del and not is_recycle
  limit ${sql.placeholder('max')}`
const exact = sql`array(
  select product_id from product_search
  where product_id = any(${sql.placeholder('ids')}::bigint[] || array(${idsByCode}) || array(${idsByName}))
    and tokens @> ${tokens} and text_norm like all (${patterns}) and tab in (1, 2)
  order by product_id desc limit ${limit})`
const more = (tab: 1 | 2, before: 'exact' | 'shown') => sql`${sql.raw(before)}.ids || array(
  select product_search_page(${tokens}, ${patterns}, ${sql.raw(String(tab))}::smallint, ${sql.raw(before)}.ids,
    ${limit} - cardinality(${sql.raw(before)}.ids), 0)
  where cardinality(${sql.raw(before)}.ids) < ${limit})`

const { id, storeName, priceFen, stock, isShow, skuCount } = products
// Each step is materialised: the planner would otherwise put it in wherever its ids are used, and run it sixteen times.
const found = sql`(
  with exact as materialized (select ${exact} as ids),
    shown as materialized (select ${more(1, 'exact')} as ids from exact),
    hidden as materialized (select ${more(2, 'shown')} as ids from shown)
  select each.id, each.place from hidden, unnest(hidden.ids) with ordinality as each(id, place)) as found`
const first = prepared('product-search-box', (db) =>
  db
    .select({ id, storeName, priceFen, stock, isShow, skuCount })
    .from(products)
    .innerJoin(found, sql`found.id = ${id}`)
    .orderBy(sql`found.place`),
)

/** The first products outside the recycle bin that a search finds: by id, code or whole name, then those on the shelf, then the others. */
export function searchFirst({ db }: Ctx, keyword: Keyword, most: number) {
  const { exact: code, tokens: wanted } = keyword
  return first(db).execute({
    code,
    ids: idIn(code),
    tokens: wanted,
    patterns: likeRuns(keyword),
    limit: most,
    max: MAX_EXACT,
  })
}

const { suk, barCode, skuNo } = productSkus
const code = sql`${sql.placeholder('code')}::text`
const byCode = prepared('sku-by-code', (db) =>
  db
    .select({
      id: productSkus.id,
      productId: productSkus.productId,
      suk,
      barCode,
      skuNo,
      stock: productSkus.stock,
      priceFen: productSkus.priceFen,
      storeName,
      isShow,
    })
    .from(productSkus)
    .innerJoin(products, eq(products.id, productSkus.productId))
    .where(sql`not product.is_del and not product.is_recycle and product_sku.id = any(array(
      select id from product_sku where bar_code = ${code} and bar_code <> '' and not is_del
      union select id from product_sku where lower(sku_no) = lower(${code}) and sku_no <> '' and not is_del
      limit ${MAX_EXACT}))`)
    .orderBy(sql`product_sku.id desc`)
    .limit(sql.placeholder('limit')),
)

/** The SKUs with a bar code or a code of the shop, which nobody types in part. */
export function findSkusByCode({ db }: Ctx, given: string, most: number) {
  return byCode(db).execute({ code: given, limit: most })
}
