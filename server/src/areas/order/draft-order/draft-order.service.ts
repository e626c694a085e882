import type { AuditAction } from '@zhanggui/contract/audit-actions.ts'
import {
  type DraftCounts,
  type DraftFilter,
  type DraftForm,
  type DraftInfo,
  type DraftQuery,
  type DraftRow,
  draftStates,
} from '@zhanggui/contract/order/draft-order.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { personName } from '@zhanggui/domain/staff/person-name.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { nextNo } from '../../../platform/data/numbers.ts'
import { retried } from '../../../platform/data/retried.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { notFound, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { findRegionPath } from '../../setting/region/region.service.ts'
import { addCustomer, SEE_SENSITIVE } from '../../user/shop-user/shop-user.service.ts'
import { requireTags } from '../order/order-tag.service.ts'
import * as drafts from './draft-order.repository.ts'
import {
  draftConflict,
  faceOf,
  findCustomer,
  priceTerms,
  readTerms,
  refuseTerms,
  toWireItems,
} from './draft-price.service.ts'

export const WHAT = '代客订单'
const HOUR_MS = 3600_000
/** Drafts that are not sent are kept this long after the last change. */
const KEPT_MS = 7 * 24 * HOUR_MS

const states = ['草稿', '待付款', '已付款', '已过期', '已取消']

/** A page of drafts within the caller's stores, newest first. */
export async function listDrafts(ctx: Ctx, { page, limit, ...filter }: DraftQuery) {
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await drafts.list(ctx, filter, paging)
  const media = await readMedia(ctx)
  return { list: rows.map((row) => toWireRow(row, media)), ...counted, page: paging.page, limit: paging.limit }
}

/** How many drafts stand in each state, by the same filters as the list. */
export async function countDrafts(ctx: Ctx, { state: _, ...filter }: DraftFilter): Promise<DraftCounts> {
  const counts = await drafts.countStates(ctx, filter, draftStates)
  const [draft = 0, sent = 0, completed = 0, expired = 0, cancelled = 0] = counts
  return { all: counts.reduce((sum, count) => sum + count, 0), draft, sent, completed, expired, cancelled }
}

/** How many drafts were not sent yet: those that are over are not read. */
export async function countUnsent(ctx: Ctx): Promise<number> {
  const [draft = 0] = await drafts.countStates(ctx, {}, [0])
  return draft
}

function toWireRow(row: drafts.DescribedDraft, media: Media): DraftRow {
  const { id, version, draftNo, state, uid, realName, shippingType, items, discountReason, remark } = row
  const face = faceOf({ ...row, phone: row.customerPhone }, media.toWire(row.avatar))
  return {
    id,
    version,
    draftNo,
    state,
    stateStr: states[state] ?? '',
    uid,
    ...face,
    realName,
    phone: maskPhone(row.phone),
    shippingType,
    storeName: row.storeName ?? '',
    image: media.toWire(row.skuImage || row.productImage || ''),
    lineCount: items.length,
    totalNum: items.reduce((sum, { num }) => sum + num, 0),
    payPrice: toYuan(row.payPriceFen),
    discountReason,
    remark,
    orderNo: row.orderNo,
    creatorName: personName(row.creatorNick ?? '', row.creator ?? ''),
    createTime: toWireTime(row.createdAt),
    expireTime: row.expireTime && toWireTime(row.expireTime),
  }
}

/** Who sees phone and address of a draft: whoever began it and typed them, and those who see them everywhere. */
const seesReceiver = ({ actor }: Ctx, { creatorId }: Pick<drafts.DraftRow, 'creatorId'>): boolean =>
  creatorId === actor.userId || holds(actor, SEE_SENSITIVE)

/** A draft as its form shows it: while it is one, with phone and address in full, or without them for others. @throws 404 */
export async function getDraft(ctx: Ctx, id: number): Promise<DraftInfo> {
  const row = await drafts.findDescribed(ctx, id)
  if (!row) throw notFound(WHAT)
  const { discountType, discountValue, useIntegral, couponId, freightFen, cityId, storeId, mark, tagIds } = row
  const isOpen = row.state === 0
  const sees = seesReceiver(ctx, row)
  return {
    ...toWireRow(row, await readMedia(ctx)),
    ...(isOpen && { phone: sees ? row.phone : '' }),
    items: toWireItems(row.items),
    discountType,
    discountValue: toYuan(discountValue),
    useIntegral,
    couponId,
    freight: freightFen === null ? null : toYuan(freightFen),
    cityId,
    area: cityId ? await findRegionPath(ctx, cityId) : [],
    detail: isOpen && sees ? row.detail : '',
    storeId,
    mark,
    tagIds,
    expireHours: row.expireHours,
  }
}

/**
 * Stores a draft, new or changed; a phone that no customer has makes one. What the basket still lacks is said when it is sent.
 * @throws 400, 404, 409 for one that was sent or has another version, 422 for a discount beyond what the caller may give
 */
export function saveDraft(ctx: Ctx, form: DraftForm) {
  return retried(ctx, async (tx) => {
    const before = form.id === undefined ? undefined : await lockDraft(tx, { id: form.id, version: form.version })
    if (before && before.state !== 0) throw draftConflict(before.state)
    requireOwnStore(tx, form)
    const terms = readTerms(form)
    const { storeId = 0, realName = '', mark = '', remark = '', tagIds = [] } = form
    // A tag that went out of use meanwhile stays on the draft that has it.
    await requireTags(
      tx,
      tagIds.filter((id) => !before?.tagIds.includes(id)),
      'tagIds',
    )
    const uid = await customerOf(tx, form, before?.uid)
    // What is not shown stays unless it is typed anew; of another customer, who would read it in their order, it goes.
    const kept = before?.uid === uid && !seesReceiver(tx, before) ? before : undefined
    const phone = form.phone || kept?.phone || ''
    const detail = form.detail || kept?.detail || ''
    const priced = await priceTerms(tx, uid, terms)
    refuseTerms(priced)
    const row = {
      uid,
      ...terms,
      items: [...terms.items],
      realName,
      phone,
      mark,
      remark,
      tagIds,
      ...(form.shippingType === 1 ? { detail, storeId: 0 } : { detail: '', storeId }),
      expireHours: form.expireHours ?? before?.expireHours ?? 24,
      expireTime: new Date(tx.now().getTime() + KEPT_MS),
      payPriceFen: priced.payFen,
    }
    const saved = before
      ? await drafts.change(tx, before.id, row)
      : await drafts.insert(tx, { ...row, draftNo: await nextNo(tx, 'G'), creatorId: tx.actor.userId })
    await trailDraft(tx, saved.id, before ? 'update' : 'create', { payPrice: toYuan(priced.payFen) })
    return saved
  })
}

/** Locks a draft that the caller sees. @throws 404, 409 for another version */
export async function lockDraft(tx: Ctx, { id, version }: { id: number; version?: number | undefined }) {
  const row = await drafts.lock(tx, id)
  if (!row) throw notFound(WHAT)
  if (version !== undefined && version !== row.version) throw versionConflict({ id, version: row.version })
  return row
}

/** Those limited to stores order for pick-up there alone. */
function requireOwnStore({ actor }: Ctx, { shippingType, storeId = 0 }: DraftForm): void {
  const own = actor.scope.storeIds
  if (own && !(shippingType === 2 && own.includes(storeId))) throw new Refusal('门店账号只能开本门店的自提单')
}

/** The customer of a draft: named, known by phone, or new. @throws 400 for nobody, 404, 422 for a disabled account */
async function customerOf(tx: Ctx, form: DraftForm, before: number | undefined): Promise<number> {
  if (form.uid !== undefined && form.uid === before) return before
  const found = await findCustomer(tx, form)
  if (found && !found.status) throw new Refusal('该用户已被禁用，不能下单')
  if (found) return found.uid
  const { customerPhone: phone, customerName = '' } = form
  if (!phone) throw new BadInput('请选择客户或填写客户手机号', 'uid')
  const nickname = customerName || form.realName || `用户${phone.slice(-4)}`
  const uid = await addCustomer(tx, {
    account: phone,
    phone,
    nickname,
    userType: 'admin',
    loginType: 'admin',
    addIp: tx.origin.ip,
  })
  await audit(tx, { action: 'create', objectType: 'shop-user', objectId: uid, objectName: nickname })
  return uid
}

const LABELS = { payPrice: '应付', orderNo: '订单号', voucher: '收款凭证', reason: '原因', draftNo: '单号' }

/** Records what staff did with a draft. */
export async function trailDraft(tx: Ctx, id: number, action: AuditAction, after: object, objectName?: string) {
  await audit(tx, {
    action,
    objectType: 'draft-order',
    objectId: id,
    objectName: objectName ?? String(id),
    after,
    labels: LABELS,
  })
}
