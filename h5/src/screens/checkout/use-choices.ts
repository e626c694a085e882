import { frontOrderCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { type FrontQuote, frontOrder, type LoadedPreOrder } from '@zhanggui/contract/order/front-order.ts'
import { useEffect, useRef, useState } from 'react'
import { useRead } from '../../api/read.ts'
import { keepDraft, readDraft } from '../../go/drafts.ts'
import { CHOSEN_ADDRESS } from '../../sheets/address/chosen-address.ts'

export type Choices = {
  /** 1 by delivery, 2 picked up. */
  shippingType: 1 | 2
  addressId: number | undefined
  /** The copy that is used; 0 for none, undefined until the best is known. */
  couponId: number | undefined
  useIntegral: boolean
  mark: string
  storeId: number | undefined
  realName: string
  phone: string
}

/** What the buyer chose, kept until it is sent, and what the server makes of it. */
export function useChoices(checkout: LoadedPreOrder) {
  const { preOrderNo } = checkout
  const name = `checkout-${preOrderNo}`
  const [kept, setKept] = useState<Choices>(() => ({
    shippingType: 1,
    couponId: undefined,
    useIntegral: false,
    mark: '',
    storeId: undefined,
    realName: '',
    phone: '',
    ...readDraft<Choices>(name),
    ...addressOf(checkout, readDraft<Choices>(name)),
  }))
  const choose = (some: Partial<Choices>) =>
    setKept((before) => {
      const next = { ...before, ...some }
      keepDraft(name, next)
      return next
    })
  const { shippingType, useIntegral } = kept
  const addressId = shippingType === 1 ? kept.addressId : undefined
  const coupons = useRead(frontOrderCoupon.rank, {
    params: { preOrderNo },
    query: { all: true, addressId, shippingType, useIntegral },
  })
  const [best] = coupons.data?.list.filter(({ reason }) => !reason) ?? []
  const couponId = kept.couponId ?? best?.id
  const isKnown = coupons.data !== undefined || coupons.error !== undefined
  const priced = useRead(
    frontOrder.price,
    { body: { preOrderNo, addressId, shippingType, useIntegral, couponId: couponId || undefined } },
    isKnown,
  )
  const latest = useRef<FrontQuote>(checkout.quote)
  useEffect(() => {
    if (priced.data) latest.current = priced.data
  }, [priced.data])
  return {
    choices: { ...kept, couponId: couponId || undefined },
    choose,
    /** The price of the choices; while it is asked for, that of the former ones. */
    quote: priced.data ?? latest.current,
    isCurrent: priced.data !== undefined && !priced.isLoading,
    coupons,
    error: priced.error ?? coupons.error,
    retry: priced.retry,
  }
}

/** The address that was added for this checkout, else the one chosen before, else the usual one. */
function addressOf({ addressId }: LoadedPreOrder, draft: Choices | undefined): Pick<Choices, 'addressId'> {
  const added = readDraft<number>(CHOSEN_ADDRESS)
  keepDraft(CHOSEN_ADDRESS, undefined)
  return { addressId: added ?? draft?.addressId ?? (addressId || undefined) }
}
