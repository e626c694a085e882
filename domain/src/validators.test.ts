import { describe, expect, test } from 'vitest'
import { regexSteps } from './testing/regex-steps.ts'
import { pleaseChoose, pleaseEnter, problemWith, STORED_PHONE, validators, validUrl } from './validators.ts'

type Rule = keyof typeof validators

const accepted: [Rule, string[]][] = [
  ['mobile', ['13812345678', '18800000000', '16612345678', '19912345678']],
  ['mobileOrLandline', ['13812345678', '19912345678', '010-1234567', '0755-12345678']],
  ['landline', ['010-1234567', '021-12345678']],
  ['ip', ['0.0.0.0', '192.168.1.1', '255.255.255.255']],
  ['idNumber', ['110101900101123', '110101199001011234', '11010119900101123X', '11010119900101123x']],
  ['email', ['a@x.com', 'a.b+c@mail.example.com', '张三@example.cn']],
  ['url', ['http://x', 'https://example.com:8443/a?b=c#d', 'ftp://user:pass@host/', 'HTTPS://商城.中国/首页']],
  ['lowerCase', ['abc']],
  ['upperCase', ['ABC']],
  ['letters', ['aBc']],
]

const refused: [Rule, string[]][] = [
  ['mobile', ['12812345678', '1381234567', '138123456789', ' 13812345678', '13812345678\n']],
  ['mobileOrLandline', ['0101234567', '01-1234567', '12912345678']],
  ['landline', ['0755-1234567', '110-1234567', '010-123456', '010-123456789']],
  ['ip', ['256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '::1']],
  ['idNumber', ['11010190010112', '1101019001011234', '1101011990010112X4', '11010190010112X']],
  [
    'email',
    ['a', '@x.com', 'a@x', 'a@x.c', '.a@x.com', 'a.@x.com', 'a..b@x.com', 'a b@x.com', 'a@@x.com', '<a>@x.com'],
  ],
  [
    'url',
    ['example.com', 'http://', 'javascript:alert(1)', 'http://a b', 'http://a:b:c/', 'http://a:99999/', 'http://['],
  ],
  ['lowerCase', ['aB', 'a1', 'é']],
  ['upperCase', ['Ab', 'A ']],
  ['letters', ['a1', '中']],
]

describe('the shared form rules', () => {
  test.each(accepted.flatMap(([rule, texts]) => texts.map((text) => [rule, text] as const)))(
    '%s accepts %j',
    (rule, text) => {
      expect(problemWith(rule, text)).toBeUndefined()
    },
  )

  test.each(refused.flatMap(([rule, texts]) => texts.map((text) => [rule, text] as const)))(
    '%s refuses %j',
    (rule, text) => {
      expect(problemWith(rule, text)).toBe(validators[rule].message)
    },
  )

  test('an optional field may be empty under every rule', () => {
    for (const rule of Object.keys(validators) as Rule[])
      for (const nothing of ['', null, undefined]) expect(problemWith(rule, nothing)).toBeUndefined()
  })

  test('a malformed address that matches the pattern is refused', () => {
    expect(validators.url.pattern.test('http://a:99999/')).toBe(true)
    expect(validUrl('http://a:99999/')).toBe(false)
  })

  test('a phone number delivered by WeChat may start with 19', () => {
    expect(STORED_PHONE.test('19912345678')).toBe(true)
    expect(STORED_PHONE.test('12912345678')).toBe(false)
  })

  test('a required field names what is missing', () => {
    expect([pleaseEnter('用户名'), pleaseChoose('部门')]).toEqual(['请输入用户名', '请选择部门'])
  })
})

describe('hostile text does not slow a rule down', () => {
  const pieces = ['a', '1', 'a.', '1.', 'a@', 'a-', '25.', '0', ':', 'a:', '/', '138', ' ', '-', '@', 'X', '中']
  const heads = ['', 'a@', 'http://', 'http://a:', 'http://a@', '010-', '1.1.1.']
  const hostile = heads.flatMap((head) =>
    pieces.flatMap((piece) => ['', '!', '\n', '@'].map((tail) => head + piece.repeat(200) + tail)),
  )

  test.each(Object.entries(validators))('%s', (_name, { pattern }) => {
    for (const text of hostile) expect(regexSteps(pattern, text), text.slice(0, 20)).toBeLessThan(20 * text.length)
  })
})
