import type { Area } from '../../platform/area.ts'

/** People, messages and calls of WeChat. */
export const wechat: Area = { name: 'wechat', routes: [] }
