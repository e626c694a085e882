/** The terminals that show pages: 3 is drawn by all of them, 1 and 2 override its home or user centre for one. */
export const pageTerminals = { 1: '小程序', 2: 'H5', 3: '移动端' } as const
export type PageTerminal = keyof typeof pageTerminals
export const pageKinds = { 2: '微页面', 4: '个人中心' } as const
export type PageKind = keyof typeof pageKinds

/** Where a page stands, computed from its flags and from what differs from the live version. */
export const publishStates = { 0: '未发布', 1: '已发布', 2: '有未发布修改', 3: '已下线' } as const
export type PublishState = keyof typeof publishStates

/** @param publishedNo the number of the live version; null for a page that never went live */
export function publishState({
  publishedNo,
  enabled,
  changes,
}: {
  publishedNo: number | null
  enabled: boolean
  changes: number
}): PublishState {
  if (publishedNo === null) return 0
  if (!enabled) return 3
  return changes ? 2 : 1
}

/** Why a version of a page was kept: it went live, or it is what a draft was before something replaced it. */
export const versionKinds = {
  publish: '发布',
  rollback: '回滚',
  schedule: '定时',
  autosave: '自动保存',
  overwrite: '被覆盖',
} as const
export type VersionKind = keyof typeof versionKinds

export const MAX_PAGE_NAME = 30
/** How many pages a shop has, and how many with those in the recycle bin. */
export const MAX_PAGES = 1000
export const MAX_PAGES_WITH_RECYCLED = 3000
/** How many schedules of one page may wait. */
export const MAX_WAITING = 5
export const RECYCLE_DAYS = 30
/** How far ahead a page may be scheduled: in minutes, and in days. */
export const LEAST_AHEAD_MINUTES = 1
export const MOST_AHEAD_DAYS = 180

/** The name, cut so that the ending fits. */
export function withEnding(name: string, ending: string): string {
  return [...name].slice(0, MAX_PAGE_NAME - [...ending].length).join('') + ending
}
