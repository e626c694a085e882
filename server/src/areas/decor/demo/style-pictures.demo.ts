/** The side of a frame; a strip is as wide. */
const SIDE = 750
const STRIP_HEIGHT = 100

type Ink = { dark: string; main: string; light: string; gold: string }
export const inks = {
  red: { dark: '#a3160f', main: '#e1251b', light: '#ff8a5c', gold: '#ffe3a6' },
  green: { dark: '#0f6b4a', main: '#1c9a6c', light: '#9fe0bf', gold: '#fff1c9' },
} as const satisfies Record<string, Ink>

const svg = (height: number, inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${height}" viewBox="0 0 ${SIDE} ${height}">${inner}</svg>`

/** A star of five points. */
function star(x: number, y: number, radius: number, fill: string): string {
  const points = Array.from({ length: 10 }, (_, at) => {
    const [length, angle] = [at % 2 ? radius * 0.42 : radius, (Math.PI / 5) * at - Math.PI / 2]
    return `${(x + length * Math.cos(angle)).toFixed(1)},${(y + length * Math.sin(angle)).toFixed(1)}`
  })
  return `<polygon points="${points.join(' ')}" fill="${fill}"/>`
}

/** Draws a frame for a picture of goods, transparent within: a border, and a wave with stars at the bottom. */
export function drawFrame({ dark, main, light, gold }: Ink): string {
  const stars = [120, 250, 375, 500, 630].map((x, at) => star(x, at % 2 ? 706 : 694, at === 2 ? 26 : 15, gold))
  return svg(
    SIDE,
    `<rect x="10" y="10" width="730" height="730" rx="26" fill="none" stroke="${main}" stroke-width="20"/>
    <rect x="24" y="24" width="702" height="702" rx="18" fill="none" stroke="${gold}" stroke-width="3"/>
    <path d="M0 640C130 590 250 660 375 636S620 590 750 640V724a26 26 0 0 1-26 26H26a26 26 0 0 1-26-26Z" fill="${dark}"/>
    <path d="M0 660c140-46 240 30 375 4s240-50 375-4v64a26 26 0 0 1-26 26H26a26 26 0 0 1-26-26Z" fill="${main}"/>
    <path d="M0 0h196L0 196Z" fill="${main}"/><path d="M0 0h150L0 150Z" fill="${dark}"/>
    <path d="M0 204L204 0h12L0 216Z" fill="${light}"/>
    ${star(56, 56, 30, gold)}${stars.join('')}`,
  )
}

/** Draws a strip below the picture of a product's page: stripes, and medals with stars between them. */
export function drawStrip({ dark, main, light, gold }: Ink): string {
  const stripes = Array.from({ length: 13 }, (_, at) => {
    const x = at * 70 - 60
    return `<path d="M${x} 100L${x + 60} 0h26L${x + 26} 100Z" fill="${light}" opacity=".22"/>`
  })
  const medals = [75, 225, 375, 525, 675].map(
    (x) =>
      `<circle cx="${x}" cy="50" r="31" fill="${dark}"/><circle cx="${x}" cy="50" r="26" fill="none" stroke="${gold}" stroke-width="2"/>${star(x, 51, 18, gold)}`,
  )
  return svg(
    STRIP_HEIGHT,
    `<rect width="${SIDE}" height="${STRIP_HEIGHT}" fill="${main}"/>${stripes.join('')}
    <path d="M0 4h750M0 96h750" stroke="${gold}" stroke-width="3"/>${medals.join('')}`,
  )
}
