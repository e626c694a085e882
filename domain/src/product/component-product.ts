import { BadInput, Refusal } from '../errors.ts'

/** States of a live product in the WeChat shop; any other number WeChat sends is kept and shown as unknown. */
export const componentStatus = { initial: 0, onShelf: 5, offShelf: 11, takenDown: 13 } as const
const statusLabels: Readonly<Record<number, string>> = {
  0: '初始值',
  5: '上架',
  11: '自主下架',
  13: '违规下架/风控系统下架',
}

/** The label of a state; 未知状态(N) for an unknown one. */
export function formatComponentStatus(status: number): string {
  return statusLabels[status] ?? `未知状态(${status})`
}

/** The states staff can filter by. */
export const componentStatuses = [0, 5, 11, 13] as const

/** Audit status of the last submission. */
export const editStatuses = [1, 2, 3, 4] as const
export type EditStatus = (typeof editStatuses)[number]
export const editStatus = { unsubmitted: 1, inAudit: 2, refused: 3, passed: 4 } as const
export const editStatusLabels: Readonly<Record<EditStatus, string>> = {
  1: '未审核',
  2: '审核中',
  3: '审核失败',
  4: '审核成功',
}

/** Whether WeChat has received the submission: `queued` until the limits allow it, `unknown` when the answer was lost. */
export const syncStates = ['ok', 'queued', 'pending', 'unknown', 'failed'] as const
export type SyncState = (typeof syncStates)[number]
export const syncStateLabels: Readonly<Record<SyncState, string>> = {
  ok: '已同步',
  queued: '排队中',
  pending: '同步中',
  unknown: '结果未知',
  failed: '同步失败',
}

/** WeChat's brand id for 无品牌. */
export const NO_BRAND = 2_100_000_000
export const MAX_PICTURES = 5

/** Whether a WeChat category requires qualification pictures: not at all, always, optionally. */
export const qualificationTypes = [0, 1, 2] as const
export type QualificationType = (typeof qualificationTypes)[number]
export const qualificationLabels: Readonly<Record<QualificationType, string>> = {
  0: '不需要',
  1: '必填项',
  2: '选填项',
}

/** A third-level category with its ancestors. */
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
 * Checks a submission to WeChat (docs/catalogue.md, Copies in the WeChat shop).
 * @param pictures number of qualification pictures
 * @throws {Refusal} for an unknown category or missing pictures that it requires; {@link BadInput} without a SKU
 */
export function checkSubmission(
  category: ShopCategory | undefined,
  { pictures, skus }: { pictures: number; skus: number },
): asserts category is ShopCategory {
  if (!category) throw new Refusal('微信商品类目不存在，请重新选择')
  if (category.productQualificationType === 1 && !pictures) throw new Refusal('该类目必须上传商品资质图片，请上传！')
  if (!skus) throw new BadInput('请至少选择一个商品规格', 'attrValue')
}

/** Why a product in this state cannot be listed or delisted; undefined when it can. */
export function refuseShelf(on: boolean, local: number): string | undefined {
  const { initial, onShelf, offShelf } = componentStatus
  if (on) return local === offShelf ? undefined : '商品只有在自主下架状态，才能上架'
  return local === initial || local === onShelf ? undefined : '商品只有在初始值/上架状态，才能下架'
}

/** The mini-program page that shows a product of the WeChat shop to buyers. */
export function componentPath(id: number): string {
  return `/pages/goods_details/index?id=${id}&type=video`
}
