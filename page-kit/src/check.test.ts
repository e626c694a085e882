import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSamePage } from './changes.ts'
import { checkDraft, checkPublish, readPage } from './check.ts'
import { cleanComponent, isSameComponent, partFields, parts, sparseComponent } from './component.ts'
import { fromClipboard, fromFile, toClipboard, toFile } from './document.ts'
import { migrateComponent, migratePage } from './migrate.ts'
import { type Component, componentsOf, emptyPage, type Page } from './page.ts'
import { components, definitionOf } from './registry.ts'
import { laws, pages, plain } from './testing/pages.fixture.ts'
import { cleaned, filled, walk } from './values.ts'

const page = (...made: Component[]): Page => ({
  ...emptyPage(4),
  value: Object.fromEntries(made.map((component) => [component.id.slice(1), component])),
})
const messages = (checked: Page, level: 'error' | 'warning' = 'error') =>
  checkPublish(checked)
    .filter((issue) => issue.level === level)
    .map(({ message }) => message)

/** Undefined for what is refused in words. */
function orRefused<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch (error) {
    if (error instanceof BadInput || error instanceof Refusal) return undefined
    throw error
  }
}

describe('what is stored', () => {
  test('a page comes back from JSON as it was, and passes the draft check', () => {
    fc.assert(
      fc.property(pages(), (made) => {
        const read = readPage(JSON.parse(JSON.stringify(made)), made)
        expect(isSamePage(read, made)).toBe(true)
        expect(Object.keys(read.value)).toEqual(Object.keys(made.value))
        expect(checkDraft(read)).toEqual([])
      }),
      laws,
    )
  })

  test('whatever is sent is refused with a sentence, or can be stored but for its limits', () => {
    const anything = fc.jsonValue({ maxDepth: 3 })
    const limits = ['PLACEMENT', 'TOO_LARGE']
    fc.assert(
      fc.property(pages(6), fc.array(fc.tuple(fc.nat(), fc.nat(9), anything), { maxLength: 5 }), (made, faults) => {
        const sent = JSON.parse(JSON.stringify(made))
        for (const [at, part, value] of faults) {
          const keys = Object.keys(sent.value ?? {})
          const key = keys[at % Math.max(1, keys.length)]
          const places = [sent, sent.value, sent.settings, sent.share, ...(key ? [sent.value[key]] : [])]
          const place = places[part % places.length]
          if (typeof place !== 'object' || place === null) continue
          const names = Object.keys(place)
          place[names[at % Math.max(1, names.length)] ?? 'x'] = value
        }
        const read = orRefused(() => readPage(sent, made))
        if (read) expect(checkDraft(read).filter(({ code }) => !limits.includes(code))).toEqual([])
      }),
      { ...laws, numRuns: (laws.numRuns ?? 0) * 4 },
    )
  })

  test('cleaning what is clean changes nothing, whatever it was', () => {
    const anything = fc.anything({ maxDepth: 3, withNullPrototype: false })
    fc.assert(
      fc.property(
        fc.constantFrom(...components),
        fc.dictionary(fc.string(), anything),
        anything,
        (definition, others, value) => {
          for (const part of parts) {
            const fields = partFields(definition, part)
            const given = { ...others, ...Object.fromEntries(Object.keys(fields).map((key) => [key, value])) }
            const clean = cleaned(fields, given)
            expect(cleaned(fields, clean)).toBe(clean)
            expect(Object.keys(clean).every((key) => Object.hasOwn(fields, key))).toBe(true)
          }
        },
      ),
      laws,
    )
  })

  test('what equals its default may be left out, and is the same', () => {
    fc.assert(
      fc.property(pages(), (made) => {
        for (const component of componentsOf(made)) {
          const definition = definitionOf(component.type)
          if (!definition) continue
          const full = Object.fromEntries(
            parts.map((part) => [part, filled(partFields(definition, part), component[part])]),
          )
          expect(isSameComponent({ ...component, ...full }, component)).toBe(true)
          expect(isSameComponent(sparseComponent({ ...component, ...full }), component)).toBe(true)
        }
      }),
      laws,
    )
  })

  test.each([
    ['a number that is too large', 'spacer', { height: 9000 }, { height: 200 }],
    ['a fraction', 'spacer', { height: 12.6 }, { height: 13 }],
    ['a text that is too long', 'titleBar', { title: '秋冬咖啡节第二袋半价' }, { title: '秋冬咖啡节第二袋' }],
    ['a word that is none', 'titleBar', { align: 'middle' }, {}],
    ['what nobody knows', 'titleBar', { onclick: 'alert(1)' }, {}],
    ['a colour that is none', 'titleBar', { colour: 'red;background:url(x)' }, {}],
    ['a script as a link', 'titleBar', { link: 'javascript:alert(1)' }, { link: '' }],
    ['another host as a link', 'titleBar', { link: '//evil.example' }, { link: '' }],
    ['a picture by http', 'titleBar', { image: { url: 'http://x.example/a.png', alt: '', w: 0, h: 0 } }, {}],
    [
      'a picture that ends its place',
      'titleBar',
      { image: { url: 'https://x.example/a.png") ;x:url("', alt: '', w: 0, h: 0 } },
      {},
    ],
    ['ids twice and ids that are none', 'goodsList', { productIds: [3, 3, -1, 1.5, 4] }, { productIds: [3, 4] }],
    ['items that are none', 'carousel', { slides: [1, null, { title: 'x', y: 1 }] }, { slides: [{ title: 'x' }] }],
    ['a moment that is none', 'countdown', { endTime: '2026-02-30 00:00:00' }, { endTime: '' }],
  ])('%s is clamped or left out', (_, type, props, expected) => {
    expect(cleanComponent({ ...plain(type), props }).props).toEqual(expected)
  })

  test.each([
    ['a key that is no key', { value: { 1: plain('spacer') } }],
    ['a component without an id', { value: { 1767225600000000: { type: 'spacer' } } }],
    ['a component that is a text', { value: { 1767225600000000: 'x' } }],
    ['props that are a list', { value: { 1767225600000000: { ...plain('spacer'), props: [] } } }],
    ['settings that are a list', { settings: [] }],
    ['a type that is code', { value: { 1767225600000000: { ...plain('spacer'), type: '<b>' } } }],
  ])('%s makes it no page', (_, given) => {
    expect(() => readPage(given, emptyPage())).toThrow('文件不是有效的页面数据')
  })

  test('two components of one id are refused', () => {
    const one = plain('spacer')
    const value = { 1767225600000000: one, 1767225600000001: one }
    expect(() => readPage({ value }, emptyPage())).toThrow('有组件的编号重复')
  })

  test('an unknown type is kept as it is, is no fault of a draft, and is not published', () => {
    const unknown = { ...plain('spacer'), type: 'hologram', props: { depth: 3 } }
    const read = readPage({ value: { [unknown.id.slice(1)]: unknown } }, emptyPage())
    expect(componentsOf(read)).toEqual([unknown])
    expect(checkDraft(read)).toEqual([])
    expect(messages(read)).toEqual(['未知组件，只能删除'])
  })

  test('a ground that is both colour and picture becomes one', () => {
    expect(readPage({ settings: { pageColor: true, pagePic: true } }, emptyPage()).settings).toEqual({})
  })
})

describe('formats', () => {
  const steps = {
    v: 3,
    migrate: [
      ({ number, ...props }: Record<string, unknown>) => ({ ...props, count: number }),
      (props: Record<string, unknown>) => ({ ...props, count: Number(props.count) * 2 }),
    ],
  }
  test('each step leads one format on, from whichever it was, and a second run changes nothing', () => {
    const old = { ...plain('spacer'), props: { number: 4 } }
    const now = migrateComponent(old, steps)
    expect([now.v, now.props, old.props]).toEqual([3, { count: 8 }, { number: 4 }])
    expect(migrateComponent(now, steps)).toBe(now)
    expect(migrateComponent({ ...old, v: 2, props: { count: 4 } }, steps).props).toEqual({ count: 8 })
    expect(() => migrateComponent({ ...old, v: 4 }, steps)).toThrow('文件版本过新，请升级系统后再导入')
  })

  test('a page of today stays as it is, and every component says how to reach its format', () => {
    fc.assert(
      fc.property(pages(), (made) => {
        expect(migratePage(made)).toBe(made)
      }),
      laws,
    )
    for (const { type, v, migrate } of components) expect([type, migrate.length]).toEqual([type, v - 1])
  })
})

describe('documents outside the database', () => {
  test('copied components come back clean, with ids of their own', () => {
    const [one, two] = [plain('titleBar', { title: '新品' }), plain('carousel')]
    const text = toClipboard([one, { ...two, props: { seconds: 99, x: 1 } }], 3)
    const read = fromClipboard(text, emptyPage()) ?? []
    expect(read.map(({ type, props }) => [type, props])).toEqual([
      ['titleBar', { title: '新品' }],
      ['carousel', { seconds: 10 }],
    ])
    expect(new Set(read.map(({ id }) => id)).size).toBe(2)
    expect(fromClipboard('hello', emptyPage())).toBeUndefined()
    expect(fromClipboard('{"kind":"x"}', emptyPage())).toBeUndefined()
    expect(() => fromClipboard(text.replace('"format":1', '"format":2'), emptyPage())).toThrow('文件版本过新')
  })

  test('an exported page comes back the same, with the names of what it refers to', () => {
    const made = page(plain('goodsList', { productIds: [7, 8], moreLink: '/pages/activity/small_page/index?id=3' }))
    const names = new Map([
      ['product 7', '咖啡豆'],
      ['page 3', '会场'],
    ])
    const file = toFile(made, { name: '首页', exportTime: '2026-11-29 12:00:00' }, (kind, id) =>
      names.get(`${kind} ${id}`),
    )
    expect(file.references).toEqual({ product: [{ id: 7, name: '咖啡豆' }], page: [{ id: 3, name: '会场' }] })
    const read = fromFile(JSON.stringify(file), made)
    expect(isSamePage(read.page, made)).toBe(true)
    expect(() => fromFile('{}', made)).toThrow('文件不是有效的页面数据')
  })
})

describe('what is published', () => {
  const picture = { url: '/file/a.png', alt: '咖啡', w: 750, h: 332 }

  test.each([
    ['a carousel without a picture', 'carousel', {}, ['请添加图片']],
    ['a slide without its picture', 'carousel', { slides: [{ title: '新品' }] }, ['请上传图片']],
    [
      'a carousel that is too quick',
      'carousel',
      { slides: [{ image: picture }], seconds: 1 },
      ['切换间隔至少2秒，或填0不自动切换'],
    ],
    ['a list without products', 'goodsList', {}, ['请选择商品']],
    ['a list by rule', 'goodsList', { source: 'newest' }, []],
    ['a video without source', 'video', { cover: picture }, ['请上传视频']],
    ['a hotspot without picture', 'hotspot', {}, ['请上传图片']],
    ['an area that leads nowhere', 'hotspot', { image: picture, areas: [{ w: 300, h: 300 }] }, ['请选择链接']],
    [
      'an area beyond the picture',
      'hotspot',
      { image: picture, areas: [{ x: 800, w: 300, link: 'top:' }] },
      ['热区超出了图片'],
    ],
    ['one item of navigation', 'tabBar', { items: [{ title: '首页', link: '/pages/index/index' }] }, ['导航至少2项']],
    ['an empty text', 'richText', { html: '<p>&nbsp;</p>' }, ['请填写内容']],
    ['a text of one picture', 'richText', { html: '<p><img src="/file/a.png"></p>' }, []],
    ['a cube with too few pictures', 'imageCube', { grid: 'two', cells: [{ image: picture }] }, ['请上传2张图片']],
    [
      'cells that overlap',
      'imageCube',
      {
        grid: 'free',
        cells: [
          { image: picture, w: 2 },
          { image: picture, x: 1 },
        ],
      },
      ['图片互相重叠'],
    ],
    ['a countdown to nothing', 'countdown', {}, ['请选择结束时间']],
  ])('%s is named', (_, type, props, expected) => {
    expect(messages(page(plain(type, props)))).toEqual(expected)
  })

  test('what is wrong with a hidden component is a warning', () => {
    const hidden = page({ ...plain('carousel'), isShow: false })
    expect([messages(hidden), messages(hidden, 'warning')]).toEqual([[], ['请添加图片']])
  })

  test('an end before the beginning is named, of a component and of a picture', () => {
    const times = { from: '2026-11-12 00:00:00', to: '2026-11-11 00:00:00' }
    const slide = plain('carousel', { slides: [{ image: picture, ...times }] })
    expect(messages(page(slide))).toEqual(['结束时间要晚于开始时间'])
    const late = { ...plain('spacer'), rule: { startTime: times.from, endTime: times.to } }
    expect(messages(page(late))).toEqual(['结束时间要晚于开始时间'])
  })

  test('objects that are gone, off the shelf or not published are named once for each', () => {
    const made = page(
      plain('goodsList', { productIds: [1, 2, 3], moreLink: '/pages/activity/small_page/index?id=4' }),
      plain('coupons', { source: 'manual', couponIds: [5] }),
    )
    const states = {
      'product 1': 'gone',
      'product 2': 'offShelf',
      'product 3': 'offShelf',
      'page 4': 'unpublished',
      'coupon 5': 'gone',
    } as const
    const issues = checkPublish(made, { stateOf: (kind, id) => states[`${kind} ${id}` as keyof typeof states] ?? 'ok' })
    expect(issues.map(({ level, message }) => `${level} ${message}`)).toEqual([
      'error 引用的商品已删除',
      'warning 链接的微页面还没有发布',
      'warning 优惠券已删除',
      'warning 2件商品已下架，不会显示',
    ])
  })

  test('what makes a page slow or hard to use is a warning', () => {
    const video = () => plain('video', { video: '/file/a.mp4', cover: picture })
    const popup = () => plain('popup', { image: picture })
    expect(messages(page(video(), video(), video(), video()), 'warning')).toEqual(['视频超过3个，页面会很慢'])
    expect(messages(page(popup(), popup()), 'warning')).toEqual(['和另一个弹窗的时间重叠，会接连弹出'])
    const anchored = () => ({ ...plain('spacer'), anchor: '新品' })
    expect(messages(page(anchored(), anchored()), 'warning')).toEqual(['锚点「新品」重复，跳到前一个'])
    expect(messages(page(plain('titleBar', { link: 'http://a.example/' })), 'warning')).toEqual([
      '链接不是https，部分手机打不开',
    ])
    const slide = plain('carousel', { slides: [{ image: { ...picture, alt: '' } }] })
    expect(messages(page(slide), 'warning')).toEqual(['图片没有替代文字'])
    const pale = plain('iconNav', { items: [{ image: picture }], colour: '#eeeeee' })
    expect(messages(page(pale), 'warning')).toEqual(['文字颜色和背景太接近，看不清'])
  })
})

describe('schemas', () => {
  test('every field has a title and a default that is clean', () => {
    for (const definition of components)
      for (const part of parts) {
        const fields = partFields(definition, part)
        const standard = filled(fields, {})
        expect([definition.type, cleaned(fields, standard)]).toEqual([definition.type, standard])
        walk(fields, standard, (path, field) => {
          expect([definition.type, path, Boolean(field.title), field.default !== undefined]).toEqual([
            definition.type,
            path,
            true,
            true,
          ])
          const beside = field.visibleIf && [...path.slice(0, -1), field.visibleIf.key]
          if (beside?.length === 1) expect(Object.keys(fields)).toContain(beside[0])
        })
      }
  })

  test('types are unique, and what excludes another is excluded by it or says so itself', () => {
    expect(new Set(components.map(({ type }) => type)).size).toBe(components.length)
    for (const { excludes } of components) for (const type of excludes) expect(definitionOf(type)).toBeDefined()
  })
})
