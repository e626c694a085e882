import type pg from 'pg'
import type { Budget, LoadRequest } from './measure.ts'

/** A call that changes nothing. @property callers at once; 16 without */
export type Read = Budget & { requests: LoadRequest[]; callers?: number }

/** So many orders, customers and products are asked about in turn. */
const SAMPLES = 400
/** From so many orders on, the budgets are those of millions. */
const MANY = 1_000_000
const PAGE = '/admin/store/order/list?limit=10'

type Sample = {
  id: number
  orderNo: string
  phone: string
  realName: string
  nickname: string
  uid: number
  transactionId: string
  productId: number
  code: string
  word: string
  verifyCode: string
  storeId: number
  day: string
}

/** The reads that docs/performance.md has budgets for, about orders from everywhere in the shop. */
export async function readsOf(owner: pg.Client, tokens: readonly string[], orders: number): Promise<Read[]> {
  const samples = await sample(owner)
  const pickups = samples.filter(({ verifyCode }) => verifyCode)
  const { rows: levels } = await owner.query<{ id: number }>('select id from user_level where is_show order by grade')
  const many = orders >= MANY
  /** One request for each sample, in the name of a session each. */
  const each = (path: (of: Sample, n: number) => string, of = samples): LoadRequest[] =>
    of.map((one, n) => ({
      method: 'GET',
      path: path(one, n),
      headers: { authorization: `Bearer ${tokens[n % tokens.length]}` },
    }))
  const look = (path: (of: Sample, n: number) => string): LoadRequest[] =>
    samples.map((one, n) => ({ method: 'GET', path: `/api/front/${path(one, n)}` }))
  const find = (text: (of: Sample) => string, of = samples) =>
    each((one) => `${PAGE}&keywords=${encodeURIComponent(text(one))}`, of)
  const tabs = ['all', 'notShipped', 'toReceive', 'toReview', 'complete', 'cancelled', 'unPaid', 'toBeWrittenOff']
  const tab = (n: number) => tabs[n % tabs.length] ?? ''

  const page: Budget = { what: '', share: many ? 0.05 : 0.1, p99: 40 }
  const found: Budget = { what: '', ...(many ? { p95: 50 } : { share: 0.06, p99: 60 }) }
  const quick: Budget = { what: '', p95: 50 }
  const keywords: [what: string, requests: LoadRequest[]][] = [
    ['order number', find(({ orderNo }) => orderNo)],
    ['its beginning, a day and hour', find(({ orderNo }) => orderNo.slice(0, 10))],
    ['its end', find(({ orderNo }) => orderNo.slice(-6))],
    ['transaction number', find(({ transactionId }) => transactionId)],
    ['phone', find(({ phone }) => phone)],
    ["phone's end", find(({ phone }) => phone.slice(-4))],
    ['verify code', find(({ verifyCode }) => verifyCode, pickups)],
    ['refund number', find(({ orderNo }) => `R${orderNo}`)],
    ['bar code', find(({ code }) => code)],
    ["receiver's name", find(({ realName }) => realName)],
    ['surname', find(({ realName }) => realName.slice(0, 1))],
    ['nickname', find(({ nickname }) => nickname)],
    ["product's word", find(({ word }) => word)],
  ]
  const filters: [what: string, query: (of: Sample, n: number) => string][] = [
    ['by product', ({ productId }) => `&productId=${productId}`],
    ['by products sold most', (_, n) => `&productId=${samples[n % 4]?.productId}`],
    ['by customer', ({ uid }) => `&uid=${uid}`],
    ['by store', ({ storeId }) => `&storeId=${storeId || 1}`],
    ['by way of paying', (_, n) => `&payType=${['yue', 'alipay', 'offline'][n % 3]}`],
    ['by day', ({ day }) => `&dateLimit=${day},${day}`],
    ['by day of payment', ({ day }) => `&dateField=pay&dateLimit=${day},${day}`],
    ['by price', (_, n) => `&minPrice=${100 + n}&maxPrice=${110 + n}`],
    ['by tag', (_, n) => `&tagId=${1 + (n % 5)}`],
    ['put aside', () => '&hold=true'],
    ['late', () => '&late=true'],
    ['to combine', () => '&combine=true'],
    ['not printed', () => '&printed=0&status=notShipped'],
  ]
  const typed: [what: string, text: (of: Sample) => string][] = [
    ['a phone', ({ phone }) => phone],
    ["a phone's end", ({ phone }) => phone.slice(-4)],
    ['an order number', ({ orderNo }) => orderNo],
    ["an order number's end", ({ orderNo }) => orderNo.slice(-6)],
    ['a transaction number', ({ transactionId }) => transactionId],
    ['a name', ({ realName }) => realName],
    ['a nickname', ({ nickname }) => nickname],
    ["a product's word", ({ word }) => word],
    ['a bar code', ({ code }) => code],
  ]
  return [
    { ...page, what: 'order list by tab', requests: each((_, n) => `${PAGE}&status=${tab(n)}`) },
    { ...quick, what: 'counts of the tabs', requests: each(() => '/admin/store/order/status/num') },
    ...keywords.map(([what, requests]) => ({ ...found, what: `order list by keyword: ${what}`, requests })),
    ...filters.map(([what, query]) => ({
      ...(/product|customer/.test(what) ? found : quick),
      what: `order list ${what}`,
      requests: each((one, n) => encodeURI(`${PAGE}${query(one, n)}`)),
    })),
    {
      ...quick,
      what: 'counts of the tabs by way of paying',
      requests: each((_, n) => `/admin/store/order/status/num?payType=${['yue', 'alipay', 'offline'][n % 3]}`),
    },
    { what: 'order detail', share: 0.18, p99: 30, requests: each(({ id }) => `/admin/store/order/info?id=${id}`) },
    { what: 'window list', share: 0.06, p99: 40, requests: look((_, n) => `products?page=${1 + (n % 5)}&limit=10`) },
    {
      what: 'window, product detail',
      share: 0.15,
      p99: 40,
      requests: look(({ productId }) => `product/detail/${productId}`),
    },
    ...(['statistics', 'statisticsData?limit=30', 'time?type=1'] as const).map((path) => ({
      what: `order statistics, ${path}`,
      share: 0.001,
      p99: 30,
      requests: each(() => `/admin/store/order/${path}`),
    })),
    {
      ...quick,
      what: 'customers by phone',
      requests: each(({ phone }) => `/admin/user/list?limit=10&keywords=${phone}`),
    },
    {
      ...quick,
      what: 'customers by level',
      requests: each((_, n) => `/admin/user/list?limit=10&level=${levels[n % levels.length]?.id}`),
    },
    ...typed.flatMap(([what, text]) => {
      const search = {
        what: `header search, ${what}`,
        share: 0.001,
        p99: 60,
        requests: each((one) => `/api/search?q=${encodeURIComponent(text(one))}`),
      }
      // Nobody types as fast as a load does: the budget is about what one person waits for.
      return [{ ...search, what: `${search.what}, one caller`, callers: 1 }, search]
    }),
  ]
}

/** Orders from everywhere, those of the products sold most among the first. */
async function sample(owner: pg.Client): Promise<Sample[]> {
  const { rows } = await owner.query<Sample>(
    `with picked as (
      select distinct id from (
        select (min + (max - min) * n / $1::bigint) as id from (
          select min(id) as min, max(id) as max from store_order
        ) as ends cross join generate_series(1, $1::int) as n
        union all (select id from store_order where shipping_type = 2 and tab in (4, 6) order by created_at desc limit 40)
      ) as ids
    )
    select o.id::int, o.order_no as "orderNo", o.user_phone as phone, o.real_name as "realName", nickname, o.uid::int,
      coalesce(payment.transaction_id, '') as "transactionId", line.product_id::int as "productId", line.bar_code as code,
      substr(line.store_name, 3, 4) as word, o.verify_code as "verifyCode", o.store_id::int as "storeId",
      to_char(o.created_at, 'YYYY-MM-DD') as day
    from picked join store_order as o using (id) join shop_user on shop_user.id = o.uid
    cross join lateral (select * from order_line where order_id = o.id order by line_no limit 1) as line
    left join payment on biz_type = 'order' and biz_id = o.id and state = 1
    where o.tab > 0
    order by line.product_id desc, o.id`,
    [SAMPLES],
  )
  const paid = rows.filter(({ transactionId }) => /^\d{28}$/.test(transactionId)).map((row) => row.transactionId)
  return rows.map((row, n) => ({ ...row, transactionId: paid[n % paid.length] ?? '' }))
}
