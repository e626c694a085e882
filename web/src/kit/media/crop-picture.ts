import { type Cut, cutOf, type Frame, type Turns } from './crop.ts'

/** Of JPEG and WebP: no eye sees that they were written again. */
const QUALITY = 0.92

/**
 * The part of a picture as a file of the same name and kind. A picture that stays as it is is not written again.
 * @returns undefined when the browser cannot make it, as with pictures that are too large for it
 */
export async function cropPicture(file: File, picture: ImageBitmap, turns: Turns, frame: Frame) {
  const cut = cutOf(picture, turns, frame)
  if (!turns && cut.width === picture.width && cut.height === picture.height) return file
  const canvas = document.createElement('canvas')
  if (!drawCut(canvas, picture, cut)) return
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, QUALITY))
  if (!made) return
  // Browsers that do not write the kind write PNG.
  const name = made.type === file.type ? file.name : file.name.replace(/\.[^.]*$/, '.png')
  return new File([made], name, { type: made.type })
}

/**
 * Draws it, smaller where `scale` says so.
 * @returns whether the browser had room for it
 */
export function drawCut(canvas: HTMLCanvasElement, picture: ImageBitmap, cut: Cut, scale = 1): boolean {
  const { width, height, matrix } = cut
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) return false
  context.imageSmoothingQuality = 'high'
  context.scale(scale, scale)
  context.transform(...matrix)
  context.drawImage(picture, 0, 0)
  return true
}
