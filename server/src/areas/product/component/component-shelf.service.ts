import { componentStatus, formatComponentStatus, refuseShelf } from '@zhanggui/domain/product/component-product.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import { WechatRefusal } from '../../../platform/outside/wechat/wechat-call.ts'
import { freeFiles } from '../../file/file/file-ref.service.ts'
import { queueDelisting } from './component-event.service.ts'
import * as components from './component-product.repository.ts'
import { findShop, requireShop, withHttpErrors } from './component-shop.service.ts'
import { WHAT } from './component-submit.service.ts'
import type { ShopGateway } from './shop-gateway.ts'

/** The job queue that pushes stock and prices to WeChat. */
export const PUSH_QUEUE = 'component-push'
/** Changes of one product within this time are pushed together. */
const PUSH_MS = 60_000
const labels = { status: '状态' }

/**
 * Puts a product on sale in the WeChat shop again.
 * @throws 404, 409 unless staff took it off, here and at WeChat; 422, 428, 502 from WeChat
 */
export async function listComponent(ctx: Ctx, id: number) {
  const shop = await requireShop(ctx)
  const row = await requireLive(ctx, id)
  const refusal = refuseShelf(true, row.status)
  if (refusal) throw stateConflict(refusal)
  const remote = await withHttpErrors(shop.getSpu(ctx, String(id)))
  if (remote && refuseShelf(true, remote.status) && remote.status !== componentStatus.onShelf)
    throw stateConflict(refuseShelf(true, remote.status))
  if (remote?.status !== componentStatus.onShelf) await withHttpErrors(shop.listing(ctx, String(id)))
  return moveTo(ctx, row, componentStatus.onShelf)
}

/**
 * Takes a product off the WeChat shop.
 * @throws 404, 409 in a state that does not allow it; 422, 428, 502 from WeChat
 */
export async function delistComponent(ctx: Ctx, id: number) {
  const shop = await requireShop(ctx)
  const row = await requireLive(ctx, id)
  const refusal = refuseShelf(false, row.status)
  if (refusal) throw stateConflict(refusal)
  await withHttpErrors(delistRemote(ctx, shop, id))
  return moveTo(ctx, row, componentStatus.offShelf)
}

/** Delists a product at WeChat, unless it is off already because an answer was lost. */
async function delistRemote(ctx: Ctx, shop: ShopGateway, id: number): Promise<void> {
  await shop.delisting(ctx, String(id)).catch(async (error: unknown) => {
    if (!(error instanceof WechatRefusal)) throw error
    if ((await shop.getSpu(ctx, String(id)))?.status !== componentStatus.offShelf) throw error
  })
}

/**
 * Deletes a product from the WeChat shop permanently, at WeChat first.
 * @throws 404, 409 when it is deleted already; 422, 428, 502 from WeChat
 */
export async function removeComponent(ctx: Ctx, id: number): Promise<void> {
  const shop = await requireShop(ctx)
  await requireLive(ctx, id)
  await withHttpErrors(
    shop.delSpu(ctx, String(id)).catch(async (error: unknown) => {
      // A product that never reached WeChat is deleted only here.
      if (!(error instanceof WechatRefusal) || (await shop.getSpu(ctx, String(id)))) throw error
    }),
  )
  await inTransaction(ctx, async (tx) => {
    const found = await components.lock(tx, id)
    if (!found || found.online.isDel) throw stateConflict('商品已删除')
    await components.remove(tx, id, found.draft.id)
    await freeFiles(tx, 'component-product', id)
    await freeFiles(tx, 'component-draft', found.draft.id)
    await audit(tx, { action: 'delete', objectType: 'component-product', objectId: id, objectName: found.online.title })
  })
}

async function requireLive(ctx: Ctx, id: number): Promise<components.ProductRow> {
  const found = await components.find(ctx, id)
  if (!found) throw notFound(WHAT)
  if (found.row.isDel) throw stateConflict('商品已删除')
  return found.row
}

function moveTo(ctx: Ctx, { id, title, status: was }: components.ProductRow, status: number) {
  return inTransaction(ctx, async (tx) => {
    const saved = await components.update(tx, id, { status, statusReason: '' })
    const change = { before: { status: formatComponentStatus(was) }, after: { status: formatComponentStatus(status) } }
    await audit(tx, {
      action: 'status',
      objectType: 'component-product',
      objectId: id,
      objectName: title,
      labels,
      ...change,
    })
    return saved
  })
}

/** Takes the WeChat shop product of a main product off when that leaves the shelf. */
export async function followShelf(tx: Ctx, primaryProductId: number): Promise<void> {
  const row = await components.findByPrimary(tx, primaryProductId)
  if (row?.componentProductId && !refuseShelf(false, row.status)) await queueDelisting(tx, row.id)
}

/** Takes a product off the WeChat shop because its main product left the shelf, unless it is off already. */
export async function delistQueued(ctx: Ctx, id: number): Promise<void> {
  const shop = await findShop(ctx)
  const found = shop && (await components.find(ctx, id))
  if (!found || found.row.isDel || refuseShelf(false, found.row.status)) return
  await delistRemote(ctx, shop, id)
  await moveTo(ctx, found.row, componentStatus.offShelf)
}

/** Schedules a push after changes of stock or prices of main SKUs: a minute later, for all changes until then. */
export async function notePushes(tx: Ctx, primarySkuIds: readonly number[]): Promise<void> {
  const at = new Date(tx.now().getTime() + PUSH_MS)
  for (const id of await components.notePushes(tx, primarySkuIds, at))
    await tx.platform.jobs.enqueue(tx, PUSH_QUEUE, { id }, { startAfter: at })
}

/**
 * Pushes the stock of a live product's SKUs to WeChat, and the prices that follow those of the main product.
 * @throws when WeChat does not accept it; the push is then scheduled again
 */
export async function pushNews(ctx: Ctx, id: number): Promise<void> {
  const shop = await findShop(ctx)
  if (!shop || !(await components.takePush(ctx, id))) return
  const rows = (await components.listSkus(ctx, id)).map(({ row, main }) => ({
    id: row.id,
    stock: main.isShow && !main.isDel ? main.stock : 0,
    salePriceFen: row.followsPrice ? main.priceFen : row.salePriceFen,
    marketPriceFen: row.marketPriceFen,
    changes: row.followsPrice && main.priceFen !== row.salePriceFen,
  }))
  try {
    const skus = rows.map(({ id: skuId, ...sku }) => ({ ...sku, outSkuId: String(skuId) }))
    await shop.updateSpuWithoutAudit(ctx, { outProductId: String(id), skus })
  } catch (error) {
    await components.storePush(ctx, id, ctx.now())
    throw error
  }
  for (const row of rows) if (row.changes) await components.storeSkuPrice(ctx, row.id, row.salePriceFen)
}
