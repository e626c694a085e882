import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { CallError } from '../api/call.ts'
import { readToken } from '../api/token.ts'
import { write } from '../api/write.ts'
import { go, here } from '../go/go.ts'
import { loginAddress } from '../go/sign-in.ts'

/** Takes a coupon for the buyer, or leads to the sign-in. @returns whether it is theirs now */
export async function takeCoupon(couponId: number): Promise<boolean> {
  if (!readToken()) {
    go(loginAddress(here()))
    return false
  }
  try {
    await write(frontCoupon.receive, { body: { couponId } })
    toast('已领取，下单时自动使用')
    return true
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    toast(error.message)
    return false
  }
}
