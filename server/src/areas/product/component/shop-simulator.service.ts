import { componentStatus, editStatus, type ShopCategory } from '@zhanggui/domain/product/component-product.ts'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { WechatRefusal } from '../../../platform/outside/wechat/wechat-call.ts'
import { handleShopEvent } from './component-event.service.ts'
import { simulatedSpus } from './component-product.tables.ts'
import type { ShopGateway, Spu, SpuIds } from './shop-gateway.ts'

export const SIMULATED_AUDIT = 'shop-simulator-audit'
const AUDIT_MS = 5000
const NOT_THERE = 9_401_020
const WRONG_STATE = 9_401_002

const category = (
  ids: [number, number, number],
  names: [string, string, string],
  rest: Partial<ShopCategory> = {},
): ShopCategory => ({
  firstCatId: ids[0],
  secondCatId: ids[1],
  thirdCatId: ids[2],
  firstCatName: names[0],
  secondCatName: names[1],
  thirdCatName: names[2],
  qualification: '',
  qualificationType: 0,
  productQualification: '',
  productQualificationType: 0,
  ...rest,
})

const categories: ShopCategory[] = [
  category([1208, 1209, 1210], ['家居用品', '家纺', '毛巾浴巾']),
  category([1208, 1209, 1211], ['家居用品', '家纺', '床上用品']),
  category([1208, 1220, 1221], ['家居用品', '收纳清洁', '收纳用品']),
  category([1421, 1422, 1423], ['服饰鞋包', '服装', '上衣']),
  category([1421, 1422, 1424], ['服饰鞋包', '服装', '裤子']),
  category([1421, 1430, 1431], ['服饰鞋包', '箱包', '双肩包'], {
    productQualification: '品牌授权书（自有品牌可不提供）',
    productQualificationType: 2,
  }),
  category([6033, 6057, 6091], ['食品饮料', '休闲食品', '糕点'], {
    qualification: '《食品经营许可证》或《食品生产许可证》',
    qualificationType: 1,
    productQualification: '产品检测报告',
    productQualificationType: 1,
  }),
]

/** A shop that stands in for WeChat: accepts everything and audits it after five seconds. Titles with 拒绝 are refused. */
export const simulatedShop: ShopGateway = {
  shop: 'simulator',
  addSpu: submit,
  updateSpu: submit,
  updateSpuWithoutAudit: async (ctx, { outProductId }) => {
    await required(ctx, outProductId)
  },
  getSpu: async (ctx, outProductId) => {
    const spu = await findSpu(ctx, outProductId)
    if (!spu) return undefined
    const { status, editStatus: edit, rejectReason, submittedAt } = spu
    return { ...idsOf(spu), status, editStatus: edit, rejectReason, submittedAt }
  },
  listing: (ctx, outProductId) => move(ctx, outProductId, componentStatus.onShelf),
  delisting: (ctx, outProductId) => move(ctx, outProductId, componentStatus.offShelf),
  delSpu: async (ctx, outProductId) => {
    await required(ctx, outProductId)
    await ctx.db.delete(simulatedSpus).where(eq(simulatedSpus.outProductId, outProductId))
  },
  delAudit: async (ctx, outProductId) => {
    const { editStatus: edit } = await required(ctx, outProductId)
    if (edit !== editStatus.inAudit) throw new WechatRefusal(WRONG_STATE, '商品不在审核中')
    await change(ctx, outProductId, { editStatus: editStatus.unsubmitted })
  },
  getCats: async () => categories,
  uploadImg: async (_, { address, respType }) => ({
    mediaId: respType === 0 ? `simulated-media-${address.slice(-40)}` : '',
    tempUrl: respType === 1 ? address : '',
    payMediaId: respType === 2 ? `simulated-pay-${address.slice(-40)}` : '',
  }),
}

/** The subject of an audit. */
export type SimulatedAudit = { outProductId: string; submission: number }

/** Audits a submission that is still the last one and in audit, and sends the event that WeChat would send. */
export async function auditSimulated(ctx: Ctx, { outProductId, submission }: SimulatedAudit): Promise<void> {
  const spu = await findSpu(ctx, outProductId)
  if (spu?.submission !== submission || spu.editStatus !== editStatus.inAudit) return
  await endSimulatedAudit(ctx, outProductId, spu.title.includes('拒绝') ? '商品标题不符合平台规范' : '')
}

/** Ends the running audit and sends the event. @param reason why it is refused; without one it passes */
export async function endSimulatedAudit(ctx: Ctx, outProductId: string, reason = ''): Promise<void> {
  const spu = await required(ctx, outProductId)
  const status = reason ? spu.status : componentStatus.onShelf
  const edit = reason ? editStatus.refused : editStatus.passed
  await change(ctx, outProductId, { editStatus: edit, status, rejectReason: reason })
  await handleShopEvent(ctx, {
    key: `simulator ${outProductId} ${spu.productId} ${spu.submission}`,
    at: ctx.now(),
    event: 'open_product_spu_audit',
    data: { out_product_id: outProductId, status: edit, spu_status: status, reject_reason: reason },
  })
}

/** Keeps the running audit from ending by itself, as WeChat's may take long. */
export async function holdSimulatedAudit(ctx: Ctx, outProductId: string): Promise<void> {
  const { submission } = await required(ctx, outProductId)
  await change(ctx, outProductId, { submission: submission + 1 })
}

/** Takes a product down for breaking a rule, and sends the event. */
export async function takeDownSimulated(ctx: Ctx, outProductId: string, reason: string): Promise<void> {
  const { productId } = await required(ctx, outProductId)
  const status = componentStatus.takenDown
  await change(ctx, outProductId, { status })
  await handleShopEvent(ctx, {
    key: `simulator down ${outProductId} ${productId}`,
    at: ctx.now(),
    event: 'open_product_spu_status_update',
    data: { out_product_id: outProductId, status, reason },
  })
}

async function submit(ctx: Ctx, { outProductId, title, skus }: Spu): Promise<SpuIds> {
  const known = await findSpu(ctx, outProductId)
  if (known?.editStatus === editStatus.inAudit) throw new WechatRefusal(WRONG_STATE, '商品正在审核中，请先撤回审核')
  const fields = {
    title,
    editStatus: editStatus.inAudit,
    rejectReason: '',
    submittedAt: ctx.now(),
    outSkuIds: skus.map(({ outSkuId }) => outSkuId),
  }
  const [stored] = await ctx.db
    .insert(simulatedSpus)
    .values({
      outProductId,
      productId: `${ctx.now().getTime()}${outProductId}`,
      status: componentStatus.initial,
      ...fields,
    })
    .onConflictDoUpdate({
      target: simulatedSpus.outProductId,
      set: { ...fields, submission: sql`${simulatedSpus.submission} + 1` },
    })
    .returning()
  if (!stored) throw new Error('the simulated product was not stored')
  const startAfter = new Date(ctx.now().getTime() + AUDIT_MS)
  const audit: SimulatedAudit = { outProductId, submission: stored.submission }
  await ctx.platform.jobs.enqueue(ctx, SIMULATED_AUDIT, audit, { startAfter })
  return idsOf(stored)
}

type StoredSpu = typeof simulatedSpus.$inferSelect

function idsOf({ productId, outSkuIds }: StoredSpu): SpuIds {
  return { productId, skuIds: new Map(outSkuIds.map((id) => [id, `${productId}-${id}`])) }
}

async function move(ctx: Ctx, outProductId: string, status: number): Promise<void> {
  await required(ctx, outProductId)
  await change(ctx, outProductId, { status })
}

async function findSpu({ db }: Ctx, outProductId: string): Promise<StoredSpu | undefined> {
  const [row] = await db.select().from(simulatedSpus).where(eq(simulatedSpus.outProductId, outProductId))
  return row
}

async function required(ctx: Ctx, outProductId: string): Promise<StoredSpu> {
  const spu = await findSpu(ctx, outProductId)
  if (!spu) throw new WechatRefusal(NOT_THERE, '商品不存在')
  return spu
}

async function change({ db }: Ctx, outProductId: string, row: Partial<StoredSpu>): Promise<void> {
  await db.update(simulatedSpus).set(row).where(eq(simulatedSpus.outProductId, outProductId))
}
