// Pictures of templates, drawn in code: flat things on a quiet ground, without words, as no font is sure to be there.

/** Ground, a second ground behind, the thing, its shade, its light. */
export type Palette = { ground: string; far: string; main: string; shade: string; light: string }

export const palettes = {
  red: { ground: '#fdeeea', far: '#f8d5cc', main: '#e0533d', shade: '#b13a28', light: '#f5b3a5' },
  coffee: { ground: '#f3e9dc', far: '#e2cdb0', main: '#b98a5b', shade: '#8d6439', light: '#ecd6b8' },
  green: { ground: '#eef6e8', far: '#d3e8c3', main: '#6aa34d', shade: '#4a7d33', light: '#bfe0a8' },
  pink: { ground: '#fdf0f4', far: '#f8d6e1', main: '#dd7c9b', shade: '#b65877', light: '#f7c6d5' },
  blue: { ground: '#eaf3fa', far: '#cbe1f2', main: '#4a8fc0', shade: '#2f6b97', light: '#a9d0ea' },
  ink: { ground: '#f1f2f4', far: '#dcdfe4', main: '#4a525d', shade: '#2c333c', light: '#aab3be' },
  gold: { ground: '#fbf4e2', far: '#f3e1b4', main: '#d2a13a', shade: '#a37a20', light: '#f4dc9c' },
  violet: { ground: '#f3effa', far: '#ddd2f0', main: '#8670bb', shade: '#624d93', light: '#cbbde6' },
} as const satisfies Record<string, Palette>
export type Colour = keyof typeof palettes

type Draw = (palette: Palette) => string

const rect = (x: number, y: number, w: number, h: number, r: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`
const disc = (x: number, y: number, r: number, fill: string) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const line = (d: string, stroke: string, width = 4) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** Things in a square of 100, standing on its floor. */
export const things = {
  bag: (p) =>
    shape('M28 24h44l5 72H23z', p.main) +
    rect(26, 16, 48, 12, 3, p.shade) +
    disc(50, 60, 17, p.light) +
    shape('M44 70c-7-9-1-22 8-23 7 7 5 21-4 25z', p.shade),
  cup: (p) =>
    line('M70 46h7c12 0 12 26-3 27h-6', p.shade, 6) +
    shape('M22 34h50l-4 54c-.5 6-4 8-9 8H35c-5 0-8.500-2-9-8z', p.main) +
    shape('M22 34h50l-.7 9H22.700z', p.shade) +
    line('M38 24c-3-5 3-7 0-12M54 24c-3-5 3-7 0-12', p.light, 3),
  leaf: (p) =>
    shape('M16 84C10 40 42 14 88 14c2 46-22 76-58 70z', p.main) +
    line('M18 92c8-26 26-46 50-60M38 60c8 1 16 0 24-3M50 45c0-6 0-10-1-14', p.light, 4),
  fruit: (p) =>
    disc(38, 64, 29, p.main) +
    disc(66, 68, 26, p.shade) +
    disc(30, 55, 7, p.light) +
    line('M44 36c2-10 8-16 18-18', p.shade, 5) +
    shape('M60 20c8-10 20-10 26-4-6 10-18 12-26 4z', '#6aa34d'),
  bowl: (p) =>
    shape('M8 50h84c0 28-16 44-42 44S8 78 8 50z', p.main) +
    rect(4, 44, 92, 9, 4, p.shade) +
    disc(36, 38, 12, p.light) +
    disc(56, 34, 15, p.light) +
    disc(72, 42, 9, p.light),
  dress: (p) =>
    shape('M36 8h7c3 7 11 7 14 0h7l5 28-8 10 22 46c-20 7-46 7-66 0l22-46-8-10z', p.main) +
    rect(37, 42, 26, 7, 2, p.shade) +
    shape('M40 50h20l14 41c-14 3-34 3-48 0z', p.light),
  shirt: (p) =>
    shape('M34 12 12 24 3 46l17 7v41h60V53l17-7-9-22-22-12c-4 9-28 9-32 0z', p.main) +
    shape('M34 12c4 9 28 9 32 0l-5-2c-5 6-17 6-22 0z', p.shade) +
    disc(50, 56, 10, p.light),
  bottle: (p) =>
    rect(38, 4, 24, 14, 3, p.shade) +
    rect(43, 18, 14, 10, 0, p.light) +
    rect(27, 28, 46, 66, 9, p.main) +
    rect(27, 50, 46, 24, 0, p.light) +
    rect(36, 58, 28, 4, 2, p.shade) +
    rect(36, 65, 18, 3, 1.5, p.shade),
  cream: (p) =>
    rect(16, 48, 68, 46, 10, p.main) +
    rect(12, 30, 76, 22, 6, p.shade) +
    rect(28, 66, 44, 5, 2, p.light) +
    rect(36, 76, 28, 4, 2, p.light),
  lipstick: (p) =>
    shape('M38 40V20l24-14v34z', p.main) + rect(36, 40, 28, 16, 2, p.light) + rect(30, 54, 40, 40, 4, p.shade),
  phone: (p) =>
    rect(28, 4, 44, 90, 9, p.shade) +
    rect(32, 9, 36, 80, 5, p.light) +
    disc(50, 40, 13, p.main) +
    rect(39, 62, 22, 5, 2.5, p.main) +
    rect(43, 72, 14, 4, 2, p.main),
  headset: (p) =>
    line('M18 66V50a32 32 0 0 1 64 0v16', p.shade, 8) +
    rect(10, 56, 20, 36, 9, p.main) +
    rect(70, 56, 20, 36, 9, p.main) +
    rect(24, 60, 7, 28, 3, p.light) +
    rect(69, 60, 7, 28, 3, p.light),
  watch: (p) =>
    rect(36, 2, 28, 92, 6, p.shade) +
    rect(25, 24, 50, 50, 14, p.main) +
    rect(32, 31, 36, 36, 8, p.light) +
    line('M50 40v10l7 5', p.shade, 3.5),
  lamp: (p) =>
    shape('M34 8h32l16 42H18z', p.main) +
    rect(47, 50, 6, 34, 0, p.shade) +
    rect(30, 84, 40, 10, 5, p.shade) +
    line('M72 52v16', p.light, 3),
  chair: (p) =>
    rect(24, 8, 52, 44, 12, p.main) +
    rect(16, 48, 68, 18, 8, p.shade) +
    line('M26 68l-5 26M74 68l5 26', p.shade, 6) +
    rect(34, 18, 32, 24, 6, p.light),
  gift: (p) =>
    rect(14, 42, 72, 52, 5, p.main) +
    rect(8, 28, 84, 20, 4, p.shade) +
    rect(43, 28, 14, 66, 0, p.light) +
    line('M50 28C36 28 26 22 28 14s16-8 22 14c6-22 20-22 22-14s-8 14-22 14z', p.shade, 6),
  ticket: (p) =>
    shape('M6 30h88v14a9 9 0 0 0 0 18v14H6V62a9 9 0 0 0 0-18z', p.main) +
    line('M64 34v38', p.light, 3) +
    disc(34, 53, 11, p.light) +
    line('M74 44v18M82 44v18', p.light, 3),
  star: (p) =>
    shape('M50 6l13 28 31 4-23 21 6 31-27-15-27 15 6-31L6 38l31-4z', p.main) +
    shape('M50 24l7 16 17 2-12 12 3 17-15-8z', p.light),
  lantern: (p) =>
    line('M50 2v14M50 84v12', p.shade, 4) +
    rect(34, 14, 32, 9, 3, p.shade) +
    shape('M26 23h48c20 18 20 34 0 52H26C6 57 6 41 26 23z', p.main) +
    rect(34, 75, 32, 9, 3, p.shade) +
    line('M50 23v52M36 24c-8 16-8 34 0 50M64 24c8 16 8 34 0 50', p.light, 3),
} as const satisfies Record<string, Draw>
export type Thing = keyof typeof things

const at = (x: number, y: number, size: number, drawing: string) =>
  `<g transform="translate(${x} ${y}) scale(${size / 100})">${drawing}</g>`
const shadow = (x: number, y: number, width: number) =>
  `<ellipse cx="${x}" cy="${y}" rx="${width / 2}" ry="${width / 13}" fill="#000" opacity=".1"/>`
const sheet = (w: number, h: number, inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${inner}</svg>`

export type Drawing = { svg: string; w: number; h: number; alt: string }

/** A wide scene: an arch and a floor, the first thing in the middle and larger than those beside it. */
export function banner(
  alt: string,
  colour: Colour,
  [first, second, third]: readonly [Thing, Thing, Thing],
  mirrored = false,
): Drawing {
  const p = palettes[colour]
  const [middle, x] = mirrored ? [270, 120] : [490, 340]
  const floor = `<rect y="276" width="750" height="56" fill="${p.far}" opacity=".7"/>`
  const arch = `<path d="M${x} 332V170a150 150 0 0 1 300 0v162z" fill="${p.far}"/>`
  const sun = disc(mirrored ? 640 : 110, 66, 118, '#ffffff66')
  const far = at(mirrored ? 560 : 92, 190, 92, things.leaf({ ...p, main: p.far, light: p.ground }))
  const standing = [
    shadow(middle, 288, 190) + at(middle - 88, 112, 180, things[first](p)),
    shadow(middle - 132, 290, 104) + at(middle - 184, 190, 104, things[second]({ ...p, main: p.shade, shade: p.main })),
    shadow(middle + 124, 292, 98) + at(middle + 76, 198, 98, things[third]({ ...p, main: p.light, light: p.ground })),
  ]
  return {
    svg: sheet(
      750,
      332,
      `<rect width="750" height="332" fill="${p.ground}"/>${sun}${arch}${floor}${far}${standing.join('')}`,
    ),
    w: 750,
    h: 332,
    alt,
  }
}

/** A mark of a category: a thing in a rounded square. */
export function mark(alt: string, colour: Colour, thing: Thing): Drawing {
  const p = palettes[colour]
  return {
    svg: sheet(
      180,
      180,
      `<rect width="180" height="180" rx="54" fill="${p.ground}"/>${at(38, 34, 104, things[thing](p))}`,
    ),
    w: 180,
    h: 180,
    alt,
  }
}

/** A picture of any proportion with one thing in the light. */
export function scene(alt: string, colour: Colour, thing: Thing, w: number, h: number): Drawing {
  const p = palettes[colour]
  const size = Math.min(w, h) * 0.62
  const [x, floor] = [(w - size) / 2, h * 0.86]
  const back = disc(w / 2, h * 0.46, Math.min(w, h) * 0.4, p.far)
  const inner = `<rect width="${w}" height="${h}" fill="${p.ground}"/><rect y="${floor - 12}" width="${w}" height="${h - floor + 12}" fill="${p.far}" opacity=".6"/>`
  return {
    svg: sheet(
      w,
      h,
      `${inner}${back}${shadow(w / 2, floor, size * 0.9)}${at(x, floor - size * 0.95, size, things[thing](p))}`,
    ),
    w,
    h,
    alt,
  }
}
