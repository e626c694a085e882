import { BadInput, Refusal } from '../errors.ts'

/** States of what is live in the WeChat shop; any other number WeChat gives is kept and shown as unknown. */
export const componentStatus = { initial: 0, onShelf: 5, offShelf: 11, takenDown: 13 } as const
const statusLabels: Readonly<Record<number, string>> = {
  0: '初始值',
  5: '上架',
  11: '自主下架',
  13: '违规下架/风控系统下架',
}

/** A state in words; 未知状态(N) for one we do not know. */
export function notifyComponentStatus(status: number): string {
  return statusLabels[status] ?? `未知状态(${status})`
}

/** The states staff can look for. */
export const componentStatuses = [0, 5, 11, 13] as const

/** Where the audit of what was last submitted stands. */
export const editStatuses = [1, 2, 3, 4] as const
export type EditStatus = (typeof editStatuses)[number]
export const editStatus = { unsubmitted: 1, inAudit: 2, refused: 3, passed: 4 } as const
export const editStatusLabels: Readonly<Record<EditStatus, string>> = {
  1: '未审核',
  2: '审核中',
  3: '审核失败',
  4: '审核成功',
}

/** Whether WeChat is known to have what was submitted: `queued` until there is room for it, `unknown` when its answer was lost. */
export const syncStates = ['ok', 'queued', 'pending', 'unknown', 'failed'] as const
export type SyncState = (typeof syncStates)[number]
export const syncStateLabels: Readonly<Record<SyncState, string>> = {
  ok: '已同步',
  queued: '排队中',
  pending: '同步中',
  unknown: '结果未知',
  failed: '同步失败',
}

/** What WeChat takes for 无品牌. */
export const NO_BRAND = 2_100_000_000
export const MAX_PICTURES = 5

/** How far a category of WeChat asks for pictures of qualifications. */
export const qualificationTypes = [0, 1, 2] as const
export type QualificationType = (typeof qualificationTypes)[number]
export const qualificationLabels: Readonly<Record<QualificationType, string>> = {
  0: '不需要',
  1: '必填项',
  2: '选填项',
}

/** A category of the third level, with those above it. */
export type ShopCategory = {
  firstCatId: number
  firstCatName: string
  secondCatId: number
  secondCatName: string
  thirdCatId: number
  thirdCatName: string
  qualification: string
  qualificationType: QualificationType
  productQualification: string
  productQualificationType: QualificationType
}

/**
 * Checks what is to be submitted to WeChat (10.2).
 * @param pictures how many pictures of qualifications there are
 * @throws {Refusal} for an unknown category, pictures it asks for, or no SKU
 */
export function checkSubmission(
  category: ShopCategory | undefined,
  { pictures, skus }: { pictures: number; skus: number },
): asserts category is ShopCategory {
  if (!category) throw new Refusal('微信商品类目不存在，请重新选择')
  if (category.productQualificationType === 1 && !pictures) throw new Refusal('该类目必须上传商品资质图片，请上传！')
  if (!skus) throw new BadInput('请至少选择一个商品规格', 'attrValue')
}

/** Why a product in this state is not listed, or delisted; undefined when it is. */
export function refuseShelf(on: boolean, local: number): string | undefined {
  const { initial, onShelf, offShelf } = componentStatus
  if (on) return local === offShelf ? undefined : '商品只有在自主下架状态，才能上架'
  return local === initial || local === onShelf ? undefined : '商品只有在初始值/上架状态，才能下架'
}

/** The page of a buyer's mini-program that shows a product of the WeChat shop. */
export function componentPath(id: number): string {
  return `/pages/goods_details/index?id=${id}&type=video`
}
