import { expect, test } from 'vitest'
import { mayKeyHold } from './api-key.ts'

test.each(['admin:system:dept:list', 'admin:product:save', 'admin:order:send', 'admin:system:adminlog:list'])(
  'an API key may hold %s',
  (permission) => {
    expect(mayKeyHold(permission)).toBe(true)
  },
)

test.each([
  '*:*:*',
  'admin:system:admin:list',
  'admin:system:role:update:status',
  'admin:system:apikey:save',
  'admin:system:config:info',
  'admin:system:config:save:form',
  'admin:system:menu:update',
  'admin:marketing:integral:save',
])('an API key cannot hold %s', (permission) => {
  expect(mayKeyHold(permission)).toBe(false)
})
