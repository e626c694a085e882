import { expect, test } from 'vitest'
import { cutOf, largestFrame, type Turns, turnedFrame, turnedSize, whole } from './crop.ts'

const photo = { width: 400, height: 300 }

test.each<[Turns, number, number]>([
  [0, 400, 300],
  [1, 300, 400],
  [2, 400, 300],
  [3, 300, 400],
])(
  'a whole picture after %i quarter turns is %i × %i, and its corners are the corners of the canvas',
  (turns, width, height) => {
    const cut = cutOf(photo, turns, whole)
    expect(cut).toMatchObject({ width, height })
    const [a, b, c, d, e, f] = cut.matrix
    const corners = [0, 400].flatMap((x) => [0, 300].map((y) => `${a * x + c * y + e},${b * x + d * y + f}`))
    expect(corners.sort()).toEqual([0, width].flatMap((x) => [0, height].map((y) => `${x},${y}`)).sort())
  },
)

test('the part framed after a turn to the right is the part that is drawn', () => {
  // The upper left quarter of the rotated picture is the lower left one of the file.
  const cut = cutOf(photo, 1, { x: 0, y: 0, width: 50, height: 50 })
  expect(cut).toMatchObject({ width: 150, height: 200 })
  const [a, b, c, d, e, f] = cut.matrix
  const place = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f]
  expect(place(0, 300)).toEqual([0, 0])
  expect(place(200, 150)).toEqual([150, 200])
})

test('the largest frame of a ratio is centred and has that ratio in pixels', () => {
  expect(largestFrame(photo, 1)).toEqual({ x: 12.5, y: 0, width: 75, height: 100 })
  expect(cutOf(photo, 0, largestFrame(photo, 16 / 9))).toMatchObject({ width: 400, height: 225 })
  expect(largestFrame(photo, undefined)).toEqual(whole)
  expect(cutOf(photo, 1, largestFrame(turnedSize(photo, 1), 1))).toMatchObject({ width: 300, height: 300 })
})

test('a frame rotates with its picture, and back', () => {
  const frame = { x: 10, y: 20, width: 30, height: 40 }
  expect(turnedFrame(frame, 'right')).toEqual({ x: 40, y: 10, width: 40, height: 30 })
  expect(turnedFrame(turnedFrame(frame, 'right'), 'left')).toEqual(frame)
})

test('a sliver keeps one pixel and stays inside the picture', () => {
  expect(cutOf(photo, 0, { x: 99.99, y: 0, width: 0.01, height: 100 })).toMatchObject({
    width: 1,
    height: 300,
    matrix: [1, 0, 0, 1, -399, -0],
  })
})
