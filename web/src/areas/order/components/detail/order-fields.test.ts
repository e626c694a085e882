import { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { expect, test } from 'vitest'
import { fieldsNotNamed } from '../../../../testing/fields-shown.ts'

/** What the page of an order leaves out, and why. */
const leftOut = {
  'said in the address': ['province', 'city', 'district', 'cityId', 'storeId'],
  'said by a label of the order': ['isRemind', 'printStale', 'printTime'],
  'said by the log and the timeline': ['remindTime', 'verifyTime', 'clerkName'],
  'said by the lines, the refunds or the trace of the price': [
    ...['proTotalPrice', 'backIntegral', 'refundPostage', 'couponId'],
  ],
  'read by the judge of what may be done, in `domain`': ['isDel', 'isPriceFixed', 'orderKind', 'source'],
  'waits for the screens of teams and bargains, which the page will link to': ['pinkId', 'bargainUserId'],
  'the dialog that changes the price asks for itself': ['priceChangesLeft', 'lowestPrice'],
  'for programs that read orders; staff find them in sheets and reports': ['avatar', 'cost', 'spreader'],
}

test('the page of an order says every field of its answer, but those that need not be said', () => {
  const screen = 'areas/order/components/detail/order-detail.tsx'
  expect(fieldsNotNamed(screen, OrderInfo.properties).sort()).toEqual(Object.values(leftOut).flat().sort())
})
