/** The swatches of the settings panel, in order (SH-102). */
export const themeColours = [
  '#1890ff',
  '#409EFF',
  '#304156',
  '#212121',
  '#11a983',
  '#13c2c2',
  '#6959CD',
  '#f5222d',
] as const

export const defaultColour: string = themeColours[0]

/** The named colours of tags; the library writes text in the seventh shade of each. */
const tagColours = {
  red: '#f5222d',
  orange: '#fa8c16',
  gold: '#faad14',
  green: '#52c41a',
  cyan: '#13c2c2',
  blue: '#1677ff',
  purple: '#722ed1',
  magenta: '#eb2f96',
} as const

/** A colour's contrasts with black and with white multiply to 21, so if white is below 4.5, black is not. */
const darkText = '#000000'
const lightText = '#ffffff'

/** Whether a string is a valid theme colour: `#` and six hexadecimal digits. */
export function isThemeColour(text: unknown): text is string {
  return typeof text === 'string' && /^#[\da-f]{6}$/i.test(text)
}

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

/** The text colour on the theme colour: dark where white would be below a contrast of 4.5 (SH-103). */
export function textOn(colour: string): string {
  return contrast(colour, lightText) < 4.5 ? darkText : lightText
}

/**
 * A text colour for a background: the colour itself if the contrast suffices, otherwise mixed with white or black,
 * whichever contrasts more, until it is legible.
 */
export function readableOn(colour: string, background: string): string {
  if (contrast(colour, background) >= 4.5) return colour
  const end = contrast(lightText, background) > contrast(darkText, background) ? lightText : darkText
  const mixed = Array.from({ length: 10 }, (_, index) => mix(colour, end, (index + 1) / 10))
  return mixed.find((candidate) => contrast(candidate, background) >= 4.5) ?? end
}

/** The CSS variables of a theme colour: itself, nine tints, a shade and the text on it (SH-103). */
export function themeVariables(colour: string): Record<string, string> {
  const tints = Array.from({ length: 9 }, (_, index) => [
    `--color-primary-tint-${index + 1}`,
    mix(colour, '#ffffff', (index + 1) / 10),
  ])
  return {
    '--color-primary': colour,
    ...Object.fromEntries(tints),
    '--color-primary-shade-1': mix(colour, '#000000', 0.1),
    '--color-on-primary': textOn(colour),
  }
}

/** The component library's tokens for a theme colour. */
export function themeTokens(colour: string) {
  return { token: { colorPrimary: colour }, components: { Button: { primaryColor: textOn(colour) } } }
}

/**
 * Text colours for the library's components whose own would not be legible on the surface (1.11, accessibility).
 * @param surface the background colour of pages
 */
export function readableComponents(colour: string, surface: string) {
  // Selected rows and tags have a background tinted with the colour.
  const onTint = (text: string) => readableOn(text, mix(surface, text, 0.12))
  const [link, red, green, orange] = [onTint(colour), onTint('#ff4d4f'), onTint('#52c41a'), onTint('#faad14')]
  const ground = readableOn(colour, lightText)
  const tags = Object.entries(tagColours).map(([name, tagColour]) => [`${name}7`, onTint(tagColour)])
  return {
    Button: { colorLink: link, colorLinkHover: link, colorError: red },
    Typography: { colorErrorText: red, colorSuccessText: green, colorWarningText: orange },
    Form: { colorError: red, colorWarning: orange },
    Tabs: { itemSelectedColor: link, itemHoverColor: link },
    Tag: { ...Object.fromEntries(tags), colorInfo: link, colorSuccess: green, colorWarning: orange, colorError: red },
    Table: { rowSelectedBg: mix(surface, colour, 0.1), rowSelectedHoverBg: mix(surface, colour, 0.12) },
    Switch: { colorPrimary: ground, colorPrimaryHover: ground },
  }
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
