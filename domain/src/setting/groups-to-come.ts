import type { SettingGroupName } from './setting-registry.ts'

const names: SettingGroupName[] = ['integral', 'brokerage', 'balance', 'pay', 'wechat', 'print', 'marketing']

/** Groups of settings that only areas to come read: not shown until those are there, but stored all the same. */
export const groupsToCome: ReadonlySet<string> = new Set(names)
