import { contrast } from '@zhanggui/domain/colour.ts'
import { expect, test } from 'vitest'
import { OWN_THEME, themeOf, themes, themeVariables } from './theme.ts'

test.each([
  [1, '#e12717', '#ca2314'],
  [2, '#d83b0e', '#c5360d'],
  [3, '#25862d', '#24802b'],
  [4, '#0c7bb4', '#0b74ab'],
  [5, '#e30e64', '#d00d5b'],
] as const)('theme %d has the solid ground %s and the words %s', (theme, solid, text) => {
  expect(themeOf({ theme, radius: 2 })).toMatchObject({ solid, text })
})

test('no colour is refused: of whichever, words are legible', () => {
  for (const colour of ['#ffffff', '#ffee00', '#000000', '#2f3a4a', ...themes.map((each) => each.colour)]) {
    const { solid, text, tint2 } = themeOf({ theme: OWN_THEME, colour, radius: 1 })
    expect(contrast('#ffffff', solid)).toBeGreaterThanOrEqual(4.6)
    expect(contrast(text, tint2)).toBeGreaterThanOrEqual(4.5)
  }
  expect(themeOf({ theme: OWN_THEME, colour: '#2f3a4a', radius: 2 })).toMatchObject({
    solid: '#2f3a4a',
    text: '#2f3a4a',
  })
})

test('a theme is given as variables', () => {
  expect(themeVariables({ theme: 1, radius: 3 })).toMatchObject({ '--t': '#e93323', '--r': '18px' })
})
