const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** Formats bytes: `12.3 MB`. */
export function formatBytes(bytes: number): string {
  const power = bytes > 0 ? Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024))) : 0
  return `${(bytes / 1024 ** power).toFixed(power ? 1 : 0)} ${UNITS[power]}`
}

/** Formats a share from 0 to 1: `12.3%`. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

/** Formats seconds: `3天4小时5分`. */
export function formatSeconds(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  if (seconds < 60) return `${Math.round(seconds)}秒`
  return [days && `${days}天`, hours && `${hours}小时`, `${minutes}分`].filter(Boolean).join('')
}
