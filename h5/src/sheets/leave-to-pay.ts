import type { PayAnswer } from '@zhanggui/contract/payment/front-pay.ts'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { BASE, go } from '../go/go.ts'
import { payInWechat } from '../go/wechat.ts'

const words = { cancelled: '没有支付', failed: '微信没有打开支付，请再试一次' } as const

/** Leaves to where the money is taken; back from there one finds what became of it. @param no of an order or a recharge */
export async function leaveToPay(no: string, { paid, jsConfig }: Pick<PayAnswer, 'paid' | 'jsConfig'>): Promise<void> {
  const result = `/pay/${no}/result`
  if (!paid && jsConfig?.paySign) {
    const outcome = await payInWechat(jsConfig)
    // Who changed their mind can choose again here.
    if (outcome !== 'paid') return toast(words[outcome])
  }
  go(result, { replace: true })
  if (paid || !jsConfig?.mwebUrl) return
  window.location.assign(payAddress(jsConfig.mwebUrl, result))
}

/** The page that takes the money, which comes back to the result. */
export function payAddress(mwebUrl: string, result: string): URL {
  const address = new URL(mwebUrl, window.location.href)
  // WeChat comes back to a whole address; our own page that plays it, to one within the shop.
  const home = address.origin === window.location.origin ? '' : window.location.origin
  address.searchParams.set('redirect_url', home + BASE + result)
  return address
}
