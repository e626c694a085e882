import { expect, test } from 'vitest'
import { deviceOf, isPhone } from './device.ts'

test.each([
  [320, 'mobile'],
  [991, 'mobile'],
  [992, 'desktop'],
  [1920, 'desktop'],
])('a width of %s is %s', (width, device) => {
  expect(deviceOf(width)).toBe(device)
})

const desktop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36'

test.each([
  [desktop, 1920, false],
  [desktop, 769, false],
  [desktop, 768, true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', 1024, true],
  ['Mozilla/5.0 (Linux; Android 14; Tablet)', 1280, true],
  [`${desktop} micromessenger/8.0`, 1280, true],
])('%s at %s', (userAgent, width, phone) => {
  expect(isPhone(userAgent, width)).toBe(phone)
})
