// Colours as `#` and six hexadecimal digits, for the console's themes and the shop's.

const MAX_SATURATION = 0.88
const LIGHTNESS_STEP = 0.005

/**
 * Mixes two colours of six hexadecimal digits.
 * @param share of `other` in the result, 0 to 1
 */
export function mix(colour: string, other: string, share: number): string {
  const [a, b] = [channels(colour), channels(other)]
  const mixed = a.map((value, index) => Math.round(value * (1 - share) + (b[index] ?? 0) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** The contrast of two colours as defined by WCAG 2.2, 1 to 21. */
export function contrast(colour: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(colour), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The colour, made lighter or darker until its contrast with another suffices. */
export function shaded(colour: string, other: string, enough: number): string {
  if (contrast(colour, other) >= enough) return colour
  const [hue, saturation, lightness] = toHsl(colour)
  const step = contrast('#ffffff', other) >= contrast('#000000', other) ? LIGHTNESS_STEP : -LIGHTNESS_STEP
  for (let next = lightness; next > 0 && next < 1; next += step) {
    const shade = fromHsl(hue, Math.min(saturation, MAX_SATURATION), next)
    if (contrast(shade, other) >= enough) return shade
  }
  return step > 0 ? '#ffffff' : '#000000'
}

/** The colour with less lightness. @param by 0 to 1 */
export function darker(colour: string, by: number): string {
  const [hue, saturation, lightness] = toHsl(colour)
  return fromHsl(hue, saturation, Math.max(0, lightness - by))
}

function channels(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 0xff, value & 0xff]
}

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Hue in sixths of a turn, saturation and lightness from 0 to 1. */
function toHsl(colour: string): [number, number, number] {
  const [red, green, blue] = channels(colour).map((value) => value / 255) as [number, number, number]
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [spread, lightness] = [max - min, (max + min) / 2]
  if (!spread) return [0, 0, lightness]
  const hue =
    max === red
      ? (green - blue) / spread + (green < blue ? 6 : 0)
      : max === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4
  return [hue, spread / (1 - Math.abs(2 * lightness - 1)), lightness]
}

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (shift: number) => {
    const place = (shift + 2 * hue) % 12
    const value = lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}
