export type Size = { width: number; height: number }

/** A part of a picture, in percent of its sides. */
export type Frame = Size & { x: number; y: number }

/** Quarter turns to the right. */
export type Turns = 0 | 1 | 2 | 3

export const whole: Frame = { x: 0, y: 0, width: 100, height: 100 }

/** The size of a picture after rotation. */
export function turnedSize({ width, height }: Size, turns: Turns): Size {
  return turns % 2 ? { width: height, height: width } : { width, height }
}

/** The same part of a picture after one more turn, to the right or to the left. */
export function turnedFrame({ x, y, width, height }: Frame, to: 'right' | 'left'): Frame {
  const turned = { width: height, height: width }
  return to === 'right' ? { ...turned, x: 100 - y - height, y: x } : { ...turned, x: y, y: 100 - x - width }
}

/** The largest centred part of the given ratio; the whole picture without a ratio. */
export function largestFrame({ width, height }: Size, ratio: number | undefined): Frame {
  if (!ratio) return whole
  const share = (ratio * height) / width
  const part = { width: 100 * Math.min(1, share), height: 100 * Math.min(1, 1 / share) }
  return { ...part, x: (100 - part.width) / 2, y: (100 - part.height) / 2 }
}

/** The size of the canvas, and the matrix that maps the picture's points, as in the file, onto it. */
export type Cut = Size & { matrix: [number, number, number, number, number, number] }

/**
 * How a part of a rotated picture is drawn onto a canvas, pixel by pixel.
 * @param picture its size in the file
 * @param frame part of the picture after rotation
 */
export function cutOf(picture: Size, turns: Turns, frame: Frame): Cut {
  const turned = turnedSize(picture, turns)
  const width = Math.max(1, Math.round((turned.width * frame.width) / 100))
  const height = Math.max(1, Math.round((turned.height * frame.height) / 100))
  const x = Math.min(Math.round((turned.width * frame.x) / 100), turned.width - width)
  const y = Math.min(Math.round((turned.height * frame.y) / 100), turned.height - height)
  const matrices: Record<Turns, Cut['matrix']> = {
    0: [1, 0, 0, 1, -x, -y],
    1: [0, 1, -1, 0, turned.width - x, -y],
    2: [-1, 0, 0, -1, turned.width - x, turned.height - y],
    3: [0, -1, 1, 0, -x, turned.height - y],
  }
  return { width, height, matrix: matrices[turns] }
}
