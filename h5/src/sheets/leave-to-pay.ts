import type { PayAnswer } from '@zhanggui/contract/payment/front-pay.ts'
import { BASE, go } from '../go/go.ts'

/** Leaves to where the money is taken; back from there one finds what became of it. @param no of an order or a recharge */
export function leaveToPay(no: string, { paid, jsConfig }: Pick<PayAnswer, 'paid' | 'jsConfig'>): void {
  const result = `/pay/${no}/result`
  go(result, { replace: true })
  if (paid || !jsConfig?.mwebUrl) return
  const address = new URL(jsConfig.mwebUrl, window.location.href)
  address.searchParams.set('redirect_url', BASE + result)
  window.location.assign(address)
}
