import { buyerMarkKeys, messageVariables, variablesOf } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { expect, test } from 'vitest'
import { variableWords } from './variable-words.ts'

test('variables are read and typed by what they are called, in every message, and stored by their names', () => {
  for (const mark of buyerMarkKeys) {
    const words = variableWords(variablesOf(mark).map((name) => ({ name, label: messageVariables[name].label })))
    const stored = variablesOf(mark).map((name) => `¥{${name}}`)
    expect(words.show(stored.join(' '))).not.toMatch(/\{[A-Za-z]+\}/)
    expect(words.read(words.show(stored.join(' ')))).toBe(stored.join(' '))
  }
  const words = variableWords([{ name: 'payPrice', label: '实付' }])
  expect(words.read('{实付} 元，{没有的}')).toBe('{payPrice} 元，{没有的}')
})
