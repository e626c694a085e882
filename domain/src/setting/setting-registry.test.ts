import { describe, expect, test } from 'vitest'
import { BadInput } from '../errors.ts'
import { regexSteps } from '../testing/regex-steps.ts'
import {
  isSettingGroup,
  readSetting,
  settingField,
  settingRegistry,
  settingValues,
  toWireSetting,
} from './setting-registry.ts'
import { color, image, json, type SettingField, secret } from './settings/field.ts'
import { extensions } from './settings/upload.ts'

const groups = Object.entries(settingRegistry)
const all = groups.flatMap(([name, { fields }]) =>
  Object.entries<SettingField>(fields).map(([key, field]) => ({ name, key, field })),
)

function field(key: string): SettingField {
  const known = settingField(key)
  if (!known) throw new Error(`no setting ${key}`)
  return known
}

function refusal(of: SettingField, given: unknown): string {
  try {
    return `taken as ${JSON.stringify(readSetting(of, given))}`
  } catch (error) {
    if (error instanceof BadInput) return error.message
    throw error
  }
}

describe('the registry', () => {
  test('names each key once across all groups', () => {
    const keys = all.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test.each(all)('$key of $name has a Chinese label and a default that it accepts itself', ({ field }) => {
    expect(field.label).toMatch(/[\u4e00-\u9fff]/)
    if (field.type !== 'secret') expect(readSetting(field, toWireSetting(field, field.default))).toEqual(field.default)
  })

  test.each(all.filter(({ field }) => field.visibleIf))(
    '$key of $name is shown for values that the other key accepts',
    ({ name, field: { visibleIf } }) => {
      const other = Object.entries<SettingField>(settingRegistry[name as 'site'].fields).find(
        ([key]) => key === visibleIf?.key,
      )?.[1]
      for (const value of visibleIf?.in ?? []) expect(readSetting(other as SettingField, value)).toBe(value)
    },
  )

  test.each(groups)('the defaults of %s are consistent', (_, { fields, check }) => {
    const defaults = Object.entries<SettingField>(fields).map(([key, { default: value }]) => [key, value])
    expect(check(Object.fromEntries(defaults))).toEqual([])
  })

  test('knows only the names of its groups', () => {
    expect(isSettingGroup('site')).toBe(true)
    expect(isSettingGroup('constructor')).toBe(false)
  })

  test.each([
    ['captcha_mode', 'always'],
    ['password_min_length', 10],
    ['session_idle_minutes', 120],
    ['store_stock', 20],
    ['user_extract_min_price', 1_00],
    ['reauth_amount', 1000_00],
    ['image_max_size', 10],
    ['audit_retention_days', 1095],
  ] as const)('%s is %s until it is changed', (key, value) => {
    expect(settingValues(new Map())[key]).toBe(value)
  })

  test('a stored value overrides the default; unknown keys and secrets are left out', () => {
    const values = settingValues(
      new Map<string, unknown>([
        ['captcha_mode', 'off'],
        ['gone', 1],
        ['email_pass', 'sealed'],
      ]),
    )
    expect(values.captcha_mode).toBe('off')
    expect(values).not.toHaveProperty('gone')
    expect(values).not.toHaveProperty('email_pass')
  })
})

describe('values are read leniently', () => {
  test.each([
    ['site_name', '  小店  ', '小店'],
    ['site_url', null, ''],
    ['store_stock', '12', 12],
    ['integral_ratio', '0.000001', 0.000001],
    ['user_extract_min_price', '12.30', 1230],
    ['store_brokerage_quota', -1, -100],
    ['show_footer', 0, false],
    ['show_footer', 'true', true],
    ['wechat_encode', '1', 1],
    ['routine_phone_verification', '2,1,2', [1, 2]],
    ['routine_phone_verification', [], []],
    ['consumer_hotline', '400-800-8888', '400-800-8888'],
    ['stor_reason', '甲\r\n乙', '甲\n乙'],
    ['backup_cron', '*/15 2-4 * * 1,5', '*/15 2-4 * * 1,5'],
    ['site_logo_login', 'upload/2026/logo.png', 'upload/2026/logo.png'],
    ['site_logo_login', 'https://cdn.example.com/logo.png', 'https://cdn.example.com/logo.png'],
  ])('%s reads %j as %j', (key, given, stored) => {
    expect(readSetting(field(key), given)).toEqual(stored)
  })

  test('length is counted in characters as people see them', () => {
    expect(readSetting(field('site_name'), '店😀'.repeat(15))).toHaveLength(45)
    expect(refusal(field('site_name'), '店😀'.repeat(16))).toBe('店铺名称长度在 2 到 30 个字符')
  })

  test('a colour and JSON are kept as given', () => {
    expect(readSetting(color('颜色', { default: '#ffffff' }), '#1a2B3c')).toBe('#1a2B3c')
    expect(readSetting(json('规则', { default: {} }), { a: [1] })).toEqual({ a: [1] })
  })
})

describe('a value that does not fit is refused with a message', () => {
  test.each([
    ['site_name', '', '请输入店铺名称'],
    ['site_name', '店', '店铺名称长度在 2 到 30 个字符'],
    ['site_name', 5, '店铺名称应为文字'],
    ['site_name', '上\n下', '店铺名称不能换行'],
    ['maintenance_text', '字'.repeat(201), '维护说明不能超过200个字符，请缩短'],
    ['site_url', 'example.com', '移动端网址：请输入以 http:// 或 https:// 开头的网址'],
    ['site_url', 'ftp://example.com', '移动端网址：请输入以 http:// 或 https:// 开头的网址'],
    ['site_logo_login', 'javascript:alert(1)', '登录页标志：地址不正确，请重新上传'],
    ['site_logo_login', 'a"onload=1', '登录页标志：地址不正确，请重新上传'],
    ['consumer_hotline', '打给我', '客服电话：请输入正确的电话号码'],
    ['store_stock', '', '请输入警戒库存'],
    ['store_stock', null, '请输入警戒库存'],
    ['store_stock', 1.5, '警戒库存应为整数'],
    ['store_stock', '多', '警戒库存应为整数'],
    ['store_stock', true, '请输入警戒库存'],
    ['store_stock', -1, '警戒库存不能小于0'],
    ['store_stock', 10_000, '警戒库存不能大于9999'],
    ['order_cancel_time', 0, '普通商品未支付取消订单时间不能小于0.1'],
    ['order_cancel_time', 0.125, '普通商品未支付取消订单时间最多2位小数'],
    ['integral_ratio', 1e-7, '积分抵用比例应为数字'],
    ['integral_ratio', '0.0000001', '积分抵用比例最多6位小数'],
    ['store_brokerage_ratio', 101, '一级返佣比例不能大于100'],
    ['user_extract_min_price', '1.005', '金额最多两位小数'],
    ['user_extract_min_price', -1, '提现最低金额不能小于0元'],
    ['user_extract_min_price', '', '请输入提现最低金额'],
    ['user_extract_min_price', {}, '提现最低金额应为金额'],
    ['recharge_packages', '100', '充值套餐格式不正确'],
    ['recharge_packages', [7], '充值套餐格式不正确'],
    ['recharge_packages', [{ price: 5 }], '请输入充值套餐第1档：赠送金额'],
    ['recharge_packages', [{ price: 0, giveMoney: 0 }], '充值套餐第1档：充值金额不能小于0.01元'],
    ['recharge_packages', [{ price: 1, giveMoney: -1 }], '充值套餐第1档：赠送金额不能小于0元'],
    ['recharge_packages', Array.from({ length: 13 }, (_, n) => ({ price: n + 1, giveMoney: 0 })), '充值套餐最多12档'],
    ['show_footer', 'yes', '显示页脚应为是或否'],
    ['captcha_mode', 'never', '请选择验证码显示'],
    ['captcha_mode', '', '请选择验证码显示'],
    ['routine_phone_verification', [3], '请选择手机号获取方式'],
    ['routine_phone_verification', 1, '请选择手机号获取方式'],
    ['wechat_appid', 'wx123', 'AppID 以 wx 开头，共 18 位，请到微信公众平台核对'],
    ['backup_cron', 'daily', '备份时间为五段 cron 表达式，如 0 3 * * *（每天 3 点）'],
  ])('%s refuses %j: %s', (key, given, message) => {
    expect(refusal(field(key), given)).toBe(message)
  })

  test('a colour by name, JSON that is not an object, and a secret that is too long are refused', () => {
    expect(refusal(color('主题色', { default: '#ffffff' }), 'red')).toBe('主题色：请选择颜色')
    expect(refusal(json('规则', { default: {} }), 'text')).toBe('规则格式不正确')
    expect(refusal(secret('密钥', { max: 3 }), '1234')).toBe('密钥不能超过3个字符，请缩短')
  })

  test.each(all.filter(({ field }) => field.pattern))('hostile text is judged quickly by $key', ({ field }) => {
    const texts = ['0 ', 'a', 'wx0', 'https://', 'a:', '* '].map((piece) => `${piece.repeat(200)}!`)
    for (const text of texts) expect(regexSteps(field.pattern ?? /^/, text), text.slice(0, 20)).toBeLessThan(5000)
  })

  test('an address without end is refused for its length, before it is read', () => {
    expect(refusal(image('图片'), `${'a'.repeat(50_000)}:`)).toBe('图片不能超过255个字符，请缩短')
  })
})

describe('values of a group are judged together', () => {
  const defaults = settingValues(new Map())

  test('commissions of both levels may not add up to more than 100%', () => {
    const { check } = settingRegistry.brokerage
    expect(check({ ...defaults, store_brokerage_ratio: 60, store_brokerage_two: 40 })).toEqual([])
    expect(check({ ...defaults, store_brokerage_ratio: 60, store_brokerage_two: 41 })).toEqual([
      { key: 'store_brokerage_ratio', message: '返佣比例之和不能超过100%' },
    ])
  })

  test('packages of a recharge cost what may be recharged, each another sum; a new row gets the next id', () => {
    const { check, fields } = settingRegistry.balance
    const packages = readSetting(fields.recharge_packages, [
      { id: 4, price: 100, giveMoney: '10.50' },
      { price: 50, giveMoney: 0 },
    ])
    expect(packages).toEqual([
      { id: 4, price: 100_00, giveMoney: 10_50 },
      { id: 5, price: 50_00, giveMoney: 0 },
    ])
    expect(toWireSetting(fields.recharge_packages, packages)).toEqual([
      { id: 4, price: 100, giveMoney: 10.5 },
      { id: 5, price: 50, giveMoney: 0 },
    ])
    expect(check({ ...defaults, recharge_packages: packages })).toEqual([])
    const twice = [
      { id: 1, price: 50, giveMoney: 0 },
      { id: 2, price: 50, giveMoney: 1 },
    ]
    expect(check({ ...defaults, recharge_packages: twice })).toEqual([
      { key: 'recharge_packages', message: '充值套餐第1档低于最低充值金额 1 元' },
      { key: 'recharge_packages', message: '充值套餐有两档都是 0.5 元' },
    ])
  })

  test('the lower bound of the first cut of a bargain is below its upper bound', () => {
    const faults = settingRegistry.marketing.check({ ...defaults, bargain_first_cut_min: 51 })
    expect(faults).toEqual([{ key: 'bargain_first_cut_min', message: '首刀最低比例不能大于首刀最高比例' }])
  })

  test('settings may narrow the types of uploads but not widen them', () => {
    const { check } = settingRegistry.upload
    expect(check({ ...defaults, image_ext_str: 'PNG, jpg' })).toEqual([])
    expect(check({ ...defaults, image_ext_str: 'png,svg' })).toEqual([
      { key: 'image_ext_str', message: '图片格式不支持 svg，请删除' },
    ])
    expect(extensions('PNG, jpg，gif ')).toEqual(['png', 'jpg', 'gif'])
  })
})
