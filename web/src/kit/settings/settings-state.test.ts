import { describe, expect, test } from 'vitest'
import {
  changeSetting,
  defaultSettings,
  isDark,
  parseSettings,
  personalOf,
  restoreDefaults,
  settingsKey,
  showsTabs,
  withPersonal,
} from './settings-state.ts'

describe('the settings', () => {
  test('start with tags, fixed header, logo, unique menu and footer on and the panel closed', () => {
    expect(defaultSettings).toMatchObject({
      theme: '#1890ff',
      showSettings: false,
      tagsView: true,
      fixedHeader: true,
      sidebarLogo: true,
      uniqueOpened: true,
      showFooter: true,
      footerTxt: '',
      caseNumber: '',
      frontDomain: '',
      mediaDomain: '',
    })
  })

  test.each([
    ['tagsView', false],
    ['showSettings', true],
    ['theme', '#13c2c2'],
    ['appearance', 'system'],
    ['footerTxt', '好店'],
  ])('%s changes to %s', (key, value) => {
    expect(changeSetting(defaultSettings, key, value)).toEqual({ ...defaultSettings, [key]: value })
  })

  test.each([
    ['colour', 'red'],
    ['toString', true],
    ['__proto__', { tagsView: false }],
    ['tagsView', 'false'],
    ['theme', 'javascript:alert(1)'],
    ['appearance', 'pink'],
    ['footerTxt', 3],
  ])('%s = %s is ignored', (key, value) => {
    expect(changeSetting(defaultSettings, key, value)).toBe(defaultSettings)
  })
})

describe('stored settings', () => {
  test("a user's choices survive storage", () => {
    const chosen = { ...defaultSettings, theme: '#13c2c2', tagsView: false, appearance: 'dark' as const }
    expect(parseSettings(defaultSettings, JSON.stringify(personalOf(chosen)))).toEqual(chosen)
  })

  test('shop settings and the open panel are not stored', () => {
    const kept = Object.keys(personalOf({ ...defaultSettings, footerTxt: '好店', showSettings: true }))
    expect(kept).not.toEqual(expect.arrayContaining(['footerTxt']))
    expect(kept).toHaveLength(10)
    const stored = JSON.stringify({ showSettings: true, footerTxt: '<script>', mediaDomain: '//evil.example' })
    expect(parseSettings(defaultSettings, stored)).toEqual(defaultSettings)
  })

  test.each([
    null,
    '',
    'x',
    'null',
    '3',
    '"a"',
    '[]',
    '{"theme":7,"tagsView":null}',
    '{"__proto__":{"tagsView":false}}',
  ])('%s in the storage leaves the settings unchanged', (stored) => {
    expect(parseSettings(defaultSettings, stored)).toEqual(defaultSettings)
  })

  test('valid values are taken over beside invalid ones', () => {
    expect(parseSettings(defaultSettings, '{"theme":"red","tagsView":false}').tagsView).toBe(false)
  })

  test("the server's value wins at sign-in", () => {
    const local = parseSettings(defaultSettings, '{"theme":"#212121","fixedHeader":false}')
    expect(withPersonal(local, { theme: '#f5222d' })).toMatchObject({ theme: '#f5222d', fixedHeader: false })
  })

  test('each user has their own', () => {
    expect(settingsKey(7)).toBe('ui-settings:7')
  })
})

test("恢复默认 resets the choices and keeps the shop's settings", () => {
  const changed = { ...defaultSettings, theme: '#212121', tagsView: false, footerTxt: '好店', showSettings: true }
  expect(restoreDefaults(changed, false)).toEqual({
    ...defaultSettings,
    showFooter: false,
    footerTxt: '好店',
    showSettings: true,
  })
})

test.each([
  ['light', true, false],
  ['dark', false, true],
  ['system', true, true],
  ['system', false, false],
] as const)('外观 %s with a system that prefers dark: %s', (appearance, prefersDark, dark) => {
  expect(isDark(appearance, prefersDark)).toBe(dark)
})

test.each([
  [true, false, false, true],
  [true, false, true, false],
  [true, true, true, true],
  [false, true, false, false],
])(
  'with tabs %s, on phones %s, a window that is a phone (%s) shows them: %s',
  (tagsView, tagsOnPhone, phone, shown) => {
    expect(showsTabs({ ...defaultSettings, tagsView, tagsOnPhone }, phone)).toBe(shown)
  },
)
