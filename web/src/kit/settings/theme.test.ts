import { expect, test } from 'vitest'
import {
  contrast,
  defaultColour,
  isThemeColour,
  mix,
  readableComponents,
  readableOn,
  textOn,
  themeColours,
  themeTokens,
  themeVariables,
} from './theme.ts'

test('SH-102 the predefined colours in order, the first being the default', () => {
  expect(themeColours.join(' ')).toBe('#1890ff #409EFF #304156 #212121 #11a983 #13c2c2 #6959CD #f5222d')
  expect(defaultColour).toBe('#1890ff')
})

test.each([
  ['#000000', '#ffffff', 0.1, '#1a1a1a'],
  ['#1890ff', '#ffffff', 0.5, '#8cc8ff'],
  ['#1890ff', '#000000', 0.1, '#1682e6'],
  ['#409EFF', '#ffffff', 0, '#409eff'],
  ['#409EFF', '#000000', 1, '#000000'],
])('SH-103 %s mixed with %s by %s is %s', (colour, other, share, mixed) => {
  expect(mix(colour, other, share)).toBe(mixed)
})

test('SH-106 the active menu item keeps the theme colour if it is legible on the sidebar, and is lightened otherwise', () => {
  expect(readableOn('#13c2c2', '#304156')).toBe('#13c2c2')
  for (const colour of ['#1890ff', '#304156'])
    expect(contrast(readableOn(colour, '#304156'), '#304156')).toBeGreaterThanOrEqual(4.5)
})

test.each(themeColours)('links in %s are legible on light and on dark surfaces', (colour) => {
  for (const surface of ['#ffffff', '#1a1c20'])
    expect(contrast(readableOn(colour, surface), surface)).toBeGreaterThanOrEqual(4.5)
})

test('SH-103 a theme colour gives nine tints and a shade', () => {
  const variables = themeVariables('#13c2c2')
  expect(Object.keys(variables).filter((name) => name.includes('-tint-'))).toHaveLength(9)
  expect(variables).toMatchObject({
    '--color-primary': '#13c2c2',
    '--color-primary-tint-1': mix('#13c2c2', '#ffffff', 0.1),
    '--color-primary-tint-9': mix('#13c2c2', '#ffffff', 0.9),
    '--color-primary-shade-1': mix('#13c2c2', '#000000', 0.1),
  })
  expect(themeTokens('#13c2c2').token.colorPrimary).toBe('#13c2c2')
})

test('SH-103 contrast is that of WCAG: 21 for black on white, 1 for a colour on itself', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#13c2c2', '#13c2c2')).toBe(1)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test.each([
  ['#767676', '#ffffff'],
  ['#777777', '#000000'],
  ['#212121', '#ffffff'],
  ['#13c2c2', '#000000'],
])('SH-103 on %s text is %s', (colour, text) => {
  expect(textOn(colour)).toBe(text)
  expect(themeTokens(colour).components.Button.primaryColor).toBe(text)
})

test.each(['#ffffff', '#1a1c20'])(
  'SH-103 error, success and warning texts and form refusals are legible on %s',
  (surface) => {
    const { Typography, Form } = readableComponents('#1890ff', surface)
    for (const text of [...Object.values(Typography), ...Object.values(Form)])
      expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5)
  },
)

test('SH-103 on any grey and any predefined colour text reaches a contrast of 4.5', () => {
  const greys = Array.from({ length: 256 }, (_, value) => `#${value.toString(16).padStart(2, '0').repeat(3)}`)
  for (const colour of [...themeColours, ...greys]) {
    expect(contrast(colour, textOn(colour))).toBeGreaterThanOrEqual(4.5)
  }
})

test.each(['', 'red', '#fff', '#12345', '#1234567', '#gggggg', '#123456;', null, 7])(
  '%s is not a theme colour',
  (text) => {
    expect(isThemeColour(text)).toBe(false)
  },
)
