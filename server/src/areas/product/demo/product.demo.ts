import { brand } from '@zhanggui/contract/product/brand.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { paramTemplate } from '@zhanggui/contract/product/param-template.ts'
import { type ProductDraft, product, type SkuDraft } from '@zhanggui/contract/product/product.ts'
import { productLabel } from '@zhanggui/contract/product/product-label.ts'
import { productReply } from '@zhanggui/contract/product/product-reply.ts'
import { productRule } from '@zhanggui/contract/product/product-rule.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { SHANGHAI_OFFSET_MS, toWireTime } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, calling, inTransaction, withContext } from '../../../platform/http/context.ts'
import { randomFrom } from '../../../platform/security/random.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { uploadDrawn } from '../../file/file/drawn-files.demo.ts'
import { brandService } from '../brand/brand.service.ts'
import { saveCategory } from '../category/category.service.ts'
import { saveFreightTemplate } from '../freight/freight-template.service.ts'
import { FREE_TEMPLATE_ID } from '../freight/freight-template.tables.ts'
import { fillImportDemo } from '../import/product-import.demo.ts'
import { labelService } from '../label/product-label.service.ts'
import { paramTemplateService } from '../param-template/param-template.service.ts'
import { insertProduct, reprices } from '../product/product.service.ts'
import { readForm } from '../product/product-form.ts'
import { listOf as listSkus } from '../product/product-sku.repository.ts'
import { recycleProduct, shelve } from '../product/product-state.service.ts'
import { commentReplies, saveReply } from '../reply/product-reply.service.ts'
import { ruleService } from '../rule/product-rule.service.ts'
import { adjustStock, changeAllStock, countSales } from '../stock/product-stock.service.ts'
import {
  type Freight,
  type GoodsKind,
  type GoodsSpec,
  type Industry,
  industries,
  nicknames,
} from './product-goods.demo.ts'
import { type Colour, drawFace, drawGoods, drawMark, palettes } from './product-pictures.demo.ts'
import { answers, goodsWords } from './product-words.demo.ts'

const SEED = 20_260_101
const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
/** Products were added within this many days. */
const DAYS = 120
/** The delay between the newest product and later events of older ones. */
const LATER_MS = 40 * 60_000
const RESTOCKED_AFTER = 30
const COUNTED_AFTER = 45
const REPRICED_AFTER = 20
const MAX_LOST = 5
const MAX_STYLES = Math.max(...industries.flatMap(({ kinds }) => kinds.map(({ styles }) => styles.length)))
const MAX_KINDS = Math.max(...industries.map(({ kinds }) => kinds.length))
const MAX_GOODS = MAX_STYLES * MAX_KINDS * industries.length
const FACES = 8

const articleCategories = ['店铺公告', '新品资讯', '选购指南', '品牌故事', '售后须知']

/** Ids by name and picture addresses that products refer to. */
type Stage = {
  pictures: ReadonlyMap<string, string>
  templates: Record<Freight, number>
  categories: ReadonlyMap<string, number>
  brands: ReadonlyMap<string, number>
  labels: Record<'new' | 'few' | 'gift' | 'hot' | 'owner', number>
  ensures: ReadonlyMap<string, number>
  random: () => number
}

/**
 * Fills a demo shop without products with a catalogue that is always the same except for its dates, all of it or nothing;
 * then adds some imports.
 */
export async function fillProductDemo(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute(sql`select from product limit 1`)
  if (rows.length) return
  const pictures = await storePictures(ctx)
  await inTransaction(ctx, async (tx) => {
    const stage = await prepareStage(tx, pictures)
    const ids: number[] = []
    for (const goods of mixed()) {
      const n = ids.length
      const at = momentOf(n, tx.now())
      ids.push(await addProduct(tx, stage, { ...goods, n, at }))
      await live(withContext(tx, { now: () => new Date(at.getTime() + LATER_MS) }), stage, ids)
    }
  })
  await fillImportDemo(ctx)
}

/** The time a product was added: in office hours, the last ones yesterday. */
function momentOf(n: number, now: Date): Date {
  const midnight = Math.floor((now.getTime() + SHANGHAI_OFFSET_MS) / DAY_MS) * DAY_MS - SHANGHAI_OFFSET_MS
  const days = (DAYS * n) / MAX_GOODS
  const hour = 9 + 9 * (days % 1)
  return new Date(midnight - (DAYS - Math.floor(days)) * DAY_MS + hour * HOUR_MS + ((n * 7919) % 1800) * 1000)
}

/** All goods in list order, with neighbours from different industries. */
function mixed(): Pick<Goods, 'industry' | 'kind' | 'style'>[] {
  return Array.from({ length: MAX_STYLES }, (_, style) =>
    Array.from({ length: MAX_KINDS }, (_kinds, kind) =>
      industries.flatMap((industry) => {
        const found = industry.kinds[kind]
        return found?.styles[style] ? [{ industry, kind: found, style: found.styles[style] }] : []
      }),
    ),
  ).flat(2)
}

/** Choices by remainders of `n` use odd divisors, as even ones would always hit the same industries. */
type Goods = { industry: Industry; kind: GoodsKind; style: string; n: number; at: Date }

async function addProduct(tx: Ctx, stage: Stage, goods: Goods): Promise<number> {
  const { n, at } = goods
  const draft = draftOf(stage, goods)
  // Backdated, with its initial stock.
  const then = withContext(tx, { now: () => at })
  const id = await insertProduct(calling(then, product.save), readForm(draft, await readMedia(tx)), true)
  if (isBinned(n)) await recycleProduct(calling(tx, product.remove), id)
  else if (n % 13 !== 5) await shelve(calling(tx, product.putOnShelf), id)
  if (isBinned(n)) return id
  await addReplies(tx, stage, goods, id)
  // Sales from before this console, so without orders.
  const [sku] = await listSkus(tx, [id])
  if (sku) await countSales(tx, [{ skuId: sku.id, num: 1 + Math.floor(stage.random() ** 3 * 2000) }], 1)
  return id
}

const isBinned = (n: number) => n % 41 === 17

function draftOf(stage: Stage, { industry, kind, style, n }: Goods): ProductDraft {
  const brand = industry.brands[n % industry.brands.length] ?? ''
  const storeName = `${brand} ${style}${kind.noun}`
  const covers = kind.colours.map((colour) => pictureOf(stage, kind, colour))
  const [cover = '', other = ''] = (n % 5) % 2 ? covers.toReversed() : covers
  const { attr, attrValue } = skusOf(stage, { industry, kind, n }, [cover, other])
  const params = paramsOf(kind, style)
  const { points } = goodsWords[kind.name]
  return {
    storeName,
    image: cover,
    sliderImage: [cover, other],
    unitName: kind.unit,
    params,
    attrValue,
    storeInfo: points[n % points.length] ?? '',
    keyword: [kind.name, brand, industry.name].join(','),
    cateIds: [stage.categories.get(kind.name) ?? 0],
    tempId: stage.templates[industry.freight],
    ...(attr.length > 0 && { specType: true, attr }),
    ficti: n % 5 === 1 ? 500 : 0,
    giveIntegral: n % 5 === 0 ? 10 : 0,
    sort: n % 37 === 0 ? 100 : 0,
    isHot: n % 9 === 0,
    isBest: n % 11 === 0,
    isBenefit: n % 15 === 3,
    isGood: n % 13 === 1,
    isNew: n % 7 === 2,
    content: describe({ storeName, cover, params, points }, industry),
    brandId: stage.brands.get(brand) ?? 0,
    labelIds: labelsOf(stage, n),
    ensureIds: ensuresOf(stage, industry, n),
    ...(n % 23 === 0 && { alertStock: 50 }),
    ...(n % 19 === 4 && { limitType: 1, limitNum: 5 }),
    ...(n % 31 === 8 && { remark: '供应商每周三补货' }),
  }
}

function paramsOf({ name, styles }: GoodsKind, style: string) {
  const { params, origins } = goodsWords[name]
  const origin = origins?.[styles.indexOf(style)]
  return Object.entries({ ...(origin && { 产地: origin }), ...params }).map(([param, value]) => ({
    name: param,
    value,
  }))
}

function ensuresOf({ ensures }: Stage, { freight }: Industry, n: number): number[] {
  const more = ['ship48', 'freeReturn', 'invoice'][n % 3] ?? ''
  const values = freight === 'cold' ? ['genuine', 'ship48', 'fresh'] : ['return7', 'genuine', more]
  return values.map((value) => ensures.get(value)).filter((id) => id !== undefined)
}

function labelsOf({ labels }: Stage, n: number): number[] {
  return [n % 11 === 3 && labels.gift, n % 9 === 0 && labels.hot, n % 15 === 6 && labels.owner].filter(
    (id) => id !== false,
  )
}

/** Combinations of the kind's specifications, with prices in its range and varied stock. */
function skusOf(stage: Stage, { industry, kind, n }: Omit<Goods, 'style' | 'at'>, covers: readonly string[]) {
  const { random } = stage
  const { price, specs = [], weight } = kind
  const [low, high] = price
  const basis = Math.round(low + (high - low) * random()) - 0.1
  const was = random() < 0.7 ? 1.15 + random() * 0.4 : 1
  const cost = 0.45 + random() * 0.15
  const attr = specs.map(({ name, values }) => ({ attrName: name, attrValues: [...values] }))
  const attrValue = combine(specs).map(({ values, times, picture }, place): SkuDraft => {
    const sold = yuan(basis * times)
    return {
      ...(specs.length > 0 && { attrValue: values }),
      image: covers[picture % covers.length],
      price: sold,
      otPrice: yuan(basis * times * was),
      cost: yuan(sold * cost),
      stock: stockOf(n, place, random),
      skuNo: `${industry.code}${String(n + 1).padStart(4, '0')}-${String(place + 1).padStart(2, '0')}`,
      barCode: barCodeOf(n * 100 + place),
      weight: Math.round(weight * times * 1000) / 1000,
      volume: Math.round(weight * times * 40) / 10_000,
    }
  })
  return { attr, attrValue }
}

/** An EAN-13 code with a Chinese prefix and check digit. */
function barCodeOf(number: number): string {
  const digits = `6972035${String(number).padStart(5, '0')}`
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0)
  return digits + ((10 - (sum % 10)) % 10)
}

/** Varied stock: some products are sold out, some nearly, and some lack a size. */
function stockOf(n: number, place: number, random: () => number): number {
  const usual = 40 + Math.floor(random() * 360)
  if (n % 29 === 3) return 0
  if (n % 27 === 7) return place ? 0 : 1 + (n % 17)
  return n % 7 === 4 && place === 1 ? 0 : usual
}

type Combination = { values: Record<string, string>; times: number; picture: number }

function combine(specs: readonly GoodsSpec[]): Combination[] {
  let found: Combination[] = [{ values: {}, times: 1, picture: 0 }]
  for (const { name, values, times = [] } of specs)
    found = found.flatMap((one) =>
      values.map((value, index) => ({
        values: { ...one.values, [name]: value },
        times: one.times * (times[index] ?? 1),
        picture: name === '颜色' ? index : one.picture,
      })),
    )
  return found
}

/** Rounds to a typical shop price, with a nine after the decimal point. */
function yuan(amount: number): number {
  return Math.max(0.9, Math.round(amount) - 0.1)
}

type Described = Required<Pick<ProductDraft, 'storeName' | 'params'>> & { cover: string; points: readonly string[] }

function describe({ storeName, cover, params, points }: Described, { intro, returns }: Industry): string {
  const rows = params.map(({ name, value }) => `<tr><td>${name}</td><td>${value}</td></tr>`)
  return `<h2>${storeName}</h2><p>${intro}</p>
    <h3>为什么值得选</h3><ul>${points.map((point) => `<li>${point}</li>`).join('')}</ul>
    <p><img src="${cover}" alt="${storeName}" style="width: 100%"></p>
    <h3>商品参数</h3><table><tbody>${rows.join('')}</tbody></table>
    <h3>售后说明</h3><p>${returns}</p>`
}

/** Adds replies to a product since it was added; fictitious ones, as there are no orders. */
async function addReplies(tx: Ctx, { pictures, random }: Stage, { kind, n, at }: Goods, productId: number) {
  const now = tx.now().getTime()
  for (let said = 0; said < n % 3; said++) {
    const mood = random()
    const level = mood < 0.8 ? 'good' : mood < 0.93 ? 'medium' : 'poor'
    const score = { good: 5, medium: 3, poor: 2 } as const
    const { id } = await saveReply(calling(tx, productReply.save), {
      productId,
      comment: anyOf(goodsWords[kind.name].said[level], random),
      nickname: anyOf(nicknames, random),
      avatar: pictures.get(`face-${Math.floor(random() * FACES)}`) ?? '',
      productScore: score[level],
      serviceScore: level === 'poor' ? 3 : random() < 0.7 ? 5 : 4,
      pics: random() < 0.3 ? [pictures.get(`${kind.glyph}-${kind.colours[said % 2]}`) ?? ''] : [],
      createTime: toWireTime(new Date(at.getTime() + random() * (now - at.getTime()))),
    })
    if (random() < 0.5)
      await commentReplies(calling(tx, productReply.comment), {
        ids: [id],
        merchantReplyContent: anyOf(answers[level], random),
      })
  }
}

function anyOf(texts: readonly string[], random: () => number): string {
  return texts[Math.floor(random() * texts.length)] ?? ''
}

/** Adds later events to older products: restocking, stocktaking and price cuts. */
async function live(tx: Ctx, { random }: Stage, ids: readonly number[]): Promise<void> {
  const older = (by: number, chosen: (n: number) => boolean) => {
    const n = ids.length - 1 - by
    return chosen(n) && !isBinned(n) ? ids[n] : undefined
  }
  const restocked = older(RESTOCKED_AFTER, (n) => n % 17 === 2)
  if (restocked) {
    const boxes = 10 * (2 + Math.floor(random() * 6))
    await changeAllStock(calling(tx, productStock.adjust), restocked, 'add', boxes, {
      reason: 'purchase_in',
      remark: '到货入库',
    })
  }
  const broken = older(COUNTED_AFTER, (n) => n % 19 === 6)
  if (broken) await loseOne(tx, broken)
  const cheaper = older(REPRICED_AFTER, (n) => n % 11 === 6)
  if (cheaper)
    await reprices(calling(tx, product.update), cheaper, 'price', (fen) => Math.round((fen * 0.9) / 100) * 100 - 10)
}

const losses = [
  { reason: 'damage', remark: '盘点发现包装破损' },
  { reason: 'gift', remark: '寄给达人的样品' },
  { reason: 'loss', remark: '盘点少货' },
] as const

async function loseOne(tx: Ctx, id: number): Promise<void> {
  const sku = (await listSkus(tx, [id])).find(({ stock }) => stock > MAX_LOST)
  const quantity = -1 - (id % MAX_LOST)
  const why = losses[id % losses.length]
  if (sku && why)
    await adjustStock(calling(tx, productStock.adjust), { id, items: [{ id: sku.id, mode: 'add', quantity }], ...why })
}

function pictureOf({ pictures }: Stage, { glyph }: GoodsKind, colour: Colour): string {
  return pictures.get(`${glyph}-${colour}`) ?? ''
}

/** Draws the shop's pictures into the media library. Returns their addresses by name. */
async function storePictures(ctx: Ctx): Promise<Map<string, string>> {
  const kinds = industries.flatMap((industry) => industry.kinds)
  const colours = Object.keys(palettes) as Colour[]
  const goods = kinds.flatMap(({ glyph, name, colours: two }) =>
    two.map((colour) => [`${glyph}-${colour}`, `${name}-${colour}`, drawGoods(glyph, colour)] as const),
  )
  const marks = industries
    .flatMap(({ brands }) => brands)
    .map((brand, n) => [`mark-${brand}`, `品牌-${brand}`, drawMark(n, colours[n % colours.length] ?? '墨黑')] as const)
  const faces = Array.from({ length: FACES }, (_, n) => {
    return [`face-${n}`, `头像-${n + 1}`, drawFace(colours[n % colours.length] ?? '墨黑')] as const
  })
  // The media library lists the newest first.
  const groups = [
    ['评论图片', faces],
    ['商品图片', marks],
    ['商品图片', goods],
  ] as const
  const found = new Map<string, string>()
  for (const [group, drawn] of groups) {
    const urls = await uploadDrawn(
      ctx,
      await findGroup(ctx, group),
      drawn.map(([, name, svg]) => ({ name: `${name}.webp`, svg })),
    )
    for (const [place, [key]] of drawn.entries()) found.set(key, urls[place] ?? '')
  }
  return found
}

async function findGroup({ db }: Ctx, name: string): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from category where type = 2 and name = ${name}`)
  return Number(rows[0]?.id ?? 0)
}

async function prepareStage(tx: Ctx, pictures: ReadonlyMap<string, string>): Promise<Stage> {
  const categories = new Map<string, number>()
  const brands = new Map<string, number>()
  for (const [place, industry] of industries.entries()) {
    const { name, kinds, params } = industry
    const sort = industries.length - place
    const extra = (kind: GoodsKind | undefined) => pictures.get(`${kind?.glyph}-${kind?.colours[0]}`) ?? ''
    const { id: pid } = await saveCategory(calling(tx, category.save), {
      name,
      pid: 0,
      type: 1,
      sort,
      extra: extra(kinds[0]),
    })
    for (const kind of kinds) {
      const { id } = await saveCategory(calling(tx, category.save), {
        name: kind.name,
        pid,
        type: 1,
        extra: extra(kind),
      })
      categories.set(kind.name, id)
    }
    for (const mark of industry.brands) {
      const logo = pictures.get(`mark-${mark}`) ?? ''
      brands.set(mark, (await brandService.save(calling(tx, brand.save), { name: mark, logo, sort, isShow: true })).id)
    }
    const rows = Object.entries(params).map(([param, value]) => ({ name: param, value }))
    await paramTemplateService.save(calling(tx, paramTemplate.save), { name: `${name}通用参数`, params: rows })
    await saveRules(tx, industry)
  }
  for (const [place, name] of articleCategories.entries())
    await saveCategory(calling(tx, category.save), { name, pid: 0, type: 3, sort: articleCategories.length - place })
  const { rows } = await tx.db.execute<{ id: number; value: string }>(sql`
    select dict_detail.id, value from dict_detail join dict on dict.id = dict_id where dict.name = 'product_ensure' order by sort`)
  return {
    pictures,
    categories,
    brands,
    templates: await saveTemplates(tx),
    labels: await saveLabels(tx),
    ensures: new Map(rows.map(({ id, value }) => [value, Number(id)])),
    random: randomFrom(SEED),
  }
}

async function saveRules(tx: Ctx, { name, kinds }: Industry): Promise<void> {
  const seen = new Set<string>()
  for (const { name: kind, specs = [] } of kinds) {
    const ruleValue = specs.map(({ name: value, values }) => ({ value, detail: [...values] }))
    const text = JSON.stringify(ruleValue)
    if (!specs.length || seen.has(text)) continue
    seen.add(text)
    await ruleService.save(calling(tx, productRule.save), { ruleName: `${name}·${kind}`, ruleValue })
  }
}

async function saveLabels(tx: Ctx): Promise<Stage['labels']> {
  const save = async (name: string, color: string, more: Partial<Parameters<typeof labelService.save>[1]> = {}) => {
    return (await labelService.save(calling(tx, productLabel.save), { name, color, isShow: true, ...more })).id
  }
  return {
    new: await save('新品', '#1677ff', { rule: { kind: 'new', value: 15 }, sort: 3 }),
    few: await save('仅剩少量', '#fa541c', { rule: { kind: 'lowStock', value: 20 }, sort: 2 }),
    gift: await save('送礼佳选', '#c41d7f'),
    hot: await save('热卖', '#f5222d', { sort: 1 }),
    owner: await save('店主推荐', '#389e0d'),
  }
}

/** Provinces by code. */
const near = [310000, 320000, 330000, 340000]
const remote = [150000, 540000, 620000, 630000, 640000, 650000]
const overseas = [710000, 810000, 820000]
const areasOf = (provinces: readonly number[]) => provinces.map((code) => [code])

async function saveTemplates(tx: Ctx): Promise<Stage['templates']> {
  const charge = (provinces: readonly number[], [first, firstPrice, renewal, renewalPrice]: readonly number[]) => ({
    isDefault: !provinces.length,
    areas: areasOf(provinces),
    first: first ?? 1,
    firstPrice: firstPrice ?? 0,
    renewal: renewal ?? 1,
    renewalPrice: renewalPrice ?? 0,
  })
  const express = await saveFreightTemplate(calling(tx, freightTemplate.save), {
    name: '标准快递（满99元包邮）',
    appoint: 2,
    type: 1,
    sort: 3,
    undelivery: true,
    regionList: [charge([], [1, 8, 1, 2]), charge(near, [1, 5, 1, 1]), charge(remote, [1, 18, 1, 6])],
    freeList: [{ areas: areasOf(near), number: 0, price: 99, freeMode: 'or' }],
    noDeliveryList: [{ areas: areasOf(overseas) }],
  })
  const cold = await saveFreightTemplate(calling(tx, freightTemplate.save), {
    name: '生鲜冷链（按重量）',
    appoint: 2,
    type: 2,
    sort: 2,
    undelivery: true,
    regionList: [charge([], [3, 18, 1, 4]), charge(near, [3, 9, 1, 2])],
    noDeliveryList: [{ areas: areasOf([...remote, ...overseas]) }],
  })
  const bulky = await saveFreightTemplate(calling(tx, freightTemplate.save), {
    name: '大件物流（按体积）',
    appoint: 2,
    type: 3,
    sort: 1,
    undelivery: true,
    regionList: [charge([], [0.05, 12, 0.02, 4]), charge(remote, [0.05, 40, 0.02, 15])],
    noDeliveryList: [{ areas: areasOf(overseas) }],
  })
  return { free: FREE_TEMPLATE_ID, express: express.id, cold: cold.id, bulky: bulky.id }
}
