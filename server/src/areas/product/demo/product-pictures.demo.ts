/** The colours of a picture: background, object, shade and highlight. */
type Palette = { ground: string; far: string; main: string; shade: string; light: string }

/** Palettes by the names of colours in specifications. */
export const palettes = {
  珊瑚: { ground: '#fff1ec', far: '#ffd9cc', main: '#f27a5e', shade: '#c9553b', light: '#ffb9a6' },
  湖蓝: { ground: '#eaf6fb', far: '#c9e8f5', main: '#3d9cc4', shade: '#26769a', light: '#9fd6ec' },
  抹茶: { ground: '#f0f7ea', far: '#d6eac5', main: '#74a857', shade: '#53823a', light: '#b9dba3' },
  奶咖: { ground: '#faf3ea', far: '#f0dfc8', main: '#b98a5b', shade: '#8d6439', light: '#e2c4a0' },
  雾紫: { ground: '#f4f0fa', far: '#dfd4f1', main: '#8a72bd', shade: '#675095', light: '#c3b3e3' },
  墨黑: { ground: '#f1f3f5', far: '#dbe0e5', main: '#47525d', shade: '#2c343b', light: '#93a0ac' },
  樱粉: { ground: '#fff0f4', far: '#ffd6e2', main: '#ea7fa2', shade: '#c05a7d', light: '#f9bccf' },
  暖黄: { ground: '#fff8e3', far: '#ffeab3', main: '#eab308', shade: '#b98700', light: '#fbe08a' },
} as const satisfies Record<string, Palette>
export type Colour = keyof typeof palettes

type Draw = (palette: Palette) => string

const rect = (x: number, y: number, width: number, height: number, r: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${r}" fill="${fill}"/>`
const disc = (x: number, y: number, r: number, fill: string) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const oval = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`
const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** A book with a drawing on its cover. */
const book =
  (emblem: Draw): Draw =>
  (p) =>
    rect(104, 44, 200, 316, 12, p.shade) +
    rect(116, 52, 196, 300, 6, '#fff') +
    rect(96, 36, 200, 312, 12, p.main) +
    rect(96, 36, 26, 312, 8, p.shade) +
    rect(146, 70, 126, 14, 7, p.light) +
    rect(146, 94, 84, 10, 5, p.light) +
    emblem(p) +
    rect(146, 304, 126, 10, 5, p.light)

/** The shapes of things, in a square of 400. */
export const glyphs = {
  tshirt: (p) =>
    shape('M140 60 60 104 34 186l62 24v142h208V210l62-24-26-82-80-44c-12 36-108 36-120 0Z', p.main) +
    shape('M140 60c12 36 108 36 120 0l-14-8c-16 22-76 22-92 0Z', p.shade) +
    rect(96, 318, 208, 34, 4, p.shade) +
    disc(200, 200, 34, p.light) +
    shape('M200 176l8 17 18 2-13 13 3 18-16-9-16 9 3-18-13-13 18-2Z', p.main),
  dress: (p) =>
    shape('M158 40h18c8 22 40 22 48 0h18l14 104-26 34 74 178c-60 26-148 26-208 0l74-178-26-34Z', p.main) +
    rect(158, 168, 84, 22, 8, p.shade) +
    shape('M170 190h60l34 172c-40 10-88 10-128 0Z', p.light) +
    disc(200, 120, 7, p.light),
  jeans: (p) =>
    shape('M112 44h176l22 312h-76l-34-190-34 190H90Z', p.main) +
    rect(108, 44, 184, 34, 6, p.shade) +
    disc(200, 61, 8, p.light) +
    line('M124 92c4 36 30 44 48 40M276 92c-4 36-30 44-48 40M200 78v60', p.light, 5) +
    rect(90, 340, 78, 16, 4, p.shade) +
    rect(232, 340, 78, 16, 4, p.shade),
  sneaker: (p) =>
    shape('M48 150c30 22 66 10 84-26l112 92c24 18 108 16 116 64v20H40V180Z', p.main) +
    rect(34, 286, 332, 34, 17, '#fff') +
    rect(34, 304, 332, 20, 10, p.shade) +
    line('M150 168l34-16M178 190l34-16M206 212l34-16', '#fff', 9) +
    shape('M64 236c60 20 120 14 168-14l26 18c-60 46-140 52-206 30Z', p.light),
  hat: (p) =>
    shape('M116 200c-6-130 174-130 168 0l28 10H88Z', p.main) +
    shape('M40 268c20-60 100-66 160-66s140 6 160 66c-60 30-260 30-320 0Z', p.shade) +
    rect(112, 186, 176, 26, 8, p.light) +
    line('M70 262c60 18 200 18 260 0', p.light, 5),
  fruit: (p) =>
    shape('M200 122c-52-44-146-14-146 88 0 96 84 160 146 130 62 30 146-34 146-130 0-102-94-132-146-88Z', p.main) +
    shape('M84 200c2-40 26-66 56-66-24 20-34 60-24 100-22 6-34-14-32-34Z', p.light) +
    line('M200 128c-2-30 6-58 26-76', '#7a5230', 12) +
    shape('M222 92c22-46 74-50 100-30-18 42-64 54-100 30Z', '#6aa84f'),
  tea: (p) =>
    rect(116, 90, 168, 262, 18, p.main) +
    rect(106, 52, 188, 56, 16, p.shade) +
    rect(116, 168, 168, 126, 0, p.light) +
    shape('M200 184c-40 26-44 66 0 96 44-30 40-70 0-96Z', '#5d9142') +
    line('M200 196v76', '#fff', 5) +
    rect(128, 316, 144, 10, 5, p.light),
  rice: (p) =>
    shape('M96 96c40-18 168-18 208 0 34 80 30 180 6 256-60 14-160 14-220 0-24-76-28-176 6-256Z', p.main) +
    shape('M96 96c14-34 30-42 52-54h104c22 12 38 20 52 54-40-14-168-14-208 0Z', p.shade) +
    oval(200, 228, 78, 66, '#fffaf0') +
    line(
      'M200 276v-76M200 232c-20-4-30-18-30-34M200 232c20-4 30-18 30-34M200 260c-24-4-36-20-36-36M200 260c24-4 36-20 36-36',
      p.shade,
      7,
    ),
  milk: (p) =>
    shape('M112 140 156 70h88l44 70v216H112Z', '#fff') +
    shape('M112 140 156 70h88l44 70Z', p.light) +
    rect(150, 40, 100, 34, 8, p.main) +
    rect(112, 212, 176, 96, 0, p.main) +
    shape('M200 228c-30 34-28 62 0 62s30-28 0-62Z', '#fff') +
    rect(112, 340, 176, 16, 4, p.light),
  coffee: (p) =>
    shape('M120 84h160l14 268H106Z', p.main) +
    rect(112, 52, 176, 40, 8, p.shade) +
    disc(200, 214, 62, '#fff8ee') +
    shape('M176 250c-26-30-4-78 30-84 26 22 20 78-14 92-6 2-12-2-16-8Z', '#6f4526') +
    line('M182 246c14-14 10-40 24-66', '#fff8ee', 5) +
    rect(132, 312, 136, 12, 6, p.light),
  mug: (p) =>
    line('M276 150h30c46 0 46 104-10 108h-26', p.shade, 24) +
    shape('M84 108h200l-14 216c-2 22-16 32-36 32H134c-20 0-34-10-36-32Z', p.main) +
    oval(184, 108, 100, 24, p.shade) +
    oval(184, 110, 84, 17, '#6f4526') +
    shape('M184 250c-34-18-46-44-28-60 12-10 24-2 28 10 4-12 16-20 28-10 18 16 6 42-28 60Z', p.light) +
    line('M150 76c-14-18 12-26 0-46M206 76c-14-18 12-26 0-46', p.light, 8),
  pillow: (p) =>
    shape('M66 84c90 20 178 20 268 0 22 78 22 156 0 234-90-20-178-20-268 0-22-78-22-156 0-234Z', p.main) +
    shape('M92 112c72 14 144 14 216 0 14 60 14 118 0 178-72-14-144-14-216 0-14-60-14-118 0-178Z', p.light) +
    line('M128 200l36-36 36 36 36-36 36 36M128 244l36-36 36 36 36-36 36 36', p.main, 9),
  lamp: (p) =>
    shape('M136 48h128l62 132H74Z', p.main) +
    shape('M136 48h34l-24 132H74Z', p.light) +
    oval(200, 184, 40, 24, '#ffe9a8') +
    rect(190, 180, 20, 144, 0, p.shade) +
    rect(122, 320, 156, 30, 15, p.shade) +
    line('M264 186v64', p.shade, 5) +
    disc(264, 256, 9, p.main),
  towel: (p) =>
    rect(70, 236, 260, 98, 40, p.main) +
    rect(82, 158, 236, 94, 40, p.light) +
    rect(96, 88, 208, 84, 38, p.shade) +
    line('M112 286h180M124 206h160M136 130h136', '#fff', 7) +
    disc(304, 286, 22, p.shade) +
    disc(296, 206, 20, p.main) +
    disc(284, 130, 18, p.light),
  pot: (p) =>
    rect(34, 180, 54, 26, 13, p.shade) +
    rect(312, 180, 54, 26, 13, p.shade) +
    shape('M72 160h256v120c0 44-26 66-60 66H132c-34 0-60-22-60-66Z', p.main) +
    shape('M62 160c10-60 70-84 138-84s128 24 138 84Z', p.light) +
    rect(58, 152, 284, 22, 11, p.shade) +
    disc(200, 66, 18, p.shade) +
    line('M112 216v70', '#fff', 9),
  headphones: (p) =>
    line('M76 236c-8-210 256-210 248 0', p.main, 26) +
    rect(50, 210, 74, 130, 34, p.shade) +
    rect(276, 210, 74, 130, 34, p.shade) +
    rect(92, 222, 40, 106, 20, p.light) +
    rect(268, 222, 40, 106, 20, p.light),
  keyboard: (p) =>
    rect(28, 118, 344, 172, 24, p.shade) +
    rect(28, 106, 344, 172, 24, p.main) +
    [0, 1, 2]
      .flatMap((row) =>
        Array.from({ length: 8 }, (_, key) =>
          rect(48 + key * 39, 126 + row * 38, 31, 29, 7, (row * 8 + key) % 7 === 3 ? '#fff' : p.light),
        ),
      )
      .join('') +
    rect(126, 240, 148, 25, 8, p.light),
  watch: (p) =>
    rect(140, 28, 120, 344, 30, p.shade) +
    rect(100, 104, 200, 192, 52, p.main) +
    rect(118, 122, 164, 156, 38, '#1f262d') +
    line('M200 200v-46M200 200l36 20', p.light, 9) +
    disc(200, 200, 9, '#fff') +
    rect(300, 176, 16, 48, 8, p.shade) +
    line('M146 246c24 20 84 20 108 0', p.main, 8),
  speaker: (p) =>
    rect(98, 40, 204, 320, 46, p.main) +
    disc(200, 246, 76, p.shade) +
    disc(200, 246, 52, p.light) +
    disc(200, 246, 20, p.shade) +
    disc(200, 112, 38, p.shade) +
    disc(200, 112, 18, p.light),
  charger: (p) =>
    rect(112, 92, 176, 204, 40, p.main) +
    rect(152, 44, 22, 56, 8, p.shade) +
    rect(226, 44, 22, 56, 8, p.shade) +
    shape('M214 128l-54 84h36l-14 62 58-90h-38Z', '#fff') +
    line('M200 296c0 60 90 20 90 66', p.shade, 14),
  lipstick: (p) =>
    shape('M160 176V96c0-24 40-60 80-60v140Z', p.main) +
    shape('M160 176V96c0-12 10-26 26-38v118Z', p.light) +
    rect(150, 172, 100, 60, 6, '#e9c46a') +
    rect(132, 228, 136, 132, 14, p.shade) +
    rect(150, 246, 16, 96, 8, p.main),
  cream: (p) =>
    rect(76, 176, 248, 164, 40, p.main) +
    rect(64, 96, 272, 92, 26, p.shade) +
    rect(84, 114, 232, 14, 7, p.light) +
    rect(120, 222, 160, 74, 12, '#fff') +
    rect(144, 242, 112, 10, 5, p.shade) +
    rect(164, 264, 72, 8, 4, p.light),
  serum: (p) =>
    rect(176, 28, 48, 70, 22, p.shade) +
    rect(158, 92, 84, 48, 8, '#e9c46a') +
    shape('M152 140h96c46 14 56 40 56 76v112c0 20-12 30-30 30H126c-18 0-30-10-30-30V216c0-36 10-62 56-76Z', p.main) +
    shape('M112 236h176v92c0 10-6 14-14 14H126c-8 0-14-4-14-14Z', p.light) +
    shape('M200 250c-22 28-20 56 0 56s22-28 0-56Z', '#fff'),
  perfume: (p) =>
    rect(164, 36, 72, 64, 10, p.shade) +
    rect(176, 96, 48, 34, 4, '#e9c46a') +
    rect(86, 126, 228, 226, 34, p.light) +
    shape('M104 220c60-24 130 26 192 0v98c0 10-8 16-18 16H122c-10 0-18-6-18-16Z', p.main) +
    rect(146, 180, 108, 74, 8, '#fff') +
    line('M168 208h64M180 228h40', p.shade, 6),
  mask: (p) =>
    rect(84, 36, 232, 328, 18, p.main) +
    rect(84, 36, 232, 36, 12, p.shade) +
    shape('M200 116c60 0 84 40 78 96-6 56-40 96-78 96s-72-40-78-96c-6-56 18-96 78-96Z', '#fff') +
    oval(168, 194, 18, 9, p.main) +
    oval(232, 194, 18, 9, p.main) +
    oval(200, 262, 20, 8, p.main) +
    line('M200 206v24', p.light, 6),
  bottle: (p) =>
    shape('M170 90c-4-30 8-56 30-56s34 26 30 56Z', '#f6d7a8') +
    rect(140, 88, 120, 42, 12, p.main) +
    shape('M144 130h112c34 20 38 50 38 80v110c0 26-14 40-38 40H144c-24 0-38-14-38-40V210c0-30 4-60 38-80Z', p.light) +
    shape('M118 232h164v84c0 20-10 30-28 30H146c-18 0-28-10-28-30Z', '#fff') +
    line('M262 180h-26M262 214h-40M262 248h-26M262 282h-40', p.main, 7),
  bear: (p) =>
    disc(110, 104, 46, p.shade) +
    disc(290, 104, 46, p.shade) +
    disc(110, 104, 24, p.light) +
    disc(290, 104, 24, p.light) +
    oval(200, 192, 138, 124, p.main) +
    oval(200, 240, 62, 48, p.light) +
    disc(148, 182, 13, '#3b2f2a') +
    disc(252, 182, 13, '#3b2f2a') +
    oval(200, 218, 20, 14, '#3b2f2a') +
    line('M200 232v16c-10 14-26 12-34 2M200 248c10 14 26 12 34 2', '#3b2f2a', 6),
  blocks: (p) =>
    rect(56, 214, 136, 136, 16, p.main) +
    rect(208, 214, 136, 136, 16, p.shade) +
    rect(132, 64, 136, 136, 16, p.light) +
    shape('M200 94l34 64h-68Z', p.shade) +
    disc(124, 282, 34, p.light) +
    rect(246, 252, 60, 60, 8, p.light),
  diaper: (p) =>
    rect(78, 66, 244, 290, 30, p.main) +
    rect(78, 66, 244, 62, 26, p.shade) +
    line('M160 66c0-30 80-30 80 0', p.shade, 14) +
    oval(200, 232, 84, 78, '#fff') +
    oval(200, 232, 44, 42, p.light) +
    disc(184, 226, 6, p.shade) +
    disc(216, 226, 6, p.shade) +
    line('M186 248c8 8 20 8 28 0', p.shade, 5) +
    rect(110, 326, 180, 10, 5, p.light),
  stroller: (p) =>
    line('M318 60c-40-20-58 20-66 60M120 268l-28 44M250 268l32 44', p.shade, 14) +
    shape('M80 180h244c-4 64-54 100-122 100S84 244 80 180Z', p.main) +
    shape('M80 176c0-70 50-118 118-120v120Z', p.light) +
    line('M198 60v116M198 176 116 92', p.main, 7) +
    disc(110, 326, 34, p.shade) +
    disc(276, 326, 34, p.shade) +
    disc(110, 326, 14, '#fff') +
    disc(276, 326, 14, '#fff'),
  tent: (p) =>
    shape('M200 62 28 332h344Z', p.main) +
    shape('M200 62 28 332h110Z', p.shade) +
    shape('M200 150 138 332h124Z', '#33404a') +
    shape('M200 150l-62 182h30Z', p.light) +
    line('M200 62l16-28M14 342h372', p.shade, 9) +
    disc(326, 84, 26, '#ffe08a'),
  backpack: (p) =>
    line('M150 76c0-48 100-48 100 0', p.shade, 18) +
    rect(50, 206, 70, 124, 28, p.shade) +
    rect(280, 206, 70, 124, 28, p.shade) +
    shape('M92 160c0-64 44-96 108-96s108 32 108 96v160c0 24-14 36-36 36H128c-22 0-36-12-36-36Z', p.main) +
    rect(122, 226, 156, 98, 20, p.light) +
    rect(122, 250, 156, 12, 0, p.shade) +
    rect(150, 130, 100, 50, 14, p.shade) +
    rect(188, 250, 24, 34, 6, '#fff'),
  thermos: (p) =>
    rect(152, 32, 96, 74, 18, p.shade) +
    rect(140, 98, 120, 28, 6, '#e4e8ec') +
    rect(128, 122, 144, 240, 34, p.main) +
    rect(146, 146, 20, 184, 10, p.light) +
    shape('M200 214l48 76h-96Z', '#fff') +
    shape('M222 250l38 40h-70Z', p.light),
  helmet: (p) =>
    shape('M44 244c0-120 78-180 168-180 96 0 148 80 148 170 0 20-12 30-30 30H70c-18 0-26-6-26-20Z', p.main) +
    shape('M96 190c14-54 54-88 104-96-30 26-48 60-52 104Z', p.shade) +
    shape('M190 194c6-50 28-84 62-96 12 26 14 62 8 98Z', p.shade) +
    rect(40, 246, 326, 28, 14, p.light) +
    line('M110 274c20 60 70 76 110 72M284 274c-6 40-26 64-64 72', p.shade, 9),
  chair: (p) =>
    line('M92 340 268 190M308 340 132 190M108 60v130M292 60v130', '#8d98a3', 14) +
    shape('M100 64h200v112c-60 22-140 22-200 0Z', p.main) +
    shape('M86 190h228l-18 52c-60 14-132 14-192 0Z', p.shade) +
    rect(62, 150, 62, 20, 10, p.light) +
    rect(276, 150, 62, 20, 10, p.light),
  novel: book(
    (p) =>
      disc(209, 196, 56, p.light) +
      shape('M153 220c30-44 50-8 66-30s30-6 46 22c-12 26-34 40-56 40s-46-10-56-32Z', p.shade),
  ),
  cookbook: book(
    (p) =>
      shape('M153 200h112c0 44-24 66-56 66s-56-22-56-66Z', p.light) +
      line('M184 176c-10-14 10-22 0-38M232 176c-10-14 10-22 0-38', p.light, 7),
  ),
  picturebook: book(
    (p) =>
      disc(186, 176, 22, p.light) +
      disc(234, 176, 22, p.light) +
      disc(209, 212, 46, p.light) +
      disc(194, 206, 6, p.shade) +
      disc(226, 206, 6, p.shade),
  ),
  techbook: book((p) => line('M182 170l-32 34 32 34M238 170l32 34-32 34M222 158l-24 92', p.light, 11)),
  notebook: book(
    (p) => line('M150 150h116M150 182h116M150 214h80M150 246h100', p.light, 8) + rect(262, 36, 14, 312, 0, p.shade),
  ),
} as const satisfies Record<string, Draw>
export type Glyph = keyof typeof glyphs

/** Draws a picture of goods as an SVG of 800 by 800. */
export function drawGoods(glyph: Glyph, colour: Colour): string {
  const p = palettes[colour]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 800 800">
    <rect width="800" height="800" fill="${p.ground}"/>
    <circle cx="400" cy="390" r="292" fill="${p.far}"/>
    <circle cx="662" cy="150" r="44" fill="${p.light}" opacity=".5"/><circle cx="128" cy="640" r="28" fill="${p.light}" opacity=".5"/>
    <ellipse cx="400" cy="640" rx="196" ry="22" fill="${p.shade}" opacity=".22"/>
    <g transform="translate(180 182) scale(1.1)">${glyphs[glyph](p)}</g></svg>`
}

/** Draws a reviewer's face as an SVG of 200 by 200. */
export function drawFace(colour: Colour): string {
  const p = palettes[colour]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 200 200">
    <rect width="200" height="200" fill="${p.far}"/><circle cx="100" cy="82" r="40" fill="${p.main}"/>
    <path d="M22 200c4-54 36-80 78-80s74 26 78 80Z" fill="${p.main}"/></svg>`
}

/** Draws the logo of a brand, one for each number, as an SVG of 360 by 360. */
export function drawMark(number: number, colour: Colour): string {
  const p = palettes[colour]
  const turn = 30 * (number % 12)
  const petals = 3 + (number % 4)
  const leaves = Array.from({ length: petals }, (_, petal) => {
    const angle = turn + (360 / petals) * petal
    return `<ellipse cx="180" cy="118" rx="34" ry="72" fill="${petal % 2 ? p.light : '#fff'}" opacity=".9"
      transform="rotate(${angle} 180 180)"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="360" viewBox="0 0 360 360">
    <rect width="360" height="360" rx="56" fill="${p.main}"/>${leaves.join('')}<circle cx="180" cy="180" r="26" fill="${p.shade}"/></svg>`
}
