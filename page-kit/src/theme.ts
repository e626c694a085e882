import { mix, shaded } from '@zhanggui/domain/colour.ts'

/** The themes of a shop; 6 has a colour of its own. */
export const themes = [
  { id: 1, name: '热情红', colour: '#e93323' },
  { id: 2, name: '家居橙', colour: '#fe5c2d' },
  { id: 3, name: '生鲜绿', colour: '#42ca4d' },
  { id: 4, name: '海鲜蓝', colour: '#1db0fc' },
  { id: 5, name: '女神粉', colour: '#ff448f' },
] as const
export const OWN_THEME = 6

export const radii = { 1: '方一些', 2: '适中', 3: '圆一些' } as const
const sizes = { 1: [4, 2], 2: [12, 8], 3: [18, 12] } as const

export type Theme = { theme: 1 | 2 | 3 | 4 | 5 | 6; colour?: string; radius: keyof typeof radii }
export const usualTheme: Theme = { theme: 1, radius: 2 }

/** White words on a solid ground, and words in the theme colour on its stronger tint, reach at least these contrasts. */
const SOLID_CONTRAST = 4.6
const TEXT_CONTRAST = 4.5

/**
 * What follows from a shop's theme: any colour works, because it is darkened until text is legible. `solid` is for backgrounds
 * under white text, `text` for words; edges and tints use the colour itself.
 */
export function themeOf({ theme, colour, radius }: Theme) {
  const chosen = (theme === OWN_THEME ? colour : themes.find(({ id }) => id === theme)?.colour) ?? themes[0].colour
  const own = chosen.toLowerCase()
  const tint2 = mix('#ffffff', own, 0.14)
  const [card, small] = sizes[radius]
  return {
    colour: own,
    solid: shaded(own, '#ffffff', SOLID_CONTRAST),
    text: shaded(own, tint2, TEXT_CONTRAST),
    tint: mix('#ffffff', own, 0.08),
    tint2,
    line: mix('#ffffff', own, 0.32),
    card,
    small,
  }
}

/** The theme as variables of CSS, for the canvas and for the documents of the storefront. */
export function themeVariables(theme: Theme): Record<`--${string}`, string> {
  const { colour, solid, text, tint, tint2, line, card, small } = themeOf(theme)
  return {
    '--t': colour,
    '--t-solid': solid,
    '--t-text': text,
    '--t-tint': tint,
    '--t-tint-2': tint2,
    '--t-line': line,
    '--r': `${card}px`,
    '--r-s': `${small}px`,
  }
}
