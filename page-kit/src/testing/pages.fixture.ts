import { Refusal } from '@zhanggui/domain/errors.ts'
import fc from 'fast-check'
import type { Part } from '../component.ts'
import { partFields, parts } from '../component.ts'
import type { Definition } from '../define.ts'
import type { Field, Fields } from '../fields.ts'
import * as operations from '../operations.ts'
import { type Component, componentsOf, emptyPage, type Page, type PageType, settingFields } from '../page.ts'
import { components } from '../registry.ts'

// Pages and operations that are left to chance, for laws.

/** The same cases at every run; another seed by LAW_SEED, more of them by LAW_RUNS. fast-check prints the seed of a failure. */
export const laws: fc.Parameters<unknown> = {
  seed: Number(process.env.LAW_SEED ?? 20261129),
  numRuns: Number(process.env.LAW_RUNS ?? 60),
}

/** Stamps that no two additions share, as hardly any two do in the same millisecond. */
let last = 1_767_225_600_000_000
export const stamp = (): number => ++last

const words = fc.constantFrom('', '新品', '秋冬咖啡节', 'a', '好'.repeat(80), '<b>x</b>', '👍'.repeat(9))
const colours = fc.constantFrom('#fff', '#e93323', '#12345678', 'rgba(1,2,3,0.5)')
const media = fc.constantFrom('', '/file/a.png', 'https://example.com/b.jpg')
const links = fc.constantFrom(
  '',
  '/pages/index/index',
  '/pages/goods/goods_details/index?id=7',
  'https://example.com/x',
  '#top',
  'tel:10086',
  '/x/y',
)
const moments = fc.constantFrom('', '2026-11-11 00:00:00', '2027-01-01 08:00:00')

/** A value that fits a field. */
export function fitting(field: Field): fc.Arbitrary<unknown> {
  switch (field.control) {
    case 'switch':
      return fc.boolean()
    case 'number':
    case 'slider':
      return fc.integer({ min: field.minimum ?? 0, max: field.maximum ?? 0 })
    case 'choice':
      return fc.constantFrom(...(field.words?.keys() ?? []))
    case 'checks':
      return fc.subarray([...(field.words?.keys() ?? [])])
    case 'ids':
      return fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: Math.min(4, field.maxItems ?? 0) })
    case 'gradient':
      return fc.tuple(colours, colours)
    case 'colour':
      return colours
    case 'tone':
      return fc.oneof(colours, fc.constantFrom('theme', 'theme-2', 'price'))
    case 'image':
      return fc.record({ url: media, alt: fc.constantFrom('', '图'), w: fc.nat(2000), h: fc.nat(2000) })
    case 'video':
      return media
    case 'link':
      return links
    case 'moment':
      return moments
    case 'html':
      return fc.constantFrom('', '<p>字</p>')
    case 'list':
      return fc.array(valuesOf(field.items?.properties ?? {}), { maxLength: Math.min(3, field.maxItems ?? 0) })
    default:
      return words.map((text) => [...text].slice(0, field.maxLength).join(''))
  }
}

export const valuesOf = (fields: Fields): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, fitting(field)])), {
    requiredKeys: [],
  })

const values = new Map(
  components.map((definition) => [
    definition.type,
    fc.record({
      props: valuesOf(partFields(definition, 'props')),
      box: valuesOf(partFields(definition, 'box')),
      rule: valuesOf(partFields(definition, 'rule')),
    }),
  ]),
)
export const valuesOfType = ({ type }: Definition): fc.Arbitrary<Record<Part, Record<string, unknown>>> =>
  values.get(type) ?? fc.constant({ props: {}, box: {}, rule: {} })

/** An operation of somebody in the designer: a refused one leaves the page as it is. */
export type Act = (page: Page) => Page

const refusedIsNothing =
  (act: Act): Act =>
  (page) => {
    try {
      return act(page)
    } catch (error) {
      if (error instanceof Refusal) return page
      throw error
    }
  }

const pick = (page: Page, at: number): string => {
  const all = componentsOf(page)
  return all[at % Math.max(1, all.length)]?.id ?? ''
}
const someOf = (page: Page, chosen: readonly number[]): string[] => [...new Set(chosen.map((at) => pick(page, at)))]
const at = fc.nat(120)
const several = fc.array(at, { minLength: 1, maxLength: 4 })

const adding = fc.constantFrom(...components).chain((definition) =>
  fc.tuple(valuesOfType(definition), fc.option(at, { nil: undefined })).map(([preset, index]): Act => {
    const key = stamp()
    return (page) => operations.add(page, { type: definition.type, index, preset, stamp: key }).page
  }),
)

const typing = fc
  .tuple(at, fc.nat(60), fc.constantFrom(...parts), fc.constantFrom(...components))
  .chain(([which, field, part, definition]) => {
    const entries = Object.entries(partFields(definition, part))
    const [key, chosen] = entries[field % Math.max(1, entries.length)] ?? ['nothing', undefined]
    // Half of what is typed fits the field of some component, the rest is whatever comes.
    const value = fc.oneof(chosen ? fitting(chosen) : words, fc.anything({ maxDepth: 2 }))
    return value.map(
      (typed): Act =>
        (page) =>
          operations.update(page, pick(page, which), [part, key], typed).page,
    )
  })

const setting = fc.constantFrom(...Object.entries(settingFields)).chain(([key, field]) =>
  fc.oneof(fitting(field), fc.anything({ maxDepth: 1 })).map(
    (value): Act =>
      (page) =>
        operations.set(page, key as 'pageTitle', value as string).page,
  ),
)

const acts: fc.Arbitrary<Act> = fc
  .oneof(
    { weight: 5, arbitrary: adding },
    { weight: 4, arbitrary: typing },
    { weight: 2, arbitrary: setting },
    {
      weight: 1,
      arbitrary: several.map(
        (ids): Act =>
          (page) =>
            operations.toggle(page, someOf(page, ids)).page,
      ),
    },
    {
      weight: 1,
      arbitrary: several.map(
        (ids): Act =>
          (page) =>
            operations.remove(page, someOf(page, ids)).page,
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(several, at).map(
        ([ids, index]): Act =>
          (page) =>
            operations.reorder(page, someOf(page, ids), index % 20).page,
      ),
    },
    {
      weight: 1,
      arbitrary: several.map((ids): Act => {
        const key = stamp()
        return (page) => operations.duplicate(page, someOf(page, ids), key).page
      }),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(at, words).map(
        ([id, text]): Act =>
          (page) =>
            operations.rename(page, pick(page, id), text).page,
      ),
    },
    {
      weight: 1,
      arbitrary: at.map(
        (id): Act =>
          (page) =>
            operations.toBlock(page, pick(page, id), 3).page,
      ),
    },
  )
  .map(refusedIsNothing)

export const sessions = (maxLength = 12): fc.Arbitrary<Act[]> => fc.array(acts, { maxLength })

export const after = (page: Page, session: readonly Act[]): Page => session.reduce((before, act) => act(before), page)

/** Pages as they come about: by operations. */
export const pages = (maxLength = 14): fc.Arbitrary<Page> =>
  fc
    .tuple(fc.constantFrom<PageType[]>(2, 4), sessions(maxLength))
    .map(([type, session]) => after(emptyPage(type), session))

/** A component of a type with its defaults. */
export function plain(type: string, props: Component['props'] = {}): Component {
  const { page, ids } = operations.add(emptyPage(4), { type, preset: { props }, stamp: stamp() })
  const made = componentsOf(page).find(({ id }) => id === ids[0])
  if (!made) throw new Error(`${type} is no component of these pages`)
  return made
}
