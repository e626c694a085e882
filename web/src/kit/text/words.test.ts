import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.{ts,tsx}', '!../../testing/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** What staff read or hear of a control. */
const SPOKEN = /(?:aria-label|aria-description|placeholder|okText|cancelText|tooltip)=\{?["'`]([^"'`]*)["'`]/g
/** Examples of what is typed. */
const EXAMPLE = /^\d+$|^https?:\/\/|^\w+(\.\w+)+$|^\{?$/

test('every name of a control is Chinese', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(300)
  const english = Object.entries(sources).flatMap(([path, source]) =>
    [...source.matchAll(SPOKEN)].flatMap(([, text = '']) =>
      /\p{Script=Han}/u.test(text) || EXAMPLE.test(text) || text.startsWith('${') ? [] : [`${path}: ${text}`],
    ),
  )
  expect(english).toEqual([])
})

test('no English names of sizes and settings are shown', () => {
  const shown = Object.entries(sources).filter(([, source]) =>
    /UniqueOpened['"<]|TagsView['"<]|['">](Default|Medium|Small|Mini)['"<]/.test(source),
  )
  expect(shown.map(([path]) => path)).toEqual([])
})

test('a drawer with a form can be left by 取消', () => {
  const drawers = Object.entries(sources).filter(
    ([, source]) => /<SidePanel\b/.test(source) && /<(Write)?Form\b/.test(source),
  )
  expect(drawers.length).toBeGreaterThan(0)
  expect(drawers.filter(([, source]) => !/取消/.test(source)).map(([path]) => path)).toEqual([])
})
