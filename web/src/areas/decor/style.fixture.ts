import type { Style, StyleInfo } from '@zhanggui/contract/decor/activity-style.ts'

/** A frame of the list for all products, which runs. */
export function makeStyle(id: number, given: Partial<Style> = {}): Style {
  return {
    id,
    version: 2,
    name: `样式${id}`,
    type: 0,
    startTime: '2026-11-01 00:00:00',
    endTime: '2099-11-30 23:59:59',
    style: '/file/frame.png',
    status: true,
    method: 0,
    targetIds: [],
    runningStatus: 1,
    createTime: '2026-11-01 10:00:00',
    updateTime: '2026-11-01 10:00:00',
    ...given,
  }
}

/** The same with what its form needs. */
export function makeStyleInfo(id: number, given: Partial<StyleInfo> = {}): StyleInfo {
  return { ...makeStyle(id), products: [], categories: [], ...given }
}
