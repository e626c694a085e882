import { expect, test } from 'vitest'
import { regexSteps } from './regex-steps.ts'

test('steps grow with the text, with its square, or without end, as the pattern has it', () => {
  const stepsOf = (pattern: RegExp) => [100, 200].map((count) => regexSteps(pattern, `${'a'.repeat(count)}!`))
  expect(stepsOf(/^a+$/)).toEqual([101, 201])
  const [once = 0, twice = 0] = stepsOf(/^a*a*$/)
  expect(twice / once).toBeGreaterThan(3.5)
  expect(() => stepsOf(/^(a+)+$/)).toThrow('takes more than')
})

test('what is not known is not counted wrong', () => {
  for (const pattern of [/(?=a)/, /(a)\1/, /a+?/, /\bab/]) expect(() => regexSteps(pattern, 'aa')).toThrow()
})
