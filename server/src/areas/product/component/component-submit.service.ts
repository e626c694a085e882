import type {
  ComponentDraftChange,
  ComponentDraftSave,
  Submitted,
} from '@zhanggui/contract/product/component-product.ts'
import { ComponentDraftSave as DraftSchema } from '@zhanggui/contract/product/component-product.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toFen } from '@zhanggui/domain/money.ts'
import { checkSubmission, componentPath, editStatus, NO_BRAND } from '@zhanggui/domain/product/component-product.ts'
import type { Attr } from '@zhanggui/domain/product/product-sku.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { cleanRichHtml } from '../../../platform/content/rich-html.ts'
import { audit, labelsOf } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, HttpError, notFound, stateConflict, versionConflict } from '../../../platform/http/errors.ts'
import { WechatRefusal, WechatSilence } from '../../../platform/outside/wechat/wechat-call.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { useFiles } from '../../file/file/file-ref.service.ts'
import { useFreightTemplate } from '../freight/freight-template.service.ts'
import * as products from '../product/product.repository.ts'
import { WHAT as MAIN } from '../product/product-describe.service.ts'
import * as skus from '../product/product-sku.repository.ts'
import * as components from './component-product.repository.ts'
import type { DraftSku } from './component-product.tables.ts'
import { countSubmission, readCategories, requireShop, toHttpError } from './component-shop.service.ts'
import type { ShopGateway, Spu, SpuIds } from './shop-gateway.ts'

export const WHAT = '小店商品'
const WITHDRAWAL_REFUSED = '商品审核中，撤回审核失败!'
/** The maximum time of a submission; an interrupted one may be repeated after it. */
const SUBMITTING_MS = 60_000
/** Fields common to all entries in the audit trail. */
const noted = { objectType: 'component-product', labels: labelsOf(DraftSchema) }

/**
 * Adds a product to the WeChat shop: stores it, submits it, then stores the outcome.
 * @returns with `editStatus` 1 when the answer was lost, or when it is queued because of the limits in the settings: the
 *   reconcile job settles the former and submits the latter
 * @throws 404 and 409 for a main product that is not live or already added; 422 for breaking WeChat's rules, and
 *   UPSTREAM_REFUSED; 428; 502 when WeChat cannot be reached. A refused product leaves nothing
 */
export async function addComponentProduct(ctx: Ctx, { primaryProductId, ...form }: ComponentDraftSave) {
  const shop = await requireShop(ctx)
  const draft = await readDraft(ctx, shop, primaryProductId, form)
  if (await components.findByPrimary(ctx, primaryProductId)) throw taken()
  const waits = await countSubmission(ctx)
  const stored = await inTransaction(ctx, async (tx) => {
    await requireMain(tx, primaryProductId)
    const { attr: _1, attrValue: _2, ...content } = draft
    const online = await components.insert(tx, { primaryProductId, ...content })
    if (!online) throw taken()
    const saved = await components.insertDraft(tx, { productId: online.id, ...draft, ...begun(tx, waits) })
    await keepDraft(tx, online.id, saved)
    await audit(tx, { ...noted, action: 'create', objectId: online.id, objectName: saved.title, after: toAudit(saved) })
    return { online, draft: saved }
  })
  if (waits) return answerOf(stored.draft)
  const undo: Undo = (words) => inTransaction(ctx, (tx) => rollBack(tx, stored, words))
  return submit(ctx, stored, (spu) => shop.addSpu(ctx, spu), undo)
}

/**
 * Submits new content for a product of the WeChat shop; the live one stays until it passes. A running audit is withdrawn.
 * @returns as {@link addComponentProduct}
 * @throws 404; 409 for another version, a deleted product, and one that is being submitted; else as addComponentProduct,
 *   but the draft is kept
 */
export async function updateComponentProduct(ctx: Ctx, { productId, version, ...form }: ComponentDraftChange) {
  const shop = await requireShop(ctx)
  const found = await requireDraftOf(ctx, productId)
  checkChange(ctx, found, version)
  const draft = await readDraft(ctx, shop, found.online.primaryProductId, form)
  const waits = await countSubmission(ctx)
  const isInAudit = found.row.editStatus === editStatus.inAudit
  const seen = isInAudit ? (await withdrawRemote(ctx, shop, found)).version : version
  const stored = await inTransaction(ctx, async (tx) => {
    const locked = await components.lock(tx, productId)
    if (!locked) throw notFound(WHAT)
    checkChange(tx, { row: locked.draft, online: locked.online }, seen)
    const saved = await components.updateDraft(tx, locked.draft.id, {
      ...draft,
      editStatus: editStatus.unsubmitted,
      auditReason: '',
      auditTime: null,
      ...begun(tx, waits),
    })
    await keepDraft(tx, productId, saved)
    const change = { before: toAudit(locked.draft), after: toAudit(saved) }
    await audit(tx, { ...noted, action: 'update', objectId: productId, objectName: saved.title, ...change })
    return { online: locked.online, draft: saved }
  })
  if (waits) return answerOf(stored.draft)
  const undo: Undo = (words) => components.settleDraft(ctx, stored.draft, { syncState: 'failed', syncError: words })
  return submit(ctx, stored, (spu) => addOrUpdate(ctx, shop, stored.online, spu), undo)
}

/**
 * Sends queued submissions, the oldest first, as far as the settings allow. Those that WeChat refuses are kept with the
 * reason, as they were accepted before. Without a connection the rest stays queued.
 */
export async function submitQueued(ctx: Ctx, shop: ShopGateway, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const productId = await components.findQueued(ctx)
    if (!productId || (await countSubmission(ctx))) return
    const draft = await components.takeQueued(ctx, productId)
    if (!draft) continue
    const { online } = await requireDraftOf(ctx, productId)
    const undo: Undo = (words, isUnreachable) =>
      components.settleDraft(ctx, draft, { syncState: isUnreachable ? 'queued' : 'failed', syncError: words })
    const send = async (spu: Spu) => {
      await getMain(ctx, online.primaryProductId)
      return addOrUpdate(ctx, shop, online, spu)
    }
    try {
      await submit(ctx, { online, draft }, send, undo)
    } catch (error) {
      ctx.log.warn({ err: error, product: productId }, 'a product that waited was not submitted')
      if (!(error instanceof HttpError) || error.status >= 500) return
    }
  }
}

/** Adds or updates: after a lost or queued first submission, WeChat may have the product or not. */
async function addOrUpdate(ctx: Ctx, shop: ShopGateway, { componentProductId }: components.ProductRow, spu: Spu) {
  const isThere = componentProductId || (await shop.getSpu(ctx, spu.outProductId))
  return isThere ? shop.updateSpu(ctx, spu) : shop.addSpu(ctx, spu)
}

/** The initial state of a submission. @param waits why it is queued; '' to send it now */
function begun({ now }: Ctx, waits: string) {
  return { submitTime: now(), syncState: waits ? ('queued' as const) : ('pending' as const), syncError: waits }
}

function answerOf({ id, version, productId, editStatus: edit, syncState }: components.DraftRow): Submitted {
  return { id, version, productId, editStatus: edit, syncState }
}

/**
 * Withdraws a running audit.
 * @param id the draft's
 * @throws 404, 409 when there is none, 422 UPSTREAM_REFUSED, 428, 502
 */
export async function withdrawAudit(ctx: Ctx, id: number) {
  const shop = await requireShop(ctx)
  const found = await components.findDraft(ctx, id)
  if (!found) throw notFound('小店草稿')
  if (found.row.isDel) throw stateConflict('商品已删除')
  if (found.row.editStatus !== editStatus.inAudit) throw stateConflict('商品不在审核中，无需撤回')
  return withdrawRemote(ctx, shop, found)
}

async function withdrawRemote(
  ctx: Ctx,
  shop: ShopGateway,
  { row, online }: Pick<components.FoundDraft, 'row' | 'online'>,
) {
  await shop.delAudit(ctx, String(online.id)).catch((error: unknown) => {
    if (error instanceof WechatRefusal)
      throw new HttpError(422, 'UPSTREAM_REFUSED', WITHDRAWAL_REFUSED, {
        errcode: error.errcode,
        reason: error.message,
      })
    throw toHttpError(error)
  })
  return inTransaction(ctx, async (tx) => {
    const locked = await components.lock(tx, online.id)
    // The audit has ended in the meantime.
    if (locked?.draft.editStatus !== editStatus.inAudit) return { id: row.id, version: (locked?.draft ?? row).version }
    const saved = await components.updateDraft(tx, row.id, { editStatus: editStatus.unsubmitted })
    const labels = { editStatus: '微信审核' }
    const change = { before: { editStatus: row.editStatus }, after: { editStatus: saved.editStatus } }
    const about = { ...noted, objectId: online.id, objectName: row.title, labels }
    await audit(tx, { ...about, action: 'withdraw', ...change })
    return { id: row.id, version: saved.version }
  })
}

const taken = () => conflict('该商品已添加到小店', 'primaryProductId')

async function requireMain(tx: Ctx, id: number): Promise<products.ProductRecord> {
  const main = await products.lock(tx, id)
  if (!main) throw notFound(MAIN)
  if (main.isRecycle) throw stateConflict('商品已删除')
  return main
}

async function getMain(ctx: Ctx, id: number) {
  const [found] = await products.findAll(ctx, [id])
  if (!found) throw notFound(MAIN)
  if (found.product.isRecycle) throw stateConflict('商品已删除')
  return found.product
}

async function requireDraftOf(ctx: Ctx, productId: number): Promise<components.FoundDraft> {
  const found = await components.findDraftOf(ctx, productId)
  if (!found) throw notFound(WHAT)
  return found
}

function checkChange(
  ctx: Ctx,
  { row, online }: Pick<components.FoundDraft, 'row' | 'online'>,
  version: number | undefined,
): void {
  if (online.isDel) throw stateConflict('商品已删除')
  if (version !== undefined && version !== row.version) throw versionConflict({ id: row.id, version: row.version })
  const since = ctx.now().getTime() - (row.submitTime?.getTime() ?? 0)
  if (row.syncState === 'pending' && since < SUBMITTING_MS) throw stateConflict('商品正在提交，请稍后再试')
}

type DraftForm = Omit<ComponentDraftSave, 'primaryProductId'>

/** Converts the form to the stored draft. SKU dimensions and values are those of the main product, whatever was sent. */
async function readDraft(ctx: Ctx, shop: ShopGateway, primaryProductId: number, form: DraftForm) {
  const media = await readMedia(ctx)
  const product = await getMain(ctx, primaryProductId)
  const category = (await readCategories(ctx)).find(({ thirdCatId }) => thirdCatId === form.thirdCatId)
  checkSubmission(category, { pictures: form.qualificationPics?.length ?? 0, skus: form.attrValue.length })
  if (!(await products.hasTemplate(ctx, form.tempId))) throw new Refusal('运费模板不存在，请重新选择')
  const attrValue = await readSkus(ctx, shop, primaryProductId, form.attrValue, media)
  const attrs = await products.listAttrs(ctx, primaryProductId)
  return {
    title: form.title,
    headImg: form.headImg.map(media.toStored),
    qualificationPics: (form.qualificationPics ?? []).map(media.toStored),
    thirdCatId: form.thirdCatId,
    brandId: form.brandId || NO_BRAND,
    descInfo: media.toStoredHtml(cleanRichHtml(form.descInfo ?? '', 'descInfo')),
    descImgs: (form.descImgs ?? []).map(media.toStored),
    tempId: form.tempId,
    unitName: form.unitName || product.unitName,
    giveIntegral: form.giveIntegral ?? 0,
    ficti: form.ficti ?? 0,
    specType: product.specType,
    attr: attrs.map(({ attrName, attrValues }) => ({ attrName, attrValues })),
    attrValue,
  }
}

async function readSkus(
  ctx: Ctx,
  shop: ShopGateway,
  primaryProductId: number,
  rows: DraftForm['attrValue'],
  media: Media,
): Promise<DraftSku[]> {
  const main = new Map((await skus.listOf(ctx, [primaryProductId])).map((sku) => [sku.id, sku]))
  const converted = await components.findConverted(
    ctx,
    shop.shop,
    rows.map(({ image }) => media.toStored(image)),
  )
  const seen = new Set<number>()
  return rows.map(({ id, image, price, otPrice }, index) => {
    const sku = main.get(id)
    const field = `attrValue[${index}]`
    if (!sku) throw new Refusal('商品规格不存在或已被删除，请重新选择商品')
    if (seen.has(id)) throw new BadInput(`规格「${sku.suk}」重复`, field)
    seen.add(id)
    const thumbImg = media.toStored(image)
    if (!converted.has(thumbImg)) throw new Refusal(`规格「${sku.suk}」的图片尚未上传到微信，请重新上传`)
    const salePriceFen = toFen(price)
    return {
      primarySkuId: id,
      attrValue: sku.attrValue,
      suk: sku.suk,
      thumbImg,
      salePriceFen,
      marketPriceFen: otPrice === undefined ? sku.otPriceFen : toFen(otPrice),
      followsPrice: salePriceFen === sku.priceFen,
    }
  })
}

/** Stores what a submission needs beside its draft: rows for new SKUs, and the uses of files. */
async function keepDraft(tx: Ctx, productId: number, draft: components.DraftRow): Promise<void> {
  await useFreightTemplate(tx, draft.tempId)
  await components.addSkus(
    tx,
    draft.attrValue.map((sku) => ({ ...sku, productId })),
  )
  const text = JSON.stringify([draft.headImg, draft.qualificationPics, draft.descInfo, draft.descImgs, draft.attrValue])
  const owner = { type: 'component-draft', id: draft.id, field: 'media', title: `小店草稿「${draft.title}」` }
  await useFiles(tx, owner, text)
}

type Stored = { online: components.ProductRow; draft: components.DraftRow }

/** Reverts a submission that WeChat did not accept. @param isUnreachable WeChat could not be reached at all */
type Undo = (words: string, isUnreachable: boolean) => Promise<unknown>

/** Sends a stored submission and stores the outcome. */
async function submit(ctx: Ctx, stored: Stored, send: (spu: Spu) => Promise<SpuIds>, undo: Undo): Promise<Submitted> {
  const { online, draft } = stored
  try {
    const ids = await send(await toSpu(ctx, stored))
    const isOpen = await inTransaction(ctx, (tx) => noteSubmitted(tx, stored, ids))
    if (isOpen) return answerOf({ ...draft, editStatus: editStatus.inAudit, syncState: 'ok' })
    return answerOf((await requireDraftOf(ctx, online.id)).row)
  } catch (error) {
    if (error instanceof WechatSilence && error.sent) {
      await components.settleDraft(ctx, draft, { syncState: 'unknown', syncError: error.message })
      ctx.log.warn({ product: online.id }, 'the answer to a submission was lost')
      return answerOf({ ...draft, editStatus: editStatus.unsubmitted, syncState: 'unknown' })
    }
    const answer = toHttpError(error)
    const words = answer instanceof Error ? cutText(answer.message, 500) : ''
    await undo(words, error instanceof WechatSilence)
    throw answer
  }
}

async function noteSubmitted(tx: Ctx, { online, draft }: Stored, { productId, skuIds }: SpuIds): Promise<boolean> {
  await components.lock(tx, online.id)
  if (productId) await components.update(tx, online.id, { componentProductId: productId })
  await components.storeSkuIds(tx, skuIds)
  return components.settleDraft(tx, draft, { editStatus: editStatus.inAudit, syncState: 'ok', syncError: '' })
}

async function rollBack(tx: Ctx, { online, draft }: Stored, reason: string): Promise<void> {
  await useFiles(tx, { type: 'component-draft', id: draft.id, field: 'media', title: '' }, '')
  await components.rollBack(tx, online.id)
  await audit(tx, {
    ...noted,
    action: 'delete',
    objectId: online.id,
    objectName: draft.title,
    labels: { result: '结果' },
    after: { result: `提交失败：${reason}` },
  })
}

/** Converts a stored submission to the gateway's format. */
async function toSpu(ctx: Ctx, { online, draft }: Stored): Promise<Spu> {
  const media = await readMedia(ctx)
  const places = await components.listSkus(ctx, online.id, true)
  const byMain = new Map(places.map((place) => [place.main.id, place]))
  return {
    outProductId: String(online.id),
    title: draft.title,
    path: componentPath(online.id),
    headImg: draft.headImg.map(media.toWire),
    qualificationPics: draft.qualificationPics.map(media.toWire),
    desc: { html: media.toWireHtml(draft.descInfo), images: draft.descImgs.map(media.toWire) },
    thirdCatId: draft.thirdCatId,
    brandId: draft.brandId,
    skus: draft.attrValue.flatMap((sku) => {
      const place = byMain.get(sku.primarySkuId)
      if (!place) return []
      const { main, row } = place
      return {
        outSkuId: String(row.id),
        thumbImg: media.toWire(sku.thumbImg),
        salePriceFen: sku.salePriceFen,
        marketPriceFen: sku.marketPriceFen,
        stock: main.isShow && !main.isDel ? main.stock : 0,
        barCode: main.barCode,
        skuNo: main.skuNo,
        attrs: draft.specType ? toPairs(draft.attr, sku) : [],
      }
    }),
  }
}

function toPairs(attrs: readonly Attr[], { attrValue }: DraftSku) {
  return attrs.map(({ attrName }) => ({ key: attrName, value: attrValue[attrName] ?? '' }))
}

function toAudit({
  title,
  thirdCatId,
  brandId,
  tempId,
  unitName,
  giveIntegral,
  ficti,
  attrValue,
}: components.DraftRow) {
  const prices = attrValue.map(({ suk, salePriceFen }) => `${suk} ${salePriceFen / 100}`).join('；')
  return { title, thirdCatId, brandId, tempId, unitName, giveIntegral, ficti, attrValue: prices }
}
