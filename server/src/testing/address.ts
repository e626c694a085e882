import type { AddressForm } from '@zhanggui/contract/user/buyer-address.ts'

/** An address in 东城区. */
export function addressForm(more: Partial<AddressForm> = {}): AddressForm {
  return { realName: '王小满', phone: '13800138000', cityId: 110101, detail: '东四北大街 1 号院 2 单元 301', ...more }
}
