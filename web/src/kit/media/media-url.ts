/**
 * The URL of a stored picture or file.
 * @param mediaDomain where files are served; the console's own origin when empty
 */
export function mediaUrl(value: string, mediaDomain: string): string {
  if (/^(https?:)?\/\/|^data:/i.test(value)) return value
  return `${mediaDomain.replace(/\/$/, '')}/${value.replace(/^\//, '')}`
}

/** A URL that also works outside this page. */
export function wholeUrl(value: string, mediaDomain: string): string {
  return new URL(mediaUrl(value, mediaDomain), window.location.origin).href
}
