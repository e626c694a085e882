import type {
  FreightTemplate,
  FreightTemplateChange,
  FreightTemplateDraft,
  FreightTemplateQuery,
  FreightTemplateRow,
  FreightTrial,
  FreightTrialAnswer,
} from '@zhanggui/contract/product/freight-template.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toFen, toYuan } from '@zhanggui/domain/money.ts'
import {
  type AreaPath,
  checkFreight,
  explainFreight,
  type Freight,
  type FreightLine,
  type FreightQuote,
  leavesOf,
  quoteFreight,
} from '@zhanggui/domain/product/freight.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit, audited } from '../../../platform/data/audit.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, HttpError, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { findPlaces, type Place } from '../../setting/region/region.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as templates from './freight-template.repository.ts'
import { FREE_TEMPLATE_ID } from './freight-template.tables.ts'

const WHAT = '运费模板'
const taken = () => conflict('模板名称已存在,请更换模板名称!', 'name')

/** The templates with a rule for an area, which is therefore not deleted. */
export const findTemplatesOfPlace = templates.findOfPlace

/** A page of templates, highest sort first. */
export async function listFreightTemplates(ctx: Ctx, { keywords, ...left }: FreightTemplateQuery) {
  const page = readPage(left)
  const { rows, total } = await templates.list(ctx, keywords, page)
  const list = rows.map(({ template, usedCount }): FreightTemplateRow => {
    const { id, version, name, appoint, type, sort, undelivery, createdAt, updatedAt } = template
    const times = { createTime: toWireTime(createdAt), updateTime: toWireTime(updatedAt) }
    return { id, version, name, appoint, type, sort, undelivery, usedCount, ...times }
  })
  return { list, total, page: page.page, limit: page.limit }
}

/** @throws 404 */
export async function getFreightTemplate(ctx: Ctx, id: number): Promise<FreightTemplate> {
  const [whole] = await templates.findAll(ctx, [id])
  if (!whole) throw notFound(WHAT)
  return describe(whole)
}

/** The number of SKUs without the measure of the type: 2 weight, 3 volume. Freight takes them as zero. */
export async function countLackingSkus(ctx: Ctx, { id, type }: { id: number; type: 2 | 3 }): Promise<{ skus: number }> {
  return { skus: await templates.countLacking(ctx, id, type) }
}

/**
 * Adds a template.
 * @throws {BadInput} for inconsistent rules; 409 when the name is taken, 422 for an unknown area
 */
export async function saveFreightTemplate(ctx: Ctx, draft: FreightTemplateDraft) {
  const { template, rules } = await readDraft(ctx, draft)
  return inTransaction(ctx, async (tx) => {
    const saved = await templates.insert(tx, template)
    if (!saved) throw taken()
    await templates.replaceRules(tx, saved.id, rules)
    await audit(tx, { objectId: saved.id, after: await getFreightTemplate(tx, saved.id) })
    return saved
  })
}

/**
 * Changes a template and replaces all its rules.
 * @throws as {@link saveFreightTemplate}; 404, 409 for another version
 */
export async function updateFreightTemplate(ctx: Ctx, { id, version, ...draft }: FreightTemplateChange) {
  const { template, rules } = await readDraft(ctx, draft)
  return inTransaction(ctx, async (tx) => {
    const find = () => getFreightTemplate(tx, id)
    return audited(tx, { objectId: id }, find, async () => {
      const saved = await refuseTaken(templates.update(tx, id, version, template), taken)
      if (!saved) throw versionConflict(await find())
      await templates.replaceRules(tx, id, rules)
      return saved
    })
  })
}

/** What later areas have by a template that gets another one. */
export const freightUsers =
  defineHook<(tx: Ctx, from: number, to: number) => Promise<void>>('users of freight templates')

/**
 * Deletes a template.
 * @param replaceWith the template that its products get instead
 * @throws 404, 422 for the seeded one, and IN_USE while products use it and none replaces it
 */
export async function removeFreightTemplate(ctx: Ctx, id: number, replaceWith?: number): Promise<void> {
  if (id === FREE_TEMPLATE_ID) throw new Refusal('默认的「全国包邮」模板不能删除')
  if (id === replaceWith) throw new Refusal('请选择另一个运费模板')
  await inTransaction(ctx, async (tx) => {
    // Both at once and in order, so that two calls that replace one by the other do not deadlock.
    const locked = await templates.lock(tx, [id, ...(replaceWith ? [replaceWith] : [])])
    if (!locked.includes(id)) throw notFound(WHAT)
    if (replaceWith && !locked.includes(replaceWith)) throw new Refusal('改用的运费模板不存在，请刷新后重试')
    const before = await getFreightTemplate(tx, id)
    if (replaceWith) {
      await templates.moveProducts(tx, id, replaceWith)
      for (const move of tx.platform.hooks.of(freightUsers)) await move(tx, id, replaceWith)
    }
    const uses = await templates.findUses(tx, id)
    if (uses.length) throw new HttpError(422, 'IN_USE', '有商品使用此运费模板，无法删除', { uses })
    await templates.remove(tx, id)
    await audit(tx, { action: 'delete', objectId: id, before })
  })
}

/**
 * Locks a template that a product is about to use against deletion until the transaction ends.
 * @throws 422 when it does not exist
 */
export async function useFreightTemplate(tx: Ctx, id: number): Promise<void> {
  if (!(await templates.keep(tx, id))) throw new Refusal('运费模板不存在，请重新选择')
}

/**
 * Calculates the delivery fee of goods by the current templates and settings.
 * @param cityId the most specific area of the address; undefined while it is unknown
 * @throws {Refusal} for an unknown area or template, and when some goods are not delivered there
 */
export async function quoteDelivery(
  ctx: Ctx,
  lines: readonly FreightLine[],
  cityId: number | undefined,
): Promise<FreightQuote> {
  const delivery = await readDelivery(
    ctx,
    lines.map(({ tempId }) => tempId),
    cityId,
  )
  const missing = lines.find(({ tempId }) => !delivery.templates.some(({ id }) => id === tempId))
  if (missing) throw new Refusal(`「${missing.name}」的运费模板不存在`)
  if (delivery.address?.length === 0) throw new Refusal('收货地区不存在，请重新选择')
  return quoteFreight(lines, delivery.templates, delivery.address, delivery.shopFreeFen)
}

/** What {@link quoteFreight} needs to know besides the lines. */
export type Delivery = {
  /** Without those that do not exist. */
  templates: Freight[]
  /** District, city, province; none of them for an unknown place, undefined without a place. */
  address: number[] | undefined
  /** Undefined when the shop as a whole does not deliver for free. */
  shopFreeFen: number | undefined
}

/**
 * What the delivery fee of goods depends on besides them, by the current templates and settings.
 * @param cityId the most specific area of the address; undefined while it is unknown
 */
export async function readDelivery(
  ctx: Ctx,
  tempIds: readonly number[],
  cityId: number | undefined,
): Promise<Delivery> {
  return toDelivery(ctx, await templates.findDelivery(ctx, tempIds, cityId), cityId !== undefined)
}

/** The same of templates and of the path of a place that were read already. @param isPlaced whether the place is known */
export async function toDelivery(
  ctx: Ctx,
  { templates, path }: { templates: Freight[]; path: number[] },
  isPlaced: boolean,
): Promise<Delivery> {
  const { store_free_postage_switch: isOn, store_free_postage: fromFen } = await getSettings(ctx)
  return { templates, address: isPlaced ? path : undefined, shopFreeFen: isOn ? fromFen : undefined }
}

/**
 * Calculates and explains the delivery fee of a template.
 * @throws 404 for the template, 422 for an unknown area or SKU
 */
export async function tryFreight(
  ctx: Ctx,
  { tempId, cityId, items, ...typed }: FreightTrial,
): Promise<FreightTrialAnswer> {
  const { type } = await getFreightTemplate(ctx, tempId)
  const lines = items?.length ? await linesOfSkus(ctx, tempId, items) : linesAsTyped(tempId, typed)
  try {
    const { feeFen, groups } = await quoteDelivery(ctx, lines, cityId)
    const [group] = groups
    if (!group) throw new Error('nothing was quoted')
    return { fee: toYuan(feeFen), rule: group.rule, explain: explainFreight(group, type) }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NO_DELIVERY')
      return { fee: 0, rule: 'refused', explain: error.message }
    throw error
  }
}

async function linesOfSkus(ctx: Ctx, tempId: number, items: { skuId: number; num: number }[]): Promise<FreightLine[]> {
  const skus = await templates.findSkus(
    ctx,
    items.map(({ skuId }) => skuId),
  )
  return items.map(({ skuId, num }) => {
    const sku = skus.find(({ id }) => id === skuId)
    if (!sku) throw new Refusal(`商品规格 ${skuId} 不存在`)
    const { name, weight, volume, priceFen } = sku
    return { tempId, name, num, weight, volume, priceFen }
  })
}

/** Totals as lines: one piece has the whole weight, volume and amount; the others only add to the number. */
function linesAsTyped(
  tempId: number,
  { num = 1, weight = 0, volume = 0, amount = 0 }: Pick<FreightTrial, 'num' | 'weight' | 'volume' | 'amount'>,
): FreightLine[] {
  const name = '试算商品'
  return [
    { tempId, name, num: 1, weight, volume, priceFen: toFen(amount) },
    { tempId, name, num: Math.max(num - 1, 0), weight: 0, volume: 0, priceFen: 0 },
  ]
}

/** Validates a draft and converts it to the stored form. */
async function readDraft(ctx: Ctx, typed: FreightTemplateDraft) {
  const { name, appoint, type, sort = 0, undelivery = false } = typed
  const draft = {
    regionList: appoint === 0 ? [] : (typed.regionList ?? []).map(readRegion),
    freeList: appoint === 2 ? (typed.freeList ?? []) : [],
    noDeliveryList: typed.noDeliveryList ?? [],
  }
  const { regionList, freeList, noDeliveryList } = draft
  const paths = [...regionList, ...freeList, ...noDeliveryList].flatMap(({ areas }) => areas)
  const places = await findPlaces(ctx, [...new Set(paths.flat())])
  const rows = freeList.map(({ areas, number = 0, price = 0, freeMode = 'or' }) => ({ areas, number, price, freeMode }))
  checkFreight({ appoint, type, undelivery, regionList, freeList: rows, noDeliveryList }, (id) => places.get(id)?.name)
  for (const path of paths) requirePath(path, places)
  return {
    template: { name, appoint, type, sort, undelivery },
    rules: {
      regions: regionList.map(({ isDefault, areas, first, firstPrice, renewal, renewalPrice }) => ({
        isDefault,
        areas,
        cityIds: leavesOf(areas),
        first,
        renewal,
        firstPriceFen: toFen(firstPrice),
        renewalPriceFen: toFen(renewalPrice),
      })),
      frees: rows.map(({ areas, number, price, freeMode }) => {
        return { areas, cityIds: leavesOf(areas), number, priceFen: toFen(price), freeMode }
      }),
      undeliveries: noDeliveryList.map(({ areas }) => ({ areas, cityIds: leavesOf(areas) })),
    },
  }
}

type TypedRegion = NonNullable<FreightTemplateDraft['regionList']>[number]

/** The default rule names no areas. */
function readRegion({ isDefault = false, areas = [], ...rule }: TypedRegion) {
  return { ...rule, isDefault, areas: isDefault ? [] : areas }
}

/** @throws {Refusal} when the path is not a path of the administrative divisions */
function requirePath(path: AreaPath, places: ReadonlyMap<number, Place>): void {
  for (const [index, id] of path.entries())
    if (places.get(id)?.parentId !== (path[index - 1] ?? 0)) throw new Refusal('所选地区不存在，请重新选择')
}

function describe({ template, regions, frees, undeliveries }: templates.WholeFreightTemplate): FreightTemplate {
  const { id, version, name, appoint, type, sort, undelivery } = template
  return {
    id,
    version,
    name,
    appoint,
    type,
    sort,
    undelivery,
    regionList: regions.map(({ isDefault, areas, first, firstPriceFen, renewal, renewalPriceFen }) => ({
      isDefault,
      areas,
      first,
      renewal,
      firstPrice: toYuan(firstPriceFen),
      renewalPrice: toYuan(renewalPriceFen),
    })),
    freeList: frees.map(({ areas, number, priceFen, freeMode }) => {
      return { areas, number, price: toYuan(priceFen), freeMode }
    }),
    noDeliveryList: undeliveries.map(({ areas }) => ({ areas })),
  }
}
