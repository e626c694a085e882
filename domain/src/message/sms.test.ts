import { expect, test } from 'vitest'
import { fillSms, smsVariables } from './sms.ts'

test('a template lists its variables, each once and in order', () => {
  expect(smsVariables(`您的验证码是\${code}，\${minutes}分钟内有效。\${code}`)).toEqual(['code', 'minutes'])
  expect(smsVariables(`没有变量 $code \${}`)).toEqual([])
})

test('filling in puts values in the place of their variables and nowhere else', () => {
  expect(fillSms(`\${code}，\${minutes}分钟`, { code: `\${minutes}`, minutes: '5' })).toBe(`\${minutes}，5分钟`)
  expect(fillSms(`\${toString}`, {})).toBe(`\${toString}`)
})
