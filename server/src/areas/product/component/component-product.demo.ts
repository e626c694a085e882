import type { ComponentDraftSave } from '@zhanggui/contract/product/component-product.ts'
import type { ProductInfo } from '@zhanggui/contract/product/product.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { getProduct } from '../product/product-describe.service.ts'
import { delistComponent } from './component-shelf.service.ts'
import { findShop, uploadPicture } from './component-shop.service.ts'
import { addComponentProduct, updateComponentProduct, withdrawAudit } from './component-submit.service.ts'
import { endSimulatedAudit, holdSimulatedAudit, simulatedShop, takeDownSimulated } from './shop-simulator.service.ts'

/** The outcome of a product's submission and of later changes. */
type Story =
  | { kind: 'live' | 'inAudit' | 'delisted' | 'withdrawn' }
  | { kind: 'refused' | 'changeRefused' | 'takenDown'; reason: string }
  | { kind: 'changeInAudit'; title: string }
/** Demo products, by the end of their name, with their category in the simulator. */
type Shown = { goods: string; category: number; story: Story }

const [towel, bedding, top, trousers, backpack] = [1210, 1211, 1423, 1424, 1431] as const

/** The time between submissions, and the length of an audit. */
const APART_HOURS = 19
const AUDIT_HOURS = 3
const HOUR_MS = 3600_000

/** Submitted in this order, so that the last ones are on top of the lists. */
const shown: readonly Shown[] = [
  { goods: '新疆长绒棉圆领T恤', category: top, story: { kind: 'live' } },
  { goods: '羽绒填充抱枕', category: bedding, story: { kind: 'delisted' } },
  { goods: '悬浮背负登山背包', category: backpack, story: { kind: 'live' } },
  { goods: '直筒高腰牛仔长裤', category: trousers, story: { kind: 'live' } },
  {
    goods: '凉感冰丝T恤',
    category: top,
    story: { kind: 'takenDown', reason: '商品详情宣称“自动降温 5℃”，缺少检测报告，涉嫌夸大宣传' },
  },
  { goods: '加厚酒店款毛巾', category: towel, story: { kind: 'live' } },
  {
    goods: '城市通勤双肩背包',
    category: backpack,
    story: { kind: 'changeRefused', reason: '商品主图含有促销文字，请更换为无文字的实物图' },
  },
  { goods: '四面弹修身长裤', category: trousers, story: { kind: 'withdrawn' } },
  {
    goods: '纯棉强吸水毛巾',
    category: towel,
    story: { kind: 'changeInAudit', title: '纯棉强吸水毛巾 加大加厚 A类标准' },
  },
  {
    goods: 'A类抑菌毛巾',
    category: towel,
    story: { kind: 'refused', reason: '标题含有“抑菌”字样，请上传抑菌检测报告，或修改标题后重新提交' },
  },
  { goods: '条纹海魂T恤', category: top, story: { kind: 'inAudit' } },
  { goods: '乳胶护腰抱枕', category: bedding, story: { kind: 'inAudit' } },
]

/** Adds WeChat shop products in every state to a demo shop that has none, if WeChat is simulated. */
export async function fillComponentDemo(ctx: Ctx): Promise<void> {
  if ((await findShop(ctx)) !== simulatedShop) return
  const { rows } = await ctx.db.execute(sql`select from component_product limit 1`)
  if (rows.length) return
  for (const [place, { goods, category, story }] of shown.entries()) {
    const main = await findGoods(ctx, goods)
    if (!main) continue
    const draft = await draftOf(ctx, main, category)
    const { id, productId } = await addComponentProduct(ctx, draft)
    await playOut(ctx, { id, productId, draft }, story)
    await backdate(ctx, productId, (shown.length - 1 - place) * APART_HOURS + 2)
  }
}

/** Backdates a submission by some hours, with an audit within three. */
async function backdate({ db, now }: Ctx, productId: number, hours: number): Promise<void> {
  const at = new Date(now().getTime() - hours * HOUR_MS)
  const audited = new Date(at.getTime() + AUDIT_HOURS * HOUR_MS)
  await db.execute(sql`
    update component_draft set created_at = ${at}, submit_time = ${at},
      audit_time = case when audit_time is not null then ${audited}::timestamptz end
    where product_id = ${productId}`)
  await db.execute(sql`update component_product set created_at = ${at} where id = ${productId}`)
}

/** Only products on the shelf can be submitted. */
async function findGoods(ctx: Ctx, goods: string): Promise<ProductInfo | undefined> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from product where store_name like ${`% ${goods}`} and is_show and not is_recycle order by id limit 1`)
  const [found] = rows
  return found && getProduct(ctx, Number(found.id))
}

/** A draft as the form fills it in from the main product. */
async function draftOf(ctx: Ctx, main: ProductInfo, thirdCatId: number): Promise<ComponentDraftSave> {
  const sent = new Map<string, string>()
  const send = async (imgUrl: string) => {
    const known = sent.get(imgUrl) ?? (await uploadPicture(ctx, { imgUrl, respType: 1 }, [])).tempUrl
    sent.set(imgUrl, known)
    return known
  }
  const headImg: string[] = []
  for (const picture of main.sliderImage) headImg.push(await send(picture))
  const attrValue: ComponentDraftSave['attrValue'] = []
  for (const { id, price, otPrice, image } of main.attrValue)
    attrValue.push({ id, price, otPrice, image: await send(image || main.image) })
  const { id, storeName, content, tempId, unitName } = main
  return {
    primaryProductId: id,
    title: storeName,
    headImg,
    thirdCatId,
    descInfo: content,
    tempId,
    unitName,
    attrValue,
    giveIntegral: main.giveIntegral,
    ficti: main.ficti,
  }
}

type Submitted = { id: number; productId: number; draft: ComponentDraftSave }

async function playOut(ctx: Ctx, { id, productId, draft }: Submitted, story: Story): Promise<void> {
  const outProductId = String(productId)
  if (story.kind === 'inAudit') return holdSimulatedAudit(ctx, outProductId)
  if (story.kind === 'refused') return endSimulatedAudit(ctx, outProductId, story.reason)
  if (story.kind === 'withdrawn') {
    await withdrawAudit(ctx, id)
    return
  }
  await endSimulatedAudit(ctx, outProductId)
  if (story.kind === 'delisted') await delistComponent(ctx, productId)
  if (story.kind === 'takenDown') await takeDownSimulated(ctx, outProductId, story.reason)
  if (story.kind !== 'changeRefused' && story.kind !== 'changeInAudit') return
  const { primaryProductId: _, ...form } = draft
  const title = story.kind === 'changeInAudit' ? story.title : draft.title
  await updateComponentProduct(ctx, { ...form, productId, title })
  if (story.kind === 'changeRefused') await endSimulatedAudit(ctx, outProductId, story.reason)
  else await holdSimulatedAudit(ctx, outProductId)
}
