import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkRole, hasPermi, hasRole } from './permissions.ts'

const clerk = { roles: ['clerk', 'cashier'], permissions: ['admin:order:list', 'admin:order:send'] }
const owner = { roles: ['admin'], permissions: ['*:*:*'] }
// What an untyped menu or page could pass.
const notLists = [undefined, null, [], [''], 'admin:order:list', {}].map((wanted) => ({ wanted: wanted as string[] }))

describe('hasPermi', () => {
  test.each([
    [clerk, ['admin:order:send'], true],
    [clerk, ['admin:order:refund', 'admin:order:list'], true],
    [clerk, ['admin:order:refund'], false],
    [clerk, ['*:*:*'], false],
    [owner, ['admin:order:refund'], true],
    [{ roles: ['admin'], permissions: [] }, ['admin:order:refund'], false],
  ])('%o checked for %o: %s', (session, wanted, answer) => {
    expect(hasPermi(session, wanted)).toBe(answer)
  })

  test.each(notLists)('$wanted is refused', ({ wanted }) => {
    expect(() => hasPermi(owner, wanted)).toThrow('请设置操作权限标签值')
  })
})

describe('hasRole', () => {
  test.each([
    [clerk, ['cashier'], true],
    [clerk, ['buyer', 'clerk'], true],
    [clerk, ['admin'], false],
    [owner, ['clerk'], true],
  ])('%o checked for %o: %s', (session, wanted, answer) => {
    expect(hasRole(session, wanted)).toBe(answer)
  })

  test.each(notLists)('$wanted is refused', ({ wanted }) => {
    expect(() => hasRole(owner, wanted)).toThrow('请设置角色权限标签值')
  })
})

describe('checkRole', () => {
  afterEach(() => vi.restoreAllMocks())

  test.each([
    [clerk, ['cashier', 'buyer'], true],
    [clerk, ['buyer'], false],
    [owner, ['clerk'], false],
    [owner, ['admin'], true],
  ])('%o checked for %o: %s', (session, wanted, answer) => {
    expect(checkRole(session, wanted)).toBe(answer)
  })

  test.each([[[]], [undefined]])('%o is false, logs an error and does not throw', (wanted) => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    expect(checkRole(owner, wanted)).toBe(false)
    expect(error).toHaveBeenCalledOnce()
  })
})
