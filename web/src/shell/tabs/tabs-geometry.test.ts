import { describe, expect, test } from 'vitest'
import { contextMenuPosition, scrollToTab, wheelScroll } from './tabs-geometry.ts'

test.each([
  [300, { left: 205, width: 1000 }, 110],
  [1200, { left: 205, width: 1000 }, 895],
  [1085, { left: 205, width: 1000 }, 895],
  [1086, { left: 205, width: 1000 }, 895],
  [60, { left: 0, width: 80 }, 0],
])('a click at %s in the bar %o opens the menu at %s', (clientX, bar, left) => {
  expect(contextMenuPosition({ clientX, clientY: 66, bar })).toEqual({ left, top: 66 })
})

test('the wheel scrolls the bar by a quarter of its delta', () => {
  expect(wheelScroll(120)).toBe(30)
  expect(wheelScroll(-100)).toBe(-25)
})

describe('the active tab is scrolled into view with its neighbours', () => {
  const tabs = Array.from({ length: 10 }, (_, index) => ({ left: index * 100, width: 96 }))
  const view = { scrollLeft: 300, width: 400, max: 596 }

  test.each([
    ['the first one', 0, 0],
    ['the last one', 9, 596],
    ['one whose neighbours are in view', 5, 300],
    ['one whose right neighbour is cut off', 6, 400],
    ['one far to the right', 8, 596],
    ['one whose left neighbour is cut off', 3, 196],
    ['one far to the left', 1, 0],
  ])('%s', (_, active, scrollLeft) => {
    expect(scrollToTab(tabs, active, view)).toBe(scrollLeft)
  })

  test('in a bar too narrow for three tabs the active one is fully visible', () => {
    expect(scrollToTab(tabs, 5, { scrollLeft: 0, width: 100, max: 896 })).toBe(500)
  })

  test('a page without a tab scrolls nothing', () => {
    expect(scrollToTab(tabs, -1, view)).toBe(300)
  })
})
