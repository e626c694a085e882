/** Width of the poster, px. */
export const POSTER_WIDTH = 750
export const MARGIN = 40
export const CODE_SIZE = 200

const COVER_SIZE = POSTER_WIDTH
const NAME_LINES = 2
const NAME_HEIGHT = 52

/** The texts on a poster, besides the two pictures. */
export type PosterWords = { name: string; price: number; priceMax: number; otPrice: number; shop: string }
/** The fonts of a poster, for measuring and drawing. */
export const posterFonts = { name: '500 36px', price: '600 56px', oldPrice: '28px', shop: '500 28px', hint: '26px' }
export type PosterFont = keyof typeof posterFonts
/** A text and the start of its baseline. */
export type PlacedText = { text: string; font: PosterFont; x: number; y: number; width: number; struck?: boolean }
export type PosterLayout = { height: number; cover: number; code: { x: number; y: number }; texts: PlacedText[] }

/**
 * The layout of a poster: the cover over its whole width, the name in at most two lines; below it the price, the old
 * price and the shop on the left, the code on the right.
 * @param measure the width of a text in a font, px
 */
export function layOutPoster(
  { name, price, priceMax, otPrice, shop }: PosterWords,
  measure: (text: string, font: PosterFont) => number,
): PosterLayout {
  const place = (text: string, font: PosterFont, x: number, y: number, maxWidth: number): PlacedText => ({
    text,
    font,
    x,
    y,
    width: Math.min(measure(text, font), maxWidth),
  })
  const whole = POSTER_WIDTH - 2 * MARGIN
  const beside = whole - CODE_SIZE - MARGIN
  const nameLines = cutToLines(name, NAME_LINES, whole, (text) => measure(text, 'name'))
  const row = COVER_SIZE + MARGIN + nameLines.length * NAME_HEIGHT + 24
  const code = { x: POSTER_WIDTH - MARGIN - CODE_SIZE, y: row }
  const foot = row + CODE_SIZE + 38
  const hint = place('扫码购买', 'hint', code.x, foot, CODE_SIZE)
  const was = oldPriceText(price, otPrice)
  return {
    height: foot + MARGIN,
    cover: COVER_SIZE,
    code,
    texts: [
      ...nameLines.map((line, index) =>
        place(line, 'name', MARGIN, COVER_SIZE + MARGIN + index * NAME_HEIGHT + 36, whole),
      ),
      place(priceText(price, priceMax), 'price', MARGIN, row + 64, beside),
      ...(was ? [{ ...place(was, 'oldPrice', MARGIN, row + 116, beside), struck: true }] : []),
      ...cutToLines(shop, 1, beside, (text) => measure(text, 'shop')).map((line) =>
        place(line, 'shop', MARGIN, foot, beside),
      ),
      { ...hint, x: code.x + (CODE_SIZE - hint.width) / 2 },
    ],
  }
}

/** ¥59.00; with several prices the lowest, followed by 起. */
export function priceText(price: number, priceMax: number): string {
  return `¥${price.toFixed(2)}${priceMax > price ? '起' : ''}`
}

/** 划线价; empty unless it is higher than the price. */
export function oldPriceText(price: number, otPrice: number): string {
  return otPrice > price ? `¥${otPrice.toFixed(2)}` : ''
}

/** Breaks a text into lines that fit, between Latin words if possible; the excess is cut with …. */
export function cutToLines(text: string, maxLines: number, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let rest = text.replace(/\s+/g, ' ').trim()
  while (rest && lines.length < maxLines) {
    if (measure(rest) <= width) return [...lines, rest]
    if (lines.length === maxLines - 1) return [...lines, `${startOf(rest, (start) => measure(`${start}…`) <= width)}…`]
    const line = wholeWords(
      rest,
      startOf(rest, (start) => measure(start) <= width),
    )
    lines.push(line.trimEnd())
    rest = rest.slice(line.length).trimStart()
  }
  return lines
}

/** The start of a text, without a Latin word that it would cut. */
function wholeWords(text: string, start: string): string {
  const space = start.lastIndexOf(' ')
  const withinWord = /[a-z\d]$/i.test(start) && /^[a-z\d]/i.test(text.slice(start.length))
  return withinWord && space > 0 ? start.slice(0, space) : start
}

/** As many whole characters as fit, at least one. */
function startOf(text: string, fits: (start: string) => boolean): string {
  let start = ''
  for (const { segment } of new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(text)) {
    if (start && !fits(start + segment)) break
    start += segment
  }
  return start
}
