import type {
  activityStyle,
  Style,
  StyleChange,
  StyleDraft,
  StyleQuery,
} from '@zhanggui/contract/decor/activity-style.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import {
  type StyleMethod,
  type StyleWindow,
  styleState,
  styleTypes,
} from '@zhanggui/domain/promotion/activity-style.ts'
import { parseWireTime, toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { answerPage } from '../../../platform/data/keep.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import { forbidden, HttpError, versionConflict } from '../../../platform/http/errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import { type CategoryUser, listByIds, requireProductCategories } from '../../product/category/category.service.ts'
import * as styles from './activity-style.repository.ts'
import { dropStyles, forgetStyles } from './running-style.service.ts'

const OBJECT = 'activity-style'
const MAY_SWITCH = 'admin:activitystyle:updatestatus'
const MAX_CATEGORIES = 100

/** A page of styles, newest first. */
export function listStyles(ctx: Ctx, { query }: { query: StyleQuery }) {
  return answerPage(ctx, query, styles.list, (row) => describe(ctx, row))
}

/** A style with the products or categories that it dresses, without deleted ones. @throws 404 */
export async function getStyle(ctx: Ctx, { query: { id } }: RouteInput<typeof activityStyle.info>) {
  const row = await styles.find(ctx, id)
  if (!row) throw missing()
  const media = await readMedia(ctx)
  const products = row.method === 1 ? await styles.listProducts(ctx, row.targetIds) : []
  const categories = row.method === 3 ? await listByIds(ctx, row.targetIds) : []
  return {
    ...(await describe(ctx, row)),
    products: products.map(({ priceFen, image, ...product }) => {
      return { ...product, image: media.toWire(image), price: toYuan(priceFen) }
    }),
    categories: categories.map(({ id: categoryId, name, pid }) => ({ id: categoryId, name, pid })),
  }
}

/**
 * Adds a style.
 * @throws 400 for what is missing or contradicts itself; 403 to save an open one without the right to open it; 422 for products
 * or categories that do not exist
 */
export function saveStyle(ctx: Ctx, { type, status = false, ...draft }: StyleDraft): Promise<Saved> {
  return changing(ctx, async (tx) => {
    if (status) requireSwitch(tx)
    const { targetIds, ...row } = await readTyped(tx, draft)
    await keepCategories(tx, row.method, targetIds)
    await requireProducts(tx, row.method, targetIds)
    const saved = await styles.insert(tx, { ...row, type, status })
    if (!saved) throw new Error('a style was not stored')
    await styles.replaceTargets(tx, saved.id, targetIds)
    const after = await getTyped(tx, saved.id)
    await noteFiles(tx, saved.id, { ...row, type })
    await audit(tx, { objectId: saved.id, objectName: row.name, after })
    return saved
  })
}

/** Changes a style; its type stays. @throws as {@link saveStyle}, also when one that was over is to run on; 404; 409 for another version */
export function updateStyle(ctx: Ctx, { id, version, status, ...change }: StyleChange): Promise<Saved> {
  return changing(ctx, async (tx) => {
    const { targetIds, ...typed } = await readTyped(tx, change)
    // Before the style, as the deletion of a category locks them in this order.
    await keepCategories(tx, typed.method, targetIds)
    const row = await styles.lock(tx, id)
    if (!row) throw missing()
    const before = await getTyped(tx, id)
    if (version !== undefined && version !== row.version) throw versionConflict(before)
    if ((status !== undefined && status !== row.status) || bringsBack(row, { ...typed, status }, tx.now()))
      requireSwitch(tx)
    // Products that were deleted meanwhile do not keep the rest from being changed.
    const known = new Set(row.method === 1 ? before.targetIds : [])
    const added = targetIds.filter((targetId) => !known.has(targetId))
    await requireProducts(tx, typed.method, added)
    const saved = await styles.update(tx, id, version, { ...typed, status })
    if (!saved) throw versionConflict(before)
    await styles.replaceTargets(tx, id, targetIds)
    await noteFiles(tx, id, { ...typed, type: row.type })
    await audit(tx, { objectId: id, objectName: typed.name, before, after: await getTyped(tx, id) })
    return saved
  })
}

/** Opens or closes a style. @throws 404 */
export function useStyle(ctx: Ctx, { id, status }: { id: number; status: boolean }): Promise<Saved> {
  return changing(ctx, async (tx) => {
    const row = await styles.lock(tx, id)
    if (!row) throw missing()
    if (row.status === status) return { id, version: row.version }
    const before = await getTyped(tx, id)
    const saved = await styles.update(tx, id, undefined, { status })
    if (!saved) throw missing()
    await audit(tx, { action: 'status', objectId: id, objectName: row.name, before, after: await getTyped(tx, id) })
    return saved
  })
}

/** Deletes a style. @throws 404 */
export function removeStyle(ctx: Ctx, id: number): Promise<Record<never, never>> {
  return changing(ctx, async (tx) => {
    const row = await styles.lock(tx, id)
    if (!row) throw missing()
    const before = await getTyped(tx, id)
    await styles.remove(tx, [id])
    await freeFiles(tx, OBJECT, id)
    await audit(tx, { action: 'delete', objectId: id, objectName: row.name, before })
    return {}
  })
}

/** The styles that name a category; once it is deleted they are for the rest of what they named. */
export const stylesOfCategory: CategoryUser = {
  noun: '活动样式',
  unit: '个',
  list: async (ctx, categoryId) =>
    (await styles.listOfCategory(ctx, categoryId)).map((style) => ({ type: OBJECT, ...style })),
  async leave(tx, categoryId) {
    for (const { id, name, targetIds } of await styles.leaveCategory(tx, categoryId))
      await audit(tx, {
        action: 'update',
        objectType: OBJECT,
        objectId: id,
        objectName: name,
        labels: { targetIds: '适用对象' },
        before: { targetIds },
        after: { targetIds: targetIds.filter((each) => each !== categoryId) },
      })
    await dropStyles(tx)
  },
}

/** What was typed of a style, for the audit trail and 修改记录. @throws 404 */
export async function getTyped(ctx: Ctx, id: number) {
  const row = await styles.find(ctx, id)
  if (!row) throw missing()
  const { runningStatus: _, ...typed } = await describe(ctx, row)
  return typed
}

const missing = () => new HttpError(404, 'NOT_FOUND', '活动不存在')

async function describe(ctx: Ctx, row: styles.StyleRow): Promise<Style> {
  const { id, version, name, type, method, targetIds, status, startAt, endAt, createdAt, updatedAt } = row
  const media = await readMedia(ctx)
  return {
    id,
    version,
    name,
    type,
    method,
    targetIds,
    status,
    startTime: toWireTime(startAt),
    endTime: toWireTime(endAt),
    style: media.toWire(row.style),
    runningStatus: styleState(row, ctx.now()),
    createTime: toWireTime(createdAt),
    updateTime: toWireTime(updatedAt),
  }
}

/** Runs a change in a transaction; afterwards every process sees it. */
async function changing<Result>(ctx: Ctx, work: (tx: Ctx) => Promise<Result>): Promise<Result> {
  const result = await inTransaction(ctx, async (tx) => {
    const done = await work(tx)
    await dropStyles(tx)
    return done
  })
  forgetStyles(ctx)
  return result
}

type Typed = Omit<StyleDraft, 'type' | 'status'>

/** What was typed, as it is stored. @throws 400 */
async function readTyped(tx: Ctx, { name, startTime, endTime, style, method, targetIds = [] }: Typed) {
  const startAt = readMoment(startTime, '开始时间', 'startTime')
  const endAt = readMoment(endTime, '结束时间', 'endTime')
  if (startAt >= endAt) throw new BadInput('结束时间必须大于开始时间', 'endTime')
  if (!style) throw new BadInput('活动素材不能为空', 'style')
  const media = await readMedia(tx)
  const ids = method === 0 ? [] : targetIds
  requireSome(method, ids)
  return { name, startAt, endAt, style: media.toStored(style), method, targetIds: ids }
}

function readMoment(text: string, label: string, field: string): Date {
  if (!text) throw new BadInput('请选择时间', field)
  const at = parseWireTime(text)
  if (!at) throw new BadInput(`${label}格式不正确`, field)
  return at
}

function requireSome(method: StyleMethod, ids: readonly number[]): void {
  if (method === 1 && !ids.length) throw new BadInput('请选择商品', 'targetIds')
  if (method === 3 && !ids.length) throw new BadInput('请至少选择一个分类', 'targetIds')
  if (method === 3 && ids.length > MAX_CATEGORIES) throw new BadInput(`分类最多选择${MAX_CATEGORIES}个`, 'targetIds')
}

/** Whether an edit opens a style that was over: with a later end. */
function bringsBack(
  row: Omit<styles.StyleRow, 'targetIds'>,
  { startAt, endAt, status = row.status }: StyleWindow & { status?: boolean | undefined },
  now: Date,
): boolean {
  return status && styleState(row, now) === -1 && styleState({ startAt, endAt }, now) !== -1
}

/** Opening has a right of its own, however it is done. */
function requireSwitch({ actor }: Ctx): void {
  if (!holds(actor, MAY_SWITCH)) throw forbidden(MAY_SWITCH)
}

/** Keeps the categories that a style names from deletion until the transaction ends. @throws 422 for one that does not exist */
async function keepCategories(tx: Ctx, method: StyleMethod, ids: readonly number[]): Promise<void> {
  if (method === 3) await requireProductCategories(tx, ids)
}

async function requireProducts(tx: Ctx, method: StyleMethod, ids: readonly number[]): Promise<void> {
  if (method !== 1 || !ids.length) return
  const message = '商品不存在或已删除，请重新选择'
  if ((await styles.listProducts(tx, ids)).length < ids.length)
    throw new HttpError(422, 'BUSINESS_RULE', message, { errors: [{ field: 'targetIds', message }] })
}

const noteFiles = (tx: Ctx, id: number, { name, type, style }: Pick<styles.StyleRow, 'name' | 'type' | 'style'>) =>
  useFiles(tx, { type: OBJECT, id, field: 'style', title: `${styleTypes[type]}「${name}」` }, style)
