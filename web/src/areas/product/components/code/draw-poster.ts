import {
  CODE_SIZE,
  layOutPoster,
  POSTER_WIDTH,
  type PosterFont,
  type PosterLayout,
  type PosterWords,
  posterFonts,
} from '../../model/poster.ts'

/** Time limit for loading a picture. */
const LOAD_TIMEOUT_MS = 15_000

// A poster looks the same in every theme, like paper.
const PAPER = '#fff'
const colours: Record<PosterFont, string> = {
  name: '#1f1f1f',
  price: '#e02020',
  oldPrice: '#8c8c8c',
  shop: '#434343',
  hint: '#595959',
}

/**
 * Draws the poster of a product.
 * @param cover address of the cover; if it is on another domain, that domain must allow cross-origin reads
 * @param code address of the code that buyers scan
 * @returns the picture, and whether a placeholder replaces the cover
 * @throws when the code cannot be loaded or the browser cannot draw
 */
export async function drawPoster(words: PosterWords, cover: string, code: string) {
  const [coverPicture, codePicture] = await Promise.all([loadPicture(cover).catch(() => undefined), loadPicture(code)])
  const canvas = document.createElement('canvas')
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('this browser has no canvas')
  const family = getComputedStyle(document.body).fontFamily || 'sans-serif'
  const layout = layOutPoster(words, (text, font) => {
    brush.font = `${posterFonts[font]} ${family}`
    return brush.measureText(text).width
  })
  canvas.width = POSTER_WIDTH
  canvas.height = layout.height
  brush.fillStyle = PAPER
  brush.fillRect(0, 0, POSTER_WIDTH, layout.height)
  if (coverPicture) drawCover(brush, coverPicture, layout.cover)
  else drawNoCover(brush, layout.cover, family)
  brush.drawImage(codePicture, layout.code.x, layout.code.y, CODE_SIZE, CODE_SIZE)
  drawTexts(brush, layout, family)
  return { canvas, withoutCover: !coverPicture }
}

/** Draws the middle of the picture, filling the square. */
function drawCover(brush: CanvasRenderingContext2D, picture: HTMLImageElement, size: number) {
  const { naturalWidth, naturalHeight } = picture
  const side = Math.min(naturalWidth, naturalHeight)
  brush.drawImage(picture, (naturalWidth - side) / 2, (naturalHeight - side) / 2, side, side, 0, 0, size, size)
}

function drawNoCover(brush: CanvasRenderingContext2D, size: number, family: string) {
  brush.fillStyle = '#f0f0f0'
  brush.fillRect(0, 0, size, size)
  brush.fillStyle = colours.oldPrice
  brush.font = `${posterFonts.name} ${family}`
  brush.textAlign = 'center'
  brush.fillText('暂无图片', size / 2, size / 2)
  brush.textAlign = 'left'
}

function drawTexts(brush: CanvasRenderingContext2D, { texts }: PosterLayout, family: string) {
  for (const { text, font, x, y, width, struck } of texts) {
    brush.font = `${posterFonts[font]} ${family}`
    brush.fillStyle = colours[font]
    brush.fillText(text, x, y, width)
    if (struck) brush.fillRect(x, y - 10, width, 2)
  }
}

/** @throws when it does not load, is no picture, or its domain forbids saving it as part of the poster */
function loadPicture(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image()
    const fail = () => reject(new Error(`no picture at ${address.slice(0, 200)}`))
    picture.crossOrigin = 'anonymous'
    // Other sites refuse to serve pictures to foreign pages.
    picture.referrerPolicy = 'no-referrer'
    picture.onload = () => resolve(picture)
    picture.onerror = fail
    picture.src = address
    setTimeout(fail, LOAD_TIMEOUT_MS)
  })
}
