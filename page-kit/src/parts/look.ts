// Colours of components as CSS: their own, or what follows from the shop's theme.

/** A tone as the colour of words. */
export function inkOf(tone: string): string {
  if (tone === 'theme') return 'var(--t-text)'
  if (tone === 'theme-2') return 'var(--t)'
  return tone === 'price' ? 'var(--price)' : tone
}

/** A tone as the ground of something. */
export function groundOf(tone: string): string {
  if (tone === 'theme') return 'var(--t-solid)'
  if (tone === 'theme-2') return 'var(--t-tint)'
  return tone === 'price' ? 'var(--ink)' : tone
}

/** Two colours as a ground. */
export function gradientOf([from = '', to = from]: readonly string[], angle = 90): string {
  return from === to ? groundOf(from) : `linear-gradient(${angle}deg, ${groundOf(from)}, ${groundOf(to)})`
}

const widths = [80, 200, 400, 800] as const

/** The smallest variant of our own pictures that is sharp enough; others as they are. @param width in CSS pixels */
export function sourceOf(url: string, width: number): string {
  const wanted = widths.find((each) => each >= width * 2) ?? 800
  return url.startsWith('/file/') && !url.includes('?') ? `${url}?w=${wanted}` : url
}

/** Of what floats, from the side of the page, which is a column in the middle of a wide window. */
export const FROM_EDGE = 'calc(12px + var(--edge, 0px))'
