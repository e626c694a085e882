import {
  type ChoosableRegion,
  type Region,
  type RegionChange,
  type RegionDraft,
  type RegionNode,
  type RegionQuery,
  region,
} from '@zhanggui/contract/setting/region.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { writtenNames } from '@zhanggui/domain/setting/area-name.ts'
import { audit } from '../../../platform/data/audit.ts'
import { lockTree } from '../../../platform/data/tree.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, inUse, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { requireSwitch } from '../../../platform/http/switching.ts'
import * as regions from './region.repository.ts'

/** Some of the rows of another area that refer to a place by its code. */
export type RegionUses = (ctx: Ctx, cityId: number) => Promise<{ type: string; id: number; name: string }[]>

/** Places that rows of an area refer to cannot be deleted. */
export const regionUses = defineHook<RegionUses>('uses of regions')

const TAKEN = '地区编号或名称已存在'
/** Streets are the deepest level. */
const DEEPEST = 3

/** The places below one, or those that match the keywords. */
export async function listRegions(ctx: Ctx, { parentId = 0, keywords }: RegionQuery): Promise<Region[]> {
  const rows = await regions.list(ctx, { parentId, keywords })
  return rows.map(({ row, hasChild }) => describe(row, hasChild))
}

/** The whole tree for pickers. A place below a hidden one counts as hidden. */
export function getRegionTree(ctx: Ctx): Promise<RegionNode[]> {
  return cacheOf(ctx).get('tree', async () => {
    const tops: RegionNode[] = []
    const nodes = new Map<number, RegionNode>()
    for (const { cityId, parentId, level, name, isShow } of await regions.listAll(ctx)) {
      const above = nodes.get(parentId)
      const node: RegionNode = { cityId, parentId, level, name, isShow: isShow && (above?.isShow ?? true) }
      nodes.set(cityId, node)
      if (!above) tops.push(node)
      else above.child = [...(above.child ?? []), node]
    }
    return tops
  })
}

/** The shown places for buyers, without those below hidden ones. */
export async function getChoosableTree(ctx: Ctx): Promise<ChoosableRegion[]> {
  const all = await getRegionTree(ctx)
  const known = choosable.get(all) ?? all.flatMap(toChoosable)
  choosable.set(all, known)
  return known
}

/** Built once for each reading of the places. */
const choosable = new WeakMap<RegionNode[], ChoosableRegion[]>()

function toChoosable({ cityId, name, isShow, child = [] }: RegionNode): ChoosableRegion[] {
  if (!isShow) return []
  const below = child.flatMap(toChoosable)
  return [{ cityId, name, ...(below.length && { child: below }) }]
}

/** A place as other areas refer to it. */
export type Place = { parentId: number; name: string }

/** The places with these codes, by code; `name` is the full one, 上海市 浦东新区. */
export async function findPlaces(ctx: Ctx, cityIds: readonly number[]): Promise<Map<number, Place>> {
  const rows = cityIds.length ? await regions.findAll(ctx, cityIds) : []
  return new Map(rows.map(({ cityId, parentId, mergerName }) => [cityId, { parentId, name: fullName(mergerName) }]))
}

/** The codes of a place and of all above it: district, city, province. None for an unknown place. */
export function findRegionPath(ctx: Ctx, cityId: number): Promise<number[]> {
  return regions.findPath(ctx, cityId)
}

/**
 * The names of a place and of all above it, from the province down, where buyers can choose it: all of them are shown, and
 * no shown one lies below. Undefined otherwise.
 */
export async function findChoosable(ctx: Ctx, cityId: number): Promise<string[] | undefined> {
  const chain = await regions.findChain(ctx, cityId)
  const canChoose = chain.length > 0 && chain.every(({ isShow }) => isShow) && !chain.at(-1)?.hasShown
  return canChoose ? chain.map(({ name }) => name) : undefined
}

/** The full name as people write it: in a municipality the city has its province's name. */
function fullName(mergerName: string): string {
  return writtenNames(mergerName.split(',')).join(' ')
}

/** @throws 404 */
export async function getRegion(ctx: Ctx, id: number): Promise<Region> {
  const row = await regions.find(ctx, id)
  if (!row) throw notFound('地区')
  return describe(row, await regions.hasChild(ctx, row.cityId))
}

/**
 * Adds a place below another, or at the top.
 * @throws 409 for a taken code or name, 422 when the place above does not exist or is a street
 */
export async function saveRegion(ctx: Ctx, draft: RegionDraft) {
  return changeRegions(ctx, async (tx) => {
    const place = await placeBelow(tx, draft.parentId, draft.name)
    const saved = await regions.insert(tx, { ...draft, ...place })
    if (!saved) throw conflict(TAKEN, 'name')
    await audit(tx, { objectId: saved.id, objectName: draft.name, after: await getRegion(tx, saved.id) })
    return saved
  })
}

/**
 * Changes a place; its full name, and those of all below it, follow its name.
 * @throws 404, 403 for showing or hiding it without that right, 409 for a taken name or another version, 422 when it would end up below itself
 */
export async function updateRegion(ctx: Ctx, { id, version, ...change }: RegionChange) {
  return changeRegions(ctx, async (tx) => {
    const before = await getRegion(tx, id)
    requireSwitch(tx, region.updateStatus.permission, before.isShow, change.isShow)
    if (change.parentId !== before.parentId && before.hasChild) throw new Refusal('有下级地区的地区不能更换上级')
    if (change.parentId === before.cityId) throw new Refusal('上级不能为自己')
    const place = await placeBelow(tx, change.parentId, change.name)
    const saved = await refuseTaken(regions.update(tx, id, version, { ...change, ...place }), () =>
      conflict(TAKEN, 'name'),
    )
    if (!saved) throw versionConflict(before)
    if (place.mergerName !== before.mergerName)
      await regions.renameBelow(tx, before.cityId, before.mergerName, place.mergerName)
    await audit(tx, { objectId: id, objectName: change.name, before, after: await getRegion(tx, id) })
    return saved
  })
}

/** Shows or hides a place with all below it; addresses that refer to it stay valid. */
export async function showRegion(ctx: Ctx, id: number, isShow: boolean) {
  return changeRegions(ctx, async (tx) => {
    const before = await getRegion(tx, id)
    if (before.isShow === isShow) return { id, version: before.version }
    const saved = await regions.update(tx, id, undefined, { isShow })
    if (!saved) throw notFound('地区')
    await audit(tx, { action: 'status', objectId: id, objectName: before.name, before, after: await getRegion(tx, id) })
    return saved
  })
}

/**
 * Deletes a place.
 * @throws 404, 422 while places lie below it or rows refer to it
 */
export async function removeRegion(ctx: Ctx, id: number): Promise<void> {
  await changeRegions(ctx, async (tx) => {
    const before = await getRegion(tx, id)
    if (before.hasChild) throw new Refusal(`「${before.name}」还有下级地区，请先删除下级地区`, 'IN_USE')
    for (const usesOf of tx.platform.hooks.of(regionUses)) {
      const uses = await usesOf(tx, before.cityId)
      if (uses.length) throw inUse(`「${before.name}」正在使用，无法删除`, uses)
    }
    await regions.remove(tx, id)
    await audit(tx, { action: 'delete', objectId: id, objectName: before.name, before })
  })
}

/** Runs the work in a transaction, one change at a time, after which pickers see the change in every process. */
async function changeRegions<Result>(ctx: Ctx, work: (tx: Ctx) => Promise<Result>): Promise<Result> {
  const result = await inTransaction(ctx, async (tx) => {
    await lockTree(tx, 'region')
    return work(tx)
  })
  await forgetRegions(ctx)
  return result
}

async function placeBelow(tx: Ctx, parentId: number, name: string): Promise<{ level: number; mergerName: string }> {
  if (parentId === 0) return { level: 0, mergerName: name }
  const above = await regions.lockByCode(tx, parentId)
  if (!above) throw new Refusal('上级地区不存在，请重新选择')
  if (above.level >= DEEPEST) throw new Refusal('街道下不能再有下级地区')
  return { level: above.level + 1, mergerName: `${above.mergerName},${name}` }
}

function describe(
  { createdBy: _1, updatedBy: _2, createdAt: _3, updatedAt: _4, dataset: _5, ...row }: regions.RegionRow,
  hasChild: boolean,
): Region {
  return { ...row, hasChild }
}

/** Makes pickers in every process read the places again. */
export async function forgetRegions(ctx: Ctx): Promise<void> {
  await cacheOf(ctx).drop(ctx.db)
}

function cacheOf({ platform }: Ctx) {
  return platform.caches.named<RegionNode[]>('city', { ttlSeconds: 3600 })
}
