import { UNREVIEWED } from '@zhanggui/domain/live/live.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { freeFiles } from '../../file/file/file-ref.service.ts'
import { isBusy } from '../gateway/live-claim.service.ts'
import { findLive } from '../gateway/live-gateway.service.ts'
import type { LiveGateway, RemoteGoods } from '../gateway/live-gateway.ts'
import { MOCK_REVIEW_MS, mockLive } from '../gateway/mock-live.service.ts'
import * as goods from './live-goods.repository.ts'

export const LOOK_QUEUE = 'live-goods-look'
const PAGE = 100
/** WeChat answers the states of so many goods at once. */
const STATES = 20
const statuses = [0, 1, 2, 3] as const
const REFUSED = '微信没有给出原因，可在微信公众平台查看'
const GONE = '微信后台已没有这个商品，可重新提审'

type Found = RemoteGoods & { auditStatus: 0 | 1 | 2 | 3 }
type Counted = { created: number; updated: number; total: number }

/**
 * Takes over what the platform has: results of reviews, goods made in its own console, and what was deleted there. What somebody
 * changed here since it was read is left to the next time.
 */
export async function synchronizeGoods(ctx: Ctx, live: LiveGateway): Promise<Counted> {
  const readAt = ctx.now()
  const found = new Map<number, Found>()
  for (const auditStatus of statuses)
    for (let offset = 0; ; offset += PAGE) {
      const page = await live.goodsByStatus(ctx, auditStatus, offset, PAGE)
      for (const each of page) found.set(each.goodsId, { ...each, auditStatus })
      if (page.length < PAGE) break
    }
  const counted = { created: 0, updated: 0, total: found.size }
  for (const part of chunks([...found.values()], PAGE))
    await inTransaction(ctx, (tx) => takeOver(tx, part, readAt, counted))
  counted.updated += await dropGone(ctx, live, found, readAt)
  return counted
}

/** Looks at the simulated platform once its review is over, instead of waiting for the clock. */
export async function lookSoon(ctx: Ctx, live: LiveGateway): Promise<void> {
  if (live.account !== mockLive.account) return
  const startAfter = new Date(ctx.now().getTime() + MOCK_REVIEW_MS + 1000)
  await ctx.platform.jobs.enqueue(ctx, LOOK_QUEUE, {}, { startAfter, key: LOOK_QUEUE })
}

/** What the queue does. */
export async function lookAtGoods(ctx: Ctx): Promise<void> {
  const live = await findLive(ctx)
  if (live) await synchronizeGoods(ctx, live)
}

async function takeOver(tx: Ctx, found: readonly Found[], readAt: Date, counted: Counted): Promise<void> {
  const known = new Map(
    (
      await goods.listByGoodsIds(
        tx,
        found.map(({ goodsId }) => goodsId),
      )
    ).map((row) => [row.goodsId, row]),
  )
  const unsure = await goods.listUnsure(tx)
  const sending = await goods.listSending(tx)
  const products = await goods.findProducts(
    tx,
    found.flatMap(({ url }) => productIn(url) ?? []),
  )
  for (const remote of found) {
    const isSame = (row: Pick<goods.GoodsRow, 'name' | 'priceFen'>) =>
      row.name === remote.name && row.priceFen === remote.priceFen
    // They are being submitted at the moment; the submitting call will store their number.
    if (!known.has(remote.goodsId) && sending.some(isSame)) continue
    const adopted = known.get(remote.goodsId) ?? unsure.find(isSame)
    if (!adopted) {
      const productId = productIn(remote.url)
      if (
        await goods.insertFound(tx, {
          ...rowOf(remote),
          productId: productId && products.has(productId) ? productId : null,
        })
      )
        counted.created++
    } else if (adopted.goodsId === null || (adopted.updatedAt <= readAt && !isBusy(adopted, tx))) {
      const change = changeOf(adopted, remote)
      if (!change) continue
      await goods.takeOver(tx, adopted.id, change)
      counted.updated++
    }
  }
}

const rowOf = ({ auditStatus, ...remote }: Found) => ({
  ...remote,
  auditStatus,
  auditReason: auditStatus === 3 ? REFUSED : '',
})

/** What differs; undefined for nothing. The picture of ours stays, as theirs is a copy of it. */
function changeOf(row: goods.GoodsRow, remote: Found) {
  const { coverImgUrl, ...theirs } = rowOf(remote)
  const next = {
    ...theirs,
    ...(row.isWechatOwn && { coverImgUrl }),
    isWechatOwn: row.isWechatOwn,
    isUnsure: false,
    auditReason: remote.auditStatus === 3 ? row.auditReason || REFUSED : '',
    lastError: row.isUnsure ? '' : row.lastError,
  }
  const differs = Object.entries(next).some(([name, value]) => row[name as keyof typeof row] !== value)
  return differs ? next : undefined
}

/** Goods that no list had are asked for by their numbers, as they may have changed lists while these were read. */
async function dropGone(ctx: Ctx, live: LiveGateway, found: ReadonlyMap<number, Found>, readAt: Date): Promise<number> {
  let dropped = 0
  for (let after = 0; ; ) {
    const page = await goods.listKnown(ctx, readAt, after, PAGE)
    const missing = page.filter(({ goodsId }) => !found.has(goodsId))
    for (const part of chunks(missing, STATES)) {
      const states = await live.goodsStates(
        ctx,
        part.map(({ goodsId }) => goodsId),
      )
      for (const { id, goodsId } of part)
        if (!states.has(goodsId)) dropped += await inTransaction(ctx, (tx) => drop(tx, id, readAt))
    }
    if (page.length < PAGE) return dropped
    after = page.at(-1)?.id ?? 0
  }
}

async function drop(tx: Ctx, id: number, readAt: Date): Promise<number> {
  const row = await goods.lock(tx, id)
  if (!row || row.updatedAt >= readAt || isBusy(row, tx)) return 0
  if (row.isWechatOwn) {
    await goods.remove(tx, [id])
    await freeFiles(tx, 'live-goods', id)
  } else {
    const lost = { goodsId: null, auditId: null, auditStatus: UNREVIEWED as 0, auditReason: '', lastError: GONE }
    await goods.takeOver(tx, id, lost)
  }
  return 1
}

/** The product that a path leads to. */
function productIn(path: string): number | undefined {
  const [, id] = /^\/?pages\/goods\/goods_details\/index(?:\.html)?\?id=(\d{1,15})$/.exec(path) ?? []
  return id ? Number(id) : undefined
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const parts: Item[][] = []
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size))
  return parts
}
