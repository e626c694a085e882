import { expect, test } from 'vitest'
import { accountIn, personName } from './person-name.ts'

test.each([
  ['王掌柜', 'wang', '王掌柜（wang）'],
  ['', 'wang', 'wang'],
  [null, 'wang', 'wang'],
  ['wang', 'wang', 'wang'],
  ['系统', '', '系统'],
])('%s with the account %s is shown as %s, which leads back to the account', (nickName, username, shown) => {
  expect(personName(nickName, username)).toBe(shown)
  if (username) expect(accountIn(shown)).toBe(username)
})
