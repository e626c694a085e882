import { isSameComponent, type Part, partFields, parts, valuesOf } from './component.ts'
import type { Field, RefKind } from './fields.ts'
import { describeLink } from './links/link-words.ts'
import { type Component, componentsOf, headFields, type Page, settingFields, shareFields } from './page.ts'
import { definitionOf, titleOf } from './registry.ts'
import { filled, isSame } from './values.ts'

/** One difference, in words; the designer can undo each separately. */
export type Row = {
  kind: 'added' | 'removed' | 'moved' | 'changed' | 'setting' | 'share'
  /** The component; '' for the page itself. */
  id: string
  /** `['props', 'count']` of a component, `['settings', 'pageTitle']` of the page; empty for a whole component. */
  path: readonly string[]
  /** 修改 商品列表·展示数量. */
  words: string
  from?: unknown
  to?: unknown
  /** Both in words, of what is changed. */
  fromWords?: string
  toWords?: string
}

/** `isShow` has words of its own. */
const heads = Object.fromEntries(Object.entries(headFields).filter(([key]) => key !== 'isShow'))

type Name = (kind: RefKind, id: number) => string | undefined

/** What staff call a component. */
export const nameOf = ({ type, alias }: Component): string => alias || titleOf(type)

/**
 * What of a page differs from an earlier state: settings, share card, then components in their order. Left-out values equal their
 * default. Of components whose order changed, the fewest are named as moved.
 */
export function diffPages(before: Page, after: Page, name?: Name): Row[] {
  const [old, now] = [componentsOf(before), componentsOf(after)]
  const oldById = new Map(old.map((component) => [component.id, component]))
  const nowById = new Map(now.map((component) => [component.id, component]))
  const moved = movedIds(
    old.filter(({ id }) => nowById.has(id)),
    now.filter(({ id }) => oldById.has(id)),
  )
  return [
    ...valueRows(
      settingFields,
      before.settings,
      after.settings,
      { kind: 'setting', id: '', at: 'settings', title: '页面设置' },
      name,
    ),
    ...valueRows(
      shareFields,
      before.share,
      after.share,
      { kind: 'share', id: '', at: 'share', title: '分享卡片' },
      name,
    ),
    ...old.filter(({ id }) => !nowById.has(id)).map((component) => wholeRow('removed', '删除', component)),
    ...now.flatMap((component) => {
      const known = oldById.get(component.id)
      if (!known) return [wholeRow('added', '添加', component)]
      const rows = moved.has(component.id) ? [wholeRow('moved', '移动', component)] : []
      return known === component ? rows : [...rows, ...componentRows(known, component, name)]
    }),
  ]
}

const wholeRow = (kind: Row['kind'], word: string, component: Component): Row => ({
  kind,
  id: component.id,
  path: [],
  words: `${word} ${nameOf(component)}`,
})

function componentRows(before: Component, after: Component, name?: Name): Row[] {
  if (isSameComponent(before, after)) return []
  const { id } = after
  if (before.type !== after.type) {
    const words = `${nameOf(before)} 换成 ${nameOf(after)}`
    return [{ kind: 'changed', id, path: ['type'], words, from: before.type, to: after.type }]
  }
  const definition = definitionOf(after.type)
  const about = (at: string) => ({ kind: 'changed' as const, id, at, title: nameOf(after) })
  const [old, now] = [valuesOf(before), valuesOf(after)]
  const inParts = (part: Part) =>
    definition
      ? valueRows(partFields(definition, part), old[part], now[part], about(part), name)
      : unknownRows(before, after, part)
  return [
    ...(before.isShow === after.isShow
      ? []
      : [
          {
            kind: 'changed' as const,
            id,
            path: ['isShow'],
            words: `${after.isShow ? '显示' : '隐藏'} ${nameOf(after)}`,
            from: before.isShow,
            to: after.isShow,
          },
        ]),
    ...valueRows(heads, before, after, about(''), name),
    ...parts.flatMap(inParts),
  ]
}

/** A component whose type this version does not know is taken back part by part. */
function unknownRows(before: Component, after: Component, part: Part): Row[] {
  const keys = [...new Set([...Object.keys(before[part]), ...Object.keys(after[part])])]
  return keys
    .filter((key) => !isSame(before[part][key], after[part][key]))
    .map((key) => ({
      kind: 'changed',
      id: after.id,
      path: [part, key],
      words: `修改 ${nameOf(after)}`,
      from: before[part][key],
      to: after[part][key],
    }))
}

type About = { kind: Row['kind']; id: string; at: string; title: string }

function valueRows(
  fields: Readonly<Record<string, Field>>,
  before: object,
  after: object,
  about: About,
  name?: Name,
): Row[] {
  const { kind, id, at, title } = about
  const [old, now] = [
    filled(fields, before as Record<string, unknown>),
    filled(fields, after as Record<string, unknown>),
  ]
  return Object.entries(fields)
    .filter(([key]) => !isSame(old[key], now[key]))
    .map(([key, field]) => ({
      kind,
      id,
      path: at ? [at, key] : [key],
      words: `修改 ${title}·${field.title}`,
      from: old[key],
      to: now[key],
      fromWords: sayValue(field, old[key], name),
      toWords: sayValue(field, now[key], name),
    }))
}

/** A value as staff read it. @param name of an object, where it is known */
function sayValue(field: Field, value: unknown, name: Name = () => undefined): string {
  const wordOf = (key: unknown) => field.words?.get(key as string) ?? String(key)
  switch (field.control) {
    case 'switch':
      return value ? '开' : '关'
    case 'choice':
      return wordOf(value)
    case 'checks':
      return (value as string[]).map(wordOf).join('、') || '无'
    case 'number':
    case 'slider':
      return `${value}${field.unit ?? ''}`
    case 'ids':
      return (value as number[]).map((id) => (field.of && name(field.of, id)) ?? `${id}`).join('、') || '无'
    case 'gradient':
      return [...new Set((value as string[]).map(toneWord))].join(' → ')
    case 'tone':
    case 'colour':
      return toneWord(value as string)
    case 'image':
      return (value as { url: string }).url ? '图片' : '无'
    case 'video':
      return value ? field.title : '无'
    case 'link':
      return describeLink(value as string, name) || '无'
    case 'list':
      return `${(value as unknown[]).length}项`
    case 'html':
      return (
        `${(value as string)
          .replace(/<[^<>]*>/g, '')
          .trim()
          .slice(0, 40)}` || '空'
      )
    default:
      return (value as string) || '空'
  }
}

const toneWords: Record<string, string> = {
  theme: '主题色',
  'theme-2': '主题浅色',
  price: '价格色',
  '#ffffff00': '透明',
}
const toneWord = (tone: string) => toneWords[tone] ?? tone

/** The fewest ids that have to move to bring the same components from one order into the other. */
function movedIds(before: readonly Component[], after: readonly Component[]): Set<string> {
  const places = new Map(before.map(({ id }, index) => [id, index]))
  const kept = longestRising(after.map(({ id }) => places.get(id) ?? 0))
  return new Set(after.filter((_, index) => !kept.has(index)).map(({ id }) => id))
}

/** The indexes of a longest subsequence that rises. */
function longestRising(numbers: readonly number[]): Set<number> {
  const lengths = numbers.map(() => 1)
  const before = numbers.map(() => -1)
  for (const [index, number] of numbers.entries())
    for (let other = 0; other < index; other++)
      if ((numbers[other] ?? 0) < number && (lengths[other] ?? 0) >= (lengths[index] ?? 0)) {
        lengths[index] = (lengths[other] ?? 0) + 1
        before[index] = other
      }
  const kept = new Set<number>()
  for (let at = lengths.indexOf(Math.max(0, ...lengths)); at >= 0; at = before[at] ?? -1) kept.add(at)
  return kept
}

/** All differences in one line, as the history names a step. */
export function sayChange(before: Page, after: Page): string {
  const rows = diffPages(before, after)
  const [first] = rows
  if (!first) return '修改'
  if (rows.length === 1) return first.words
  if (rows.every(({ kind }) => kind === first.kind) && ['added', 'removed', 'moved'].includes(first.kind))
    return `${first.words.split(' ')[0]} ${rows.length}个组件`
  const isOneComponent = first.id && rows.every(({ id }) => id === first.id)
  return isOneComponent ? `${first.words} 等${rows.length}处` : `修改 ${rows.length}处`
}
