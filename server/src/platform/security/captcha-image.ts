import { randomInt } from 'node:crypto'
import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

export type CaptchaKind = 'arithmetic' | 'char'

/** A picture of a question, and its answer. */
export type Captcha = { answer: string; svg: string }

type Point = { x: number; y: number }
/** A path command of an outline, with the points of its type. */
type Command = { type: 'M' | 'L' | 'Q' | 'C' | 'Z' } & Partial<Record<'x' | 'y' | 'x1' | 'y1' | 'x2' | 'y2', number>>
type Path = { commands: Command[]; getBoundingBox(): { x1: number; y1: number; x2: number; y2: number } }
type Font = { charToGlyph(character: string): { getPath(x: number, y: number, size: number): Path } }

/**
 * The font of svg-captcha, read with the first picture. Its drawing is not used: it draws upright and uses Math.random.
 */
const fontOf = () => (load('svg-captcha') as { options: { font: Font } }).options.font

const WIDTH = 111
const HEIGHT = 36
const MINUS: Path = {
  commands: [
    { type: 'M', x: 0, y: 0 },
    { type: 'L', x: 12, y: 0 },
    { type: 'L', x: 12, y: 3 },
    { type: 'L', x: 0, y: 3 },
    { type: 'Z' },
  ],
  getBoundingBox: () => ({ x1: 0, y1: 0, x2: 12, y2: 3 }),
}
/** Large enough that operators are visible; taller glyphs shrink to the frame. */
const FONT_SIZE = 52
/** Without 0, 1, I and O, which look alike. */
const CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const INKS = ['#1d39c4', '#531dab', '#9e1068', '#874d00', '#135200', '#00474f', '#262626']

/**
 * Draws a captcha of 111×36 without text nodes: each glyph is a path, tilted up to 15° and shifted; the paths are shuffled,
 * and three curves cross them.
 * @param kind `arithmetic`: two one-digit numbers with + − ×, never below zero; `char`: four characters
 * @param fixed draws and expects this text instead, for tests of the whole product
 * @returns the answer in upper case; callers compare it ignoring case
 */
export function drawCaptcha(kind: CaptchaKind, fixed?: string): Captcha {
  const { text, answer } = fixed ? { text: fixed, answer: fixed.toUpperCase() } : ask(kind)
  const cell = WIDTH / text.length
  const glyphs = [...text].map((character, place) => {
    const middle = { x: cell * (place + 0.5), y: HEIGHT / 2 }
    const ink = pick(INKS)
    return `<path fill="${ink}" stroke="${ink}" stroke-width=".4" d="${glyphPath(character, middle, cell - 4)}"/>`
  })
  const curve = () => `<path fill="none" stroke="${pick(INKS)}" stroke-width=".8" d="${curvePath()}"/>`
  const curves = [curve(), curve(), curve()]
  const size = `width="${WIDTH}" height="${HEIGHT}"`
  const paper = `<rect ${size} fill="#f0f2f5"/>`
  const drawing = shuffle([...glyphs, ...curves]).join('')
  const frame = `${size} viewBox="0 0 ${WIDTH} ${HEIGHT}"`
  return { answer, svg: `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${paper}${drawing}</svg>` }
}

/** A picture as the data URI for an `img`. */
export function dataUri(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

function ask(kind: CaptchaKind): { text: string; answer: string } {
  if (kind === 'char') {
    const text = Array.from({ length: 4 }, () => pick([...CHARACTERS])).join('')
    return { text, answer: text }
  }
  const a = randomInt(10)
  const b = randomInt(10)
  const [more, less] = [Math.max(a, b), Math.min(a, b)]
  const questions = [
    { text: `${a}+${b}=?`, answer: a + b },
    { text: `${more}−${less}=?`, answer: more - less },
    { text: `${a}×${b}=?`, answer: a * b },
  ]
  const { text, answer } = pick(questions)
  return { text, answer: String(answer) }
}

/** The outline of a character around a centre, tilted, shifted and roughened, at most `width` wide, inside the frame. */
function glyphPath(character: string, middle: Point, width: number): string {
  // Operators tilt less, or + and × could be mistaken for each other.
  const degrees = between(-1, 1) * ('+−×='.includes(character) ? 8 : 15) + (character === '×' ? 45 : 0)
  const path = outline(character)
  const { x1, y1, x2, y2 } = path.getBoundingBox()
  const scale = Math.min(1, width / (x2 - x1), (HEIGHT - 10) / (y2 - y1))
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const tilt = (x?: number, y?: number): Point[] => {
    if (x === undefined || y === undefined) return []
    const [right, down] = [(x - (x1 + x2) / 2) * scale, (y - (y1 + y2) / 2) * scale]
    return [{ x: right * cos - down * sin, y: right * sin + down * cos }]
  }
  const steps = path.commands.map(({ type, ...to }) => ({
    type,
    points: [...tilt(to.x1, to.y1), ...tilt(to.x2, to.y2), ...tilt(to.x, to.y)],
  }))
  const points = steps.flatMap((step) => step.points)
  const across = points.map(({ x }) => x)
  const down = points.map(({ y }) => y)
  const shift = {
    x: inside(middle.x + between(-1.5, 1.5), across, WIDTH),
    y: inside(middle.y + between(-3, 3), down, HEIGHT),
  }
  const fray = () => between(-0.25, 0.25)
  return steps
    .map(
      ({ type, points }) =>
        type + points.map(({ x, y }) => at({ x: x + shift.x + fray(), y: y + shift.y + fray() })).join(' '),
    )
    .join('')
}

/** The position closest to `wish` at which everything drawn around it lies between 0 and `size`. */
function inside(wish: number, drawn: number[], size: number): number {
  return Math.min(Math.max(wish, -Math.min(...drawn)), size - Math.max(...drawn))
}

/** The font has no ×, so its + is rotated; its minus is hollow and looks like =, so it is drawn as a bar. */
function outline(character: string): Path {
  if (character === '−') return MINUS
  return fontOf()
    .charToGlyph(character === '×' ? '+' : character)
    .getPath(0, 0, FONT_SIZE)
}

/** A curve from edge to edge. */
function curvePath(): string {
  const point = (from: number, to: number) => at({ x: between(from, to), y: between(2, HEIGHT - 2) })
  return `M${point(0, 15)}C${point(20, 50)} ${point(50, 90)} ${point(WIDTH - 15, WIDTH)}`
}

function at({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}

function between(low: number, high: number): number {
  return low + ((high - low) * randomInt(10_001)) / 10_000
}

function pick<T>(choices: readonly T[]): T {
  return choices[randomInt(choices.length)] as T
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: randomInt(2 ** 32) }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
