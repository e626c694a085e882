import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as products from '../product/product.repository.ts'
import { countTabs } from '../product/product-count.repository.ts'
import * as refresh from '../product/product-refresh.repository.ts'
import { foldRefresh } from '../product/product-refresh.service.ts'
import { deleteProduct, putOnShelf, takeOffShelf } from '../product/product-state.service.ts'
import * as stock from '../stock/product-stock.repository.ts'

const BATCH = 100
const SKUS_COMPARED = 5000
const DAY_MS = 24 * 3600_000
/** Somewhat more than a day, in case the job starts late. */
const LOOK_BACK_MS = DAY_MS + 3600_000

/**
 * Puts products on the shelf and takes them off at their scheduled times, once each; staff who manage the shelf are
 * notified of refusals. Returns the number of due products.
 */
export async function turnShelves(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let turned = 0
  for (;;) {
    const due = await products.listDue(ctx, BATCH)
    for (const { id, on } of due) {
      if (signal.aborted) return turned
      await turn(ctx, id, on)
      turned++
    }
    if (due.length < BATCH) return turned
  }
}

async function turn(ctx: Ctx, id: number, on: boolean): Promise<void> {
  const done = on ? { autoOnTime: null } : { autoOffTime: null }
  try {
    await inTransaction(ctx, async (tx) => {
      if (on) await putOnShelf(tx, id)
      else await takeOffShelf(tx, id)
      await products.update(tx, id, done)
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    await inTransaction(ctx, async (tx) => {
      const row = await products.lock(tx, id)
      if (!row) return
      await products.update(tx, id, done)
      const label = on ? '定时上架' : '定时下架'
      const subject = { objectType: 'product', objectId: id, objectName: row.storeName }
      await audit(tx, { ...subject, action: 'status', after: { result: `${label}失败：${error.message}` } })
      await notify(tx, {
        event: 'shelf.failed',
        level: 'warn',
        title: `「${row.storeName}」${label}失败`,
        content: error.message,
        // The list, as staff can put it on sale there at once; not everyone notified may open its form.
        link: `/product/list?type=${on ? 2 : 1}&keywords=${id}`,
        object: { type: 'product', id },
      })
    })
  }
}

function isRefusal(error: unknown): error is Error {
  return error instanceof Refusal || error instanceof BadInput || (error instanceof HttpError && error.status < 500)
}

/** Notifies staff each morning of the number of products low on stock. Returns that number. */
export async function digestStock(ctx: Ctx): Promise<number> {
  const low = (await countTabs(ctx)).get(4) ?? 0
  if (low)
    await inTransaction(ctx, (tx) =>
      notify(tx, {
        event: 'stock.alert',
        level: 'warn',
        title: `有 ${low} 个商品到达警戒库存`,
        content: '请在商品管理的「警戒库存」中查看并补货',
        link: '/product/list?type=4',
      }),
    )
  return low
}

/** Compares the stock of every SKU with its ledger. Mismatches are listed and reported; only staff correct them. */
export async function checkLedger(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const last = await stock.findLastSku(ctx)
  let wrong = 0
  for (let from = 1; from <= last && !signal.aborted; from += SKUS_COMPARED)
    wrong += await inTransaction(ctx, (tx) => stock.compareLedger(tx, from, from + SKUS_COMPARED - 1))
  if (wrong)
    await inTransaction(ctx, (tx) =>
      notify(tx, {
        event: 'stock.mismatch',
        level: 'error',
        title: `有 ${wrong} 个规格的库存与流水不符`,
        content: '请在库存流水中核对，并用「盘点」调整',
        link: '/product/stock',
      }),
    )
  return wrong
}

/** Refreshes the copies of all products that changed since yesterday, and corrects the counts of the tabs. */
export async function checkCopies(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const queued = await refresh.queueChanged(ctx, new Date(ctx.now().getTime() - LOOK_BACK_MS))
  await foldRefresh(ctx, signal)
  const tabs = await refresh.correctTabs(ctx)
  if (tabs) ctx.log.warn({ tabs }, 'counts of product tabs were corrected')
  return queued
}

/** Completely deletes products that have been in the recycle bin for the time in the settings; refused ones stay. */
export async function purgeRecycled(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const { product_recycle_keep_days: days } = await getSettings(ctx)
  if (!days) return 0
  const before = new Date(ctx.now().getTime() - days * DAY_MS)
  let purged = 0
  for (let after = 0; !signal.aborted; ) {
    const ids = await products.listRecycled(ctx, before, after, BATCH)
    for (const id of ids)
      try {
        await deleteProduct(ctx, id)
        purged++
      } catch (error) {
        if (!isRefusal(error)) throw error
      }
    const last = ids.at(-1)
    if (last === undefined) return purged
    after = last
  }
  return purged
}

/** Rebuilds the search rows of all products while search stays in use. */
export async function rebuildSearch(ctx: Ctx, signal: AbortSignal): Promise<number> {
  await refresh.queueAll(ctx, true)
  return foldRefresh(ctx, signal)
}
