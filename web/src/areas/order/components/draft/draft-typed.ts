import type { DraftInfo, draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import type { AreaPath } from '@zhanggui/domain/product/freight.ts'
import type { CallInput } from '../../../../api/call.ts'
import type { ChosenCustomer } from './customer-field.tsx'
import type { DraftGoods } from './draft-goods.tsx'

/** What the form of a draft holds. Money in yuan. */
export type Typed = {
  customer?: ChosenCustomer
  customerName?: string
  discountType: 0 | 1 | 2
  discountValue?: number | null
  discountReason?: string
  useIntegral: boolean
  freight?: number | null
  shippingType: 1 | 2
  cityId?: AreaPath
  detail?: string
  storeId?: number
  realName?: string
  phone?: string
  mark?: string
  remark?: string
  tagIds?: number[]
  /** The customer's copy of a coupon, of a draft that has one. */
  couponId?: number
  expireHours: number
}
type DraftBody = CallInput<typeof draftOrder.save>['body']

/** What the form begins with: a stored draft, or an empty one. */
export function initialOf(info: DraftInfo | undefined): Typed {
  if (!info) return { discountType: 0, useIntegral: false, shippingType: 1, expireHours: 24 }
  const { uid, nickname, discountType, discountValue, discountReason, useIntegral, freight, shippingType } = info
  const { area, detail, storeId, realName, phone, mark, remark, tagIds, couponId, expireHours } = info
  return {
    customer: { uid, name: nickname || `用户 ${uid}` },
    discountType,
    discountValue,
    discountReason,
    useIntegral,
    freight,
    shippingType,
    detail,
    realName,
    phone,
    ...(area.length && { cityId: area as AreaPath }),
    ...(storeId && { storeId }),
    mark,
    remark,
    tagIds,
    couponId,
    expireHours,
  }
}

export const goodsOf = ({ items }: DraftInfo): DraftGoods[] =>
  items.map((item) => ({ ...item, storeName: '', sku: '', image: '' }))

/** The input that saves or prices what was typed. */
export function bodyOf(typed: Typed, items: readonly DraftGoods[]): DraftBody {
  const { customer, customerName, discountType, discountValue, discountReason, freight, cityId, storeId, ...others } =
    typed
  const { couponId, tagIds = [], ...rest } = others
  const texts = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '' && value !== undefined))
  return {
    ...(texts as Pick<Typed, 'useIntegral' | 'shippingType' | 'expireHours'>),
    ...(customer && 'uid' in customer && { uid: customer.uid }),
    ...(customer && 'phone' in customer && { customerPhone: customer.phone, ...(customerName && { customerName }) }),
    items: items.map(({ skuId, num, price }) => ({ skuId, num, ...(price !== undefined && { price }) })),
    ...(couponId && { couponId }),
    ...(tagIds.length && { tagIds }),
    ...(discountType > 0 && { discountType, discountValue: discountValue ?? 0 }),
    ...(discountType > 0 && discountReason && { discountReason }),
    ...(freight !== null && freight !== undefined && { freight }),
    ...(rest.shippingType === 1 && cityId?.length && { cityId: cityId.at(-1) ?? 0 }),
    ...(rest.shippingType === 2 && storeId && { storeId }),
  }
}
