import { addressOf } from '@zhanggui/contract/address-of.ts'
import { frontSite } from '@zhanggui/contract/decor/front-page.ts'
import encodeQR from 'qr'

export type PosterFacts = {
  title: string
  picture?: string | undefined
  price?: number | undefined
  link: string
  shop: string
}

/** In pixels of the picture that is saved. */
const WIDTH = 600
const EDGE = 32
const CODE = 168
const LINE = 44
const MAX_LINES = 2
const FONT = 'system-ui, "PingFang SC", "Noto Sans CJK SC", sans-serif'

/** Draws a poster: picture, title, price, and the code of the link beside the shop's name. @returns its data address */
export async function drawPoster({ title, picture, price, link, shop }: PosterFacts): Promise<string> {
  const image = picture ? await loadPicture(picture) : undefined
  const top = image ? WIDTH : EDGE
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws no pictures')
  pen.font = `600 32px ${FONT}`
  const lines = linesOf(pen, title, WIDTH - 2 * EDGE)
  const hasPrice = price !== undefined
  canvas.width = WIDTH
  canvas.height = top + EDGE + lines.length * LINE + (hasPrice ? 64 : 16) + CODE + EDGE
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  if (image) drawCovering(pen, image)
  pen.textBaseline = 'top'
  pen.fillStyle = '#1f2329'
  pen.font = `600 32px ${FONT}`
  for (const [index, line] of lines.entries()) pen.fillText(line, EDGE, top + EDGE + index * LINE)
  const below = top + EDGE + lines.length * LINE
  if (hasPrice) {
    pen.fillStyle = '#d4380d'
    pen.font = `700 40px ${FONT}`
    pen.fillText(`¥${price.toFixed(2)}`, EDGE, below + 8)
  }
  const foot = canvas.height - EDGE - CODE
  drawCode(pen, link, WIDTH - EDGE - CODE, foot)
  pen.fillStyle = '#1f2329'
  pen.font = `600 28px ${FONT}`
  const [name = ''] = linesOf(pen, shop, WIDTH - 3 * EDGE - CODE)
  pen.fillText(name, EDGE, foot + 48)
  pen.fillStyle = '#646a73'
  pen.font = `24px ${FONT}`
  pen.fillText('长按识别，去看看', EDGE, foot + 92)
  return canvas.toDataURL('image/jpeg', 0.9)
}

/** The picture from the shop's own address, as a canvas with a foreign one gives nothing; none where there is none. */
async function loadPicture(url: string): Promise<HTMLImageElement | undefined> {
  const image = new Image()
  image.src = addressOf(frontSite.sharePicture.path, {}, { url })
  try {
    await image.decode()
    return image
  } catch {
    return undefined
  }
}

/** Fills the square on top, as the gallery does. */
function drawCovering(pen: CanvasRenderingContext2D, image: HTMLImageElement): void {
  const side = Math.min(image.naturalWidth, image.naturalHeight)
  const [left, top] = [(image.naturalWidth - side) / 2, (image.naturalHeight - side) / 2]
  pen.drawImage(image, left, top, side, side, 0, 0, WIDTH, WIDTH)
}

function drawCode(pen: CanvasRenderingContext2D, link: string, left: number, top: number): void {
  const dots = encodeQR(link, 'raw', { border: 1 })
  const size = CODE / dots.length
  pen.fillStyle = '#000'
  // A little larger than a dot, or light lines would show between them.
  for (const [row, cells] of dots.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) pen.fillRect(left + column * size, top + row * size, size + 0.5, size + 0.5)
}

/** At most two lines of a text; what is left out is an ellipsis. */
function linesOf(pen: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = ['']
  for (const sign of text) {
    const line = (lines.at(-1) ?? '') + sign
    if (pen.measureText(line).width <= width) lines[lines.length - 1] = line
    else if (lines.length < MAX_LINES) lines.push(sign)
    else {
      lines[lines.length - 1] = `${(lines.at(-1) ?? '').slice(0, -1)}…`
      break
    }
  }
  return lines
}
