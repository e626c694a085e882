import { type Cut, cutOf, type Frame, type Turns } from './crop.ts'

/** Quality of JPEG and WebP: re-encoding stays invisible. */
const QUALITY = 0.92

/**
 * The cropped part of a picture as a file of the same name and type. An unchanged picture is not re-encoded.
 * @returns undefined when the browser cannot create it, as with pictures that are too large
 */
export async function cropPicture(file: File, picture: ImageBitmap, turns: Turns, frame: Frame) {
  const cut = cutOf(picture, turns, frame)
  if (!turns && cut.width === picture.width && cut.height === picture.height) return file
  const canvas = document.createElement('canvas')
  if (!drawCut(canvas, picture, cut)) return
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, QUALITY))
  if (!made) return
  // Browsers that cannot encode the type produce PNG.
  const name = made.type === file.type ? file.name : file.name.replace(/\.[^.]*$/, '.png')
  return new File([made], name, { type: made.type })
}

/**
 * Draws it, scaled down by `scale`.
 * @returns whether the browser had enough memory
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
