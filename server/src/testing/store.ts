import type { StoreDraft } from '@zhanggui/contract/store/store.ts'

/** A store in 东城区. */
export function storeDraft(name: string, more: object = {}): StoreDraft {
  return {
    name,
    phone: '010-12345678',
    cityIds: [110000, 110100, 110101],
    detailedAddress: '东四北大街 1 号',
    image: 'https://example.com/store.png',
    latitude: 39.93,
    longitude: 116.42,
    ...more,
  }
}
