import type { Gravity, Sharp, SharpConstructor } from 'sharp'

/** A text or a picture that lies over pictures, at one of the nine places of a grid. */
export type Watermark = { place: Gravity; opacity: number } & ({ text: string } | { picture: Buffer })

/** Pictures up to here are icons, on which nothing of a watermark could be read. */
const ICON_SIDE = 200
/** Parts of the picture's shorter side. */
const TEXT_PART = 0.05
const PICTURE_PART = 0.24
const MARGIN_PART = 0.03
const LEAST_TEXT = 12

/** Puts the mark over a picture, none on an icon. @returns the picture, drawn anew where it is marked */
export async function withMark(sharp: SharpConstructor, picture: Sharp, mark: Watermark | undefined): Promise<Sharp> {
  if (!mark) return picture
  const { data, info } = await picture.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true })
  const { width, height } = info
  if (Math.max(width, height) <= ICON_SIDE) return sharp(data)
  const side = Math.min(width, height)
  const margin = Math.round(side * MARGIN_PART)
  const [most, high] = [width - 2 * margin, height - 2 * margin]
  const drawn =
    'text' in mark
      ? textMark(mark.text, side, mark.opacity)
      : await pictureMark(sharp, mark.picture, side, mark.opacity)
  const fitting = await sharp(drawn)
    .resize({ width: most, height: high, fit: 'inside', withoutEnlargement: true })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#0000' })
    .png()
    .toBuffer()
  return sharp(data).composite([{ input: fitting, gravity: mark.place }])
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** White with a dark rim, so that it can be read on any ground. */
function textMark(text: string, side: number, opacity: number): Buffer {
  const size = Math.max(LEAST_TEXT, Math.round(side * TEXT_PART))
  const units = [...text].reduce((sum, sign) => sum + (sign.charCodeAt(0) > 0x2e7f ? 1 : 0.62), 0)
  const [width, height] = [Math.ceil(units * size + size * 0.6), Math.ceil(size * 1.5)]
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="50%" y="72%" text-anchor="middle"
    font-family="'Noto Sans SC','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif" font-size="${size}" font-weight="600"
    fill="#fff" stroke="#000" stroke-opacity="0.55" stroke-width="${(size / 12).toFixed(2)}" paint-order="stroke" opacity="${opacity}">${escaped(text)}</text></svg>`,
  )
}

async function pictureMark(sharp: SharpConstructor, picture: Buffer, side: number, opacity: number): Promise<Buffer> {
  const edge = Math.max(1, Math.round(side * PICTURE_PART))
  const veil = {
    create: { width: 1, height: 1, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: opacity } },
  }
  const input = await sharp(veil).png().toBuffer()
  return sharp(picture)
    .resize({ width: edge, height: edge, fit: 'inside' })
    .ensureAlpha()
    .composite([{ input, tile: true, blend: 'dest-in' }])
    .png()
    .toBuffer()
}
