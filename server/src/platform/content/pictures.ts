import { rename, stat } from 'node:fs/promises'
import type { Sharp, SharpConstructor } from 'sharp'
import { HttpError } from '../http/errors.ts'
import { type Watermark, withMark } from './watermark.ts'

const MAX_SIDE = 12_000
const MAX_PIXELS = 50_000_000
const THUMB_SIDE = 300
/** Pictures decoded concurrently; each may take 200 MB. */
const AT_ONCE = 2

const limits = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const

/** How pictures are stored: `mark` lies over those that buyers see. */
export type PictureStyle = { quality: number; maxEdge: number; mark?: Watermark | undefined }
/** What all pictures had before a shop could choose. */
const USUAL: PictureStyle = { quality: 90, maxEdge: MAX_SIDE }
/** Longer than so many times their width, pictures are strips, of which the narrow side decides whether they can be read. */
const STRIP = 2.5

/**
 * Rewrites a picture in place, upright and with nothing but its pixels: no metadata and no other data from the file.
 * Animations are kept.
 * @returns its size in pixels and in bytes, and the path of a WebP of at most 300 px beside it
 * @throws 413 when the header declares more pixels than we decode; 415 when it is not a picture
 */
export function cleanPicture(path: string, extension: string, style: PictureStyle = USUAL) {
  return inTurn(async (sharp) => {
    const { width, height, pages } = await measure(sharp, path)
    const draft = `${path}.clean`
    const upright = sharp(path, { ...limits, animated: pages > 1 }).autoOrient()
    const shrunk = withinEdge(upright, { width, height }, style.maxEdge)
    const marked = pages > 1 ? shrunk : await refusingDamage(withMark(sharp, shrunk, style.mark))
    const picture = encode(marked, extension, style.quality)
    const written = await refusingDamage(picture.toFile(draft))
    await rename(draft, path)
    const thumbPath = `${path}.thumb`
    await shrink(sharp, path, THUMB_SIDE, style.quality).toFile(thumbPath)
    const [{ size: bytes }, { size: thumbBytes }] = [await stat(path), await stat(thumbPath)]
    const size = { width: written.width || width, height: (written.pageHeight ?? written.height) || height }
    return { ...size, bytes, thumbPath, thumbBytes }
  })
}

/**
 * Rewrites a picture as a square, cropped around its centre.
 * @throws as {@link cleanPicture}
 */
export function squarePicture(path: string, side: number, extension: string): Promise<void> {
  return inTurn(async (sharp) => {
    await measure(sharp, path)
    const draft = `${path}.clean`
    const square = sharp(path, limits).autoOrient().resize(side, side, { fit: 'cover' })
    await refusingDamage(encode(square, extension, USUAL.quality).toFile(draft))
    await rename(draft, path)
  })
}

/** Converts a picture to WebP, at most `width` pixels wide and never enlarged. */
export function narrowPicture(content: Buffer, width: number, quality?: number): Promise<Buffer> {
  return inTurn((sharp) => shrink(sharp, content, width, quality).toBuffer())
}

/** Converts a drawing of our own, an SVG, to WebP. */
export function drawPicture(svg: string): Promise<Buffer> {
  return inTurn((sharp) => sharp(Buffer.from(svg), limits).webp({ quality: 82 }).toBuffer())
}

/** Converts a picture to JPEG on white, at most `width` pixels wide and never enlarged. */
export function jpegPicture(content: Buffer, width: number): Promise<Buffer> {
  return inTurn((sharp) =>
    sharp(content, limits)
      .resize({ width, withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 })
      .toBuffer(),
  )
}

/** How large a picture may be that leaves for somewhere else. */
export type PictureRoom = { width: number; height: number; bytes: number }
const QUALITIES = [88, 75, 60, 45]

/** A picture as it is where it fits, else as the best JPEG that does. @throws 415 as {@link cleanPicture}; 422 where none fits */
export function fitPicture(content: Buffer, room: PictureRoom): Promise<{ mime: string; content: Buffer }> {
  return inTurn(async (sharp) => {
    const { format, width = 0, height = 0 } = await refusingDamage(sharp(content, limits).metadata())
    const fits = width <= room.width && height <= room.height && content.length <= room.bytes
    if (fits && (format === 'jpeg' || format === 'png')) return { mime: `image/${format}`, content }
    for (const quality of QUALITIES) {
      const made = await refusingDamage(
        sharp(content, limits)
          .autoOrient()
          .resize({ width: room.width, height: room.height, fit: 'inside', withoutEnlargement: true })
          .flatten({ background: '#ffffff' })
          .jpeg({ quality })
          .toBuffer(),
      )
      if (made.length <= room.bytes) return { mime: 'image/jpeg', content: made }
    }
    throw new HttpError(422, 'BUSINESS_RULE', '图片太大，请换一张')
  })
}

function shrink(sharp: SharpConstructor, source: string | Buffer, width: number, quality = 80): Sharp {
  return sharp(source, limits)
    .resize({ width, height: width * 4, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
}

/** @throws 413, 415 as {@link cleanPicture} */
async function measure(
  sharp: SharpConstructor,
  path: string,
): Promise<{ width: number; height: number; pages: number }> {
  const { width, height, pageHeight, pages = 1 } = await refusingDamage(sharp(path, limits).metadata())
  const frame = pageHeight ?? height
  if (width > MAX_SIDE || frame > MAX_SIDE || width * frame * pages > MAX_PIXELS)
    throw new HttpError(413, 'TOO_LARGE', '图片尺寸过大')
  return { width, height: frame, pages }
}

/** Makes a picture small enough; one that is small stays as it is. */
function withinEdge(picture: Sharp, { width, height }: { width: number; height: number }, maxEdge: number): Sharp {
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const decisive = long > short * STRIP ? short : long
  if (decisive <= maxEdge) return picture
  const edge = Math.max(1, Math.round((long * maxEdge) / decisive))
  return picture.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
}

function encode(picture: Sharp, extension: string, quality: number): Sharp {
  if (extension === 'png') return picture.png()
  if (extension === 'gif') return picture.gif()
  if (extension === 'webp') return picture.webp({ quality })
  return picture.jpeg({ quality })
}

function refusingDamage<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: Error) => {
    if (/pixel limit/i.test(error.message)) throw new HttpError(413, 'TOO_LARGE', '图片尺寸过大', {})
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', '图片已损坏或无法识别，请更换图片')
  })
}

let busy = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: (sharp: SharpConstructor) => Promise<Result>): Promise<Result> {
  if (busy >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else busy++
  try {
    return await work(await loadSharp())
  } finally {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
}

/** Image codecs load lazily: they take 20 MB, which only processes that handle pictures need. */
async function loadSharp(): Promise<SharpConstructor> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
