import { expect, test } from 'vitest'
import { fillSms, smsTextProblem, smsVariables } from './sms.ts'

test('a template lists its variables, each once and in order', () => {
  expect(smsVariables(`您的验证码是\${code}，\${minutes}分钟内有效。\${code}`)).toEqual(['code', 'minutes'])
  expect(smsVariables(`没有变量 $code \${}`)).toEqual([])
})

test('filling in puts values in the place of their variables and nowhere else', () => {
  expect(fillSms(`\${code}，\${minutes}分钟`, { code: `\${minutes}`, minutes: '5' })).toBe(`\${minutes}，5分钟`)
  expect(fillSms(`\${toString}`, {})).toBe(`\${toString}`)
})

test('a text names only what its purpose is filled with, and that of a code holds it', () => {
  expect(smsTextProblem('verify_code', `\${code}，\${minutes}分钟`)).toBeUndefined()
  expect(smsTextProblem('verify_code', '欢迎光临')).toBe(`「验证码」的内容须含 \${code}`)
  expect(smsTextProblem('modifyOrderPrice', `\${orderNo}改为\${price}`)).toMatch(
    /^「改价通知用户」没有变量 \$\{price\}，可以用 \$\{orderNo\}、.*\$\{payPrice\}/,
  )
  for (const tempKey of ['', 'own_purpose', 'toString']) expect(smsTextProblem(tempKey, `\${anything}`)).toBeUndefined()
})
