const key = 'chunk-reload-at'
const quietMs = 10_000

/**
 * Decides what happens when a chunk fails to load: one reload of the page within 10 s, then the page
 * 页面资源加载失败，请刷新重试. If the storage cannot be written, a loop could not be detected, so it gives up
 * at once.
 * @param storage sessionStorage
 * @param now milliseconds
 */
export function chunkFailed(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): 'reload' | 'give-up' {
  try {
    const reloadedAt = Number(storage.getItem(key) ?? Number.NaN)
    if (Math.abs(now - reloadedAt) < quietMs) return 'give-up'
    storage.setItem(key, String(now))
    return 'reload'
  } catch {
    return 'give-up'
  }
}
