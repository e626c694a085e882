import { contrast, mix } from '@zhanggui/domain/colour.ts'
import { expect, test } from 'vitest'
import { type Palette, palettes, paletteVariables, tones } from './palette.ts'
import {
  defaultColour,
  isThemeColour,
  readableOn,
  solidOf,
  themeColours,
  themeShades,
  themeTokens,
  themeVariables,
} from './theme.ts'

const appearances: [string, Palette][] = Object.entries(palettes)

test('the predefined colours in order, the first being the default', () => {
  expect(themeColours.join(' ')).toBe('#1890ff #409EFF #304156 #212121 #11a983 #13c2c2 #6959CD #f5222d')
  expect(defaultColour).toBe('#1890ff')
})

test('the active menu item keeps the theme colour if it is legible on the sidebar, and is lightened otherwise', () => {
  expect(readableOn('#13c2c2', '#304156')).toBe('#13c2c2')
  for (const colour of ['#1890ff', '#304156'])
    expect(contrast(readableOn(colour, '#304156'), '#304156')).toBeGreaterThanOrEqual(4.5)
})

test('a theme colour gives nine tints, a shade and its solid ground', () => {
  const variables = themeVariables('#13c2c2', palettes.light)
  expect(Object.keys(variables).filter((name) => name.startsWith('--color-primary-tint-'))).toHaveLength(9)
  expect(variables).toMatchObject({
    '--color-primary': '#13c2c2',
    '--color-primary-tint-1': mix('#13c2c2', '#ffffff', 0.1),
    '--color-primary-tint-9': mix('#13c2c2', '#ffffff', 0.9),
    '--color-primary-shade-1': mix('#13c2c2', '#000000', 0.1),
    '--solid': '#0d8181',
    '--surface': '#ffffff',
    '--text-2': '#505d70',
    '--line-strong': '#cdd5df',
    '--todo': '#b04e06',
    '--todo-bg': '#fff2e3',
    '--s1': '#1683e8',
  })
  expect(themeTokens('#13c2c2', palettes.light).token?.colorPrimary).toBe('#13c2c2')
})

test.each([
  ['#1890ff', '#0e75d4'],
  ['#409EFF', '#0e74dd'],
  ['#304156', '#304156'],
  ['#212121', '#212121'],
  ['#11a983', '#0d8466'],
  ['#13c2c2', '#0d8181'],
  ['#6959CD', '#6959cd'],
  ['#f5222d', '#e90f1a'],
])('solid buttons in %s stand on %s', (colour, solid) => {
  expect(solidOf(colour).solid.toLowerCase()).toBe(solid)
})

test('white is legible on the solid ground of any colour, also hovered and pressed', () => {
  const greys = Array.from({ length: 256 }, (_, value) => `#${value.toString(16).padStart(2, '0').repeat(3)}`)
  for (const colour of [...themeColours, ...greys, '#ffff00', '#00ff00', '#ff00ff'])
    for (const ground of Object.values(solidOf(colour))) expect(contrast('#ffffff', ground)).toBeGreaterThanOrEqual(4.5)
  for (const [, palette] of appearances)
    expect(themeTokens('#13c2c2', palette).components?.Button).toMatchObject({ primaryColor: '#ffffff' })
})

test.each(appearances)('texts are legible on every %s surface', (_, { neutrals }) => {
  const { bg, surface, raised, sunken, hover, text, text2, text3 } = neutrals
  for (const ground of [bg, surface, raised, sunken, hover])
    for (const colour of [text, text2, text3]) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(4.5)
})

test.each(appearances)('in the %s appearance a tone is legible on surfaces and on its own ground', (_, palette) => {
  const { surface, raised } = palette.neutrals
  for (const tone of tones) {
    const { text, mark, bg } = palette.tones[tone]
    for (const ground of [surface, raised, bg]) {
      expect(contrast(text, ground), `${tone} text`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(palette.neutrals.text, bg), `text on ${tone}`).toBeGreaterThanOrEqual(4.5)
      // Grey marks carry no message of their own: the word beside them does.
      if (tone !== 'idle') expect(contrast(mark, ground), `${tone} mark`).toBeGreaterThanOrEqual(3)
    }
    expect(contrast(mark, surface), `${tone} mark`).toBeGreaterThanOrEqual(3)
  }
})

test.each(appearances)('in the %s appearance series of charts stand out from the surface', (_, { neutrals, chart }) => {
  const { s1, s2, s3, s4, s5, s6, was } = chart
  for (const series of [s1, s2, s3, s4, s5, s6, was])
    expect(contrast(series, neutrals.surface)).toBeGreaterThanOrEqual(3)
})

test.each(appearances)('in the %s appearance links and chosen rows are legible in every theme colour', (_, palette) => {
  const { neutrals } = palette
  for (const colour of themeColours) {
    const { link, tint1, tint2 } = themeShades(colour, neutrals)
    for (const ground of [neutrals.surface, neutrals.raised, neutrals.sunken, tint1, tint2])
      expect(contrast(link, ground), `${colour} link`).toBeGreaterThanOrEqual(4.5)
    for (const ground of [tint1, tint2])
      for (const text of [neutrals.text, neutrals.text2]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
  }
})

test.each(appearances)(
  'in the %s appearance hovered and pressed buttons are legible in every theme colour',
  (_, palette) => {
    const { surface, raised, sunken, hover } = palette.neutrals
    for (const colour of themeColours) {
      const { token, components } = themeTokens(colour, palette)
      const button = components?.Button ?? {}
      const texts = {
        link: [token?.colorLinkHover, token?.colorLinkActive, button.colorLinkHover, button.colorLinkActive],
        plain: [button.defaultHoverColor, button.defaultActiveColor],
        danger: [button.colorError, button.colorErrorHover, button.colorErrorActive],
      }
      for (const [name, shades] of Object.entries(texts))
        for (const ground of [surface, raised, sunken, hover])
          for (const shade of shades)
            expect(contrast(shade ?? '', ground), `${colour} ${name}`).toBeGreaterThanOrEqual(4.5)
      for (const ground of texts.danger)
        expect(contrast(button.dangerColor ?? '', ground ?? ''), 'on solid danger').toBeGreaterThanOrEqual(4.5)
    }
  },
)

test.each(appearances)(
  'in the %s appearance the ring of the focus stands out in every theme colour',
  (_, { neutrals }) => {
    for (const colour of themeColours)
      for (const ground of [neutrals.surface, neutrals.raised])
        expect(contrast(themeShades(colour, neutrals).ring, ground), `${colour} on ${ground}`).toBeGreaterThanOrEqual(3)
  },
)

test('every colour of the palette has its variable, the same in both appearances', () => {
  const names = (palette: Palette) => Object.keys(paletteVariables(palette)).sort()
  expect(names(palettes.light)).toEqual(names(palettes.dark))
  expect(names(palettes.light).every((name) => /^--[a-z]+(\d|-[a-z\d]+)?$/.test(name))).toBe(true)
})

test.each(['', 'red', '#fff', '#12345', '#1234567', '#gggggg', '#123456;', null, 7])(
  '%s is not a theme colour',
  (text) => {
    expect(isThemeColour(text)).toBe(false)
  },
)
