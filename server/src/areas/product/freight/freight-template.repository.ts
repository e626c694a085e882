import type { Freight } from '@zhanggui/domain/product/freight.ts'
import { and, arrayContains, asc, desc, eq, exists, inArray, or, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import { preparedSql } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { activities } from '../../promotion/activity/activity.tables.ts'
import { pathJson } from '../../setting/region/region.parts.ts'
import { componentDrafts, componentProducts } from '../component/component-product.tables.ts'
import { productSkus, products } from '../product/product.tables.ts'
import { freightsJson } from './freight-template.parts.ts'
import { freightFrees, freightRegions, freightTemplates, freightUndeliveries } from './freight-template.tables.ts'

/** At most this many products are counted for a template. */
const MAX_USES = 10_000
/** At most this many products are named in the refusal. */
const NAMED_USES = 5

export type FreightTemplateRecord = typeof freightTemplates.$inferSelect
export type FreightRegionRecord = typeof freightRegions.$inferSelect
export type FreightFreeRecord = typeof freightFrees.$inferSelect
export type FreightUndeliveryRecord = typeof freightUndeliveries.$inferSelect

type Draft<Table extends { $inferInsert: object }> = Omit<Table['$inferInsert'], 'tempId'>
/** The stored rules of a template. */
export type FreightRules = {
  regions: Draft<typeof freightRegions>[]
  frees: Draft<typeof freightFrees>[]
  undeliveries: Draft<typeof freightUndeliveries>[]
}
/** A template with its rules, in staff's order. */
export type WholeFreightTemplate = {
  template: FreightTemplateRecord
  regions: FreightRegionRecord[]
  frees: FreightFreeRecord[]
  undeliveries: FreightUndeliveryRecord[]
}

/** A page of templates, in display order. */
export async function list({ db }: Ctx, keywords: string | undefined, { limit, offset }: Page) {
  const where = keywords ? contains(freightTemplates.name, keywords) : undefined
  const used = db
    .select({ one: sql`1` })
    .from(products)
    .where(and(eq(products.tempId, freightTemplates.id), eq(products.isDel, false)))
    .limit(MAX_USES)
  const rows = await db
    .select({ template: freightTemplates, usedCount: sql<number>`(select count(*)::int from (${used}) used)` })
    .from(freightTemplates)
    .where(where)
    .orderBy(desc(freightTemplates.sort), desc(freightTemplates.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(freightTemplates, where) }
}

/** The templates with these ids and their rules; unknown ids are left out. */
export async function findAll({ db }: Ctx, ids: readonly number[]): Promise<WholeFreightTemplate[]> {
  if (!ids.length) return []
  const wanted = [...new Set(ids)]
  const templates = await db.select().from(freightTemplates).where(inArray(freightTemplates.id, wanted))
  const { tempId: ofRegion, id: regionId } = freightRegions
  const regions = await db.select().from(freightRegions).where(inArray(ofRegion, wanted)).orderBy(asc(regionId))
  const { tempId: ofFree, id: freeId } = freightFrees
  const frees = await db.select().from(freightFrees).where(inArray(ofFree, wanted)).orderBy(asc(freeId))
  const { tempId: ofRefusal, id: refusalId } = freightUndeliveries
  const undeliveries = await db
    .select()
    .from(freightUndeliveries)
    .where(inArray(ofRefusal, wanted))
    .orderBy(asc(refusalId))
  return templates.map((template) => ({
    template,
    regions: regions.filter(({ tempId }) => tempId === template.id),
    frees: frees.filter(({ tempId }) => tempId === template.id),
    undeliveries: undeliveries.filter(({ tempId }) => tempId === template.id),
  }))
}

const readDelivery = preparedSql<{ templates: Freight[]; path: number[] }>(
  'freight_delivery',
  () => sql`select ${freightsJson(sql`(select unnest(${sql.placeholder('ids')}::bigint[]))`)} as templates,
    ${pathJson(sql`${sql.placeholder('cityId')}::int`)} as path`,
)

/** The templates with these ids, and the path of a place; unknown ones are left out. */
export async function findDelivery({ db }: Ctx, ids: readonly number[], cityId: number | undefined) {
  const [row] = await readDelivery(db, { ids: [...new Set(ids)], cityId: cityId ?? null })
  return row ?? { templates: [], path: [] }
}

/** Inserts a template. Returns undefined when its name is taken. */
export async function insert({ db, actor, now }: Ctx, template: typeof freightTemplates.$inferInsert) {
  const [saved] = await db
    .insert(freightTemplates)
    .values({ ...template, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: freightTemplates.id, version: freightTemplates.version })
  return saved
}

export async function update(
  { db, actor, now }: Ctx,
  id: number,
  version: number | undefined,
  template: Partial<FreightTemplateRecord>,
) {
  const [saved] = await db
    .update(freightTemplates)
    .set({ ...template, version: sql`${freightTemplates.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(freightTemplates.id, id), version === undefined ? undefined : eq(freightTemplates.version, version)))
    .returning({ id: freightTemplates.id, version: freightTemplates.version })
  return saved
}

/** Replaces the rules of a template. */
export async function replaceRules(
  { db, actor, now }: Ctx,
  tempId: number,
  { regions, frees, undeliveries }: FreightRules,
): Promise<void> {
  const common = { tempId, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() }
  await db.delete(freightRegions).where(eq(freightRegions.tempId, tempId))
  await db.delete(freightFrees).where(eq(freightFrees.tempId, tempId))
  await db.delete(freightUndeliveries).where(eq(freightUndeliveries.tempId, tempId))
  if (regions.length) await db.insert(freightRegions).values(regions.map((row) => ({ ...row, ...common })))
  if (frees.length) await db.insert(freightFrees).values(frees.map((row) => ({ ...row, ...common })))
  if (undeliveries.length)
    await db.insert(freightUndeliveries).values(undeliveries.map((row) => ({ ...row, ...common })))
}

/** The existing templates among these ids, locked against changes and new uses until the transaction ends. */
export async function lock({ db }: Ctx, ids: readonly number[]): Promise<number[]> {
  const { id } = freightTemplates
  const rows = await db
    .select({ id })
    .from(freightTemplates)
    .where(inArray(id, [...ids]))
    .orderBy(id)
    .for('update')
  return rows.map((row) => row.id)
}

/** Locks a template against deletion until the transaction ends; false when it does not exist. */
export async function keep({ db }: Ctx, tempId: number): Promise<boolean> {
  const { id } = freightTemplates
  const rows = await db.select({ id }).from(freightTemplates).where(eq(id, tempId)).for('key share')
  return rows.length > 0
}

/** The first products of the shop and the WeChat shop, and activities, that use a template, without completely deleted ones. */
export async function findUses({ db }: Ctx, tempId: number): Promise<{ type: string; id: number; name: string }[]> {
  const { id, storeName: name, isDel } = products
  const rows = await db
    .select({ id, name })
    .from(products)
    .where(and(eq(products.tempId, tempId), eq(isDel, false)))
    .limit(NAMED_USES)
  const components = await db
    .select({ id: componentDrafts.productId, name: componentDrafts.title })
    .from(componentDrafts)
    .innerJoin(componentProducts, eq(componentProducts.id, componentDrafts.productId))
    .where(
      and(
        eq(componentDrafts.isDel, false),
        or(eq(componentDrafts.tempId, tempId), eq(componentProducts.tempId, tempId)),
      ),
    )
    .limit(NAMED_USES)
  const ofActivities = await db
    .select({ id: activities.id, name: activities.title })
    .from(activities)
    .where(and(eq(activities.tempId, tempId), eq(activities.isDel, false)))
    .limit(NAMED_USES)
  return [
    ...rows.map((row) => ({ type: 'product', ...row })),
    ...components.map((row) => ({ type: 'component', ...row })),
    ...ofActivities.map((row) => ({ type: 'activity', ...row })),
  ].slice(0, NAMED_USES)
}

/** The first templates that have rules for an area. */
export async function findOfPlace({ db }: Ctx, cityId: number): Promise<{ type: string; id: number; name: string }[]> {
  const named = [freightRegions, freightFrees, freightUndeliveries].map((rules) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(rules)
        .where(and(eq(rules.tempId, freightTemplates.id), arrayContains(rules.cityIds, [cityId]))),
    ),
  )
  const { id, name } = freightTemplates
  const rows = await db
    .select({ id, name })
    .from(freightTemplates)
    .where(or(...named))
    .limit(NAMED_USES)
  return rows.map((row) => ({ type: 'freight-template', ...row }))
}

/** Replaces a template by another one in all its products, those of the WeChat shop too. */
export async function moveProducts({ db, actor, now }: Ctx, from: number, to: number): Promise<void> {
  await db
    .update(products)
    .set({ tempId: to, version: sql`${products.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(products.tempId, from), eq(products.isDel, false)))
  for (const table of [componentProducts, componentDrafts])
    await db
      .update(table)
      .set({ tempId: to, version: sql`${table.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
      .where(and(eq(table.tempId, from), eq(table.isDel, false)))
}

/** The number of SKUs with the template that have no weight, or no volume, up to {@link MAX_COUNTED}. */
export async function countLacking({ db }: Ctx, tempId: number, type: 2 | 3): Promise<number> {
  const { isDel, productId, weight, volume } = productSkus
  const lacking = db
    .select({ one: sql`1` })
    .from(productSkus)
    .innerJoin(products, eq(products.id, productId))
    .where(
      and(
        eq(products.tempId, tempId),
        eq(products.isDel, false),
        eq(isDel, false),
        eq(type === 2 ? weight : volume, 0),
      ),
    )
    .limit(MAX_USES)
    .as('lacking')
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(lacking)
  return row?.total ?? 0
}

/** The fields of SKUs that freight is calculated from. */
export function findSkus({ db }: Ctx, ids: readonly number[]) {
  const { id, weight, volume, priceFen, productId } = productSkus
  return db
    .select({ id, name: products.storeName, weight, volume, priceFen })
    .from(productSkus)
    .innerJoin(products, eq(products.id, productId))
    .where(and(inArray(id, [...ids]), eq(productSkus.isDel, false)))
}

/** Deletes a template with its rules. */
export async function remove({ db }: Ctx, id: number): Promise<boolean> {
  const gone = await db
    .delete(freightTemplates)
    .where(eq(freightTemplates.id, id))
    .returning({ id: freightTemplates.id })
  return gone.length > 0
}
