/** The colours of one appearance; the CSS variable of each is its name in kebab case (`lineStrong` is `--line-strong`). */
const light = {
  bg: '#f2f4f7',
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: '#f7f9fb',
  hover: '#f5f8fb',
  line: '#e5e9ef',
  lineStrong: '#cdd5df',
  text: '#1b2430',
  text2: '#505d70',
  text3: '#626e7f',
  shadow: '0 6px 20px rgb(27 36 48 / 14%), 0 1px 3px rgb(27 36 48 / 10%)',
}
export type Neutrals = typeof light

const dark: Neutrals = {
  bg: '#0d1014',
  surface: '#161a20',
  raised: '#1e242c',
  sunken: '#12161b',
  hover: '#1b2129',
  line: '#262d37',
  lineStrong: '#3a4452',
  text: '#e3e8ef',
  text2: '#aab4c2',
  text3: '#8f9aa9',
  shadow: '0 8px 28px rgb(0 0 0 / 55%), 0 0 0 1px #2c3440',
}

/**
 * Whose turn it is: `todo` ours, `alert` money or a promise at risk, `wait` others', `done` good or running, `promo`
 * promotions, `idle` over or off.
 */
export const tones = ['todo', 'alert', 'wait', 'done', 'promo', 'idle'] as const
export type Tone = (typeof tones)[number]
/** A tone's text, its mark (dot, glyph), its background and the line around that. */
export type Shades = { text: string; mark: string; bg: string; line: string }

const lightTones: Record<Tone, Shades> = {
  todo: { text: '#b04e06', mark: '#e06c00', bg: '#fff2e3', line: '#fbd3a6' },
  alert: { text: '#bf2530', mark: '#dc3640', bg: '#fdecec', line: '#f6c1c3' },
  wait: { text: '#0b66c3', mark: '#1683e8', bg: '#e8f3ff', line: '#b3d7fb' },
  done: { text: '#14773a', mark: '#24924f', bg: '#e7f6ec', line: '#b5e0c3' },
  promo: { text: '#6a3dc2', mark: '#8557e0', bg: '#f2edfd', line: '#d5c6f6' },
  idle: { text: '#566072', mark: '#8490a1', bg: '#eef1f5', line: '#d5dbe4' },
}
const darkTones: Record<Tone, Shades> = {
  todo: { text: '#f5a862', mark: '#f08a2c', bg: '#35240f', line: '#5e3f18' },
  alert: { text: '#ff8f8f', mark: '#f2545b', bg: '#3a1b1e', line: '#6a2c31' },
  wait: { text: '#72b7ff', mark: '#3f9bf5', bg: '#15293f', line: '#27496e' },
  done: { text: '#6fd196', mark: '#3bb26b', bg: '#14301f', line: '#245236' },
  promo: { text: '#bca3ff', mark: '#9a77f0', bg: '#271f3f', line: '#44366c' },
  idle: { text: '#a5b0bf', mark: '#7d8999', bg: '#232a33', line: '#38424f' },
}

/** Series in their order, then the period before and the grid. */
const lightChart = {
  s1: '#1683e8',
  s2: '#0f9d8a',
  s3: '#d07a08',
  s4: '#8557e0',
  s5: '#d2497c',
  s6: '#6b7889',
  was: '#8592a4',
  grid: '#e9edf2',
}
const darkChart: typeof lightChart = {
  s1: '#4aa3f7',
  s2: '#2fb8a4',
  s3: '#e59a37',
  s4: '#a284f2',
  s5: '#e8749c',
  s6: '#8b98a9',
  was: '#76838f',
  grid: '#232a33',
}

/** The colours that do not depend on the theme colour (design reference, 3 and 9): the one place they are written. */
export const palettes = {
  light: { neutrals: light, tones: lightTones, chart: lightChart },
  dark: { neutrals: dark, tones: darkTones, chart: darkChart },
} as const
export type Palette = { neutrals: Neutrals; tones: Record<Tone, Shades>; chart: typeof lightChart }

/** The palette as CSS variables: `--surface`, `--todo`, `--todo-bg`, `--s1` and so on. */
export function paletteVariables({ neutrals, tones: shades, chart }: Palette): Record<string, string> {
  const named = Object.entries({ ...neutrals, ...chart }).map(([name, value]) => [`--${kebab(name)}`, value])
  const toned = Object.entries(shades).flatMap(([tone, { text, ...rest }]) => [
    [`--${tone}`, text],
    ...Object.entries(rest).map(([name, value]) => [`--${tone}-${name}`, value]),
  ])
  return Object.fromEntries([...named, ...toned])
}

const kebab = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^text(\d)$/, 'text-$1')
