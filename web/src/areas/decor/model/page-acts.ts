import { nameOf } from '@zhanggui/page-kit/diff.ts'
import * as operations from '@zhanggui/page-kit/operations.ts'
import { componentsOf, type Settings, type Share } from '@zhanggui/page-kit/page.ts'
import { placeOf, rangeOf } from '@zhanggui/page-kit/placement.ts'
import { definitionOf } from '@zhanggui/page-kit/registry.ts'
import type { Path } from '@zhanggui/page-kit/values.ts'
import { confirmDelete } from '../../../kit/feedback/confirm-delete.ts'
import { showWarning, undo } from '../../../kit/feedback/feedback.ts'
import { change, select, undoStep, usePageStore } from './page-store.ts'

// What staff do to the page: each is an operation of page-kit, and one step of the history.

const get = () => usePageStore.getState()
const chosen = (): readonly string[] => get().selection
const all = () => componentsOf(get().history.present)

/** Adds a component behind the selected one, or at an index. */
export function addComponent(type: string, at: { index?: number; preset?: number } = {}): void {
  const preset = at.preset === undefined ? undefined : definitionOf(type)?.presets[at.preset]
  const { configName } = get()
  change((page, stamp) =>
    operations.add(page, {
      type,
      stamp,
      ...(at.index === undefined ? {} : { index: at.index }),
      ...(configName ? { after: configName } : {}),
      ...(preset && { preset }),
    }),
  )
}

export const updateValue = (id: string, path: Path, value: unknown): void =>
  void change((page) => operations.update(page, id, path, value), { key: `${id} ${path.join('.')}`, stay: true })

/** Changes one value of several components, as one step. */
export const updateAll = (ids: readonly string[], path: Path, value: unknown): void =>
  void change(
    (page) => ({ page: ids.reduce((each, id) => operations.update(each, id, path, value).page, page), ids: [...ids] }),
    { key: `${ids.join()} ${path.join('.')}`, stay: true },
  )

export const setSetting = <Key extends keyof Settings>(key: Key, value: Settings[Key]): void =>
  void change((page) => operations.set(page, key, value), { key: `settings ${key}`, stay: true })

export const setShareField = <Key extends keyof Share>(key: Key, value: Share[Key]): void =>
  void change((page) => operations.setShare(page, key, value), { key: `share ${key}`, stay: true })

export const renameComponent = (id: string, alias: string): void =>
  void change((page) => operations.rename(page, id, alias), { stay: true })

export const toggleShown = (ids = chosen()): void =>
  void (ids.length && change((page) => operations.toggle(page, ids), { stay: true }))

/** Without a question: a toast takes it back, as long as nothing else was done since. */
export function removeComponents(ids = chosen()): void {
  const gone = all().filter(({ id }) => ids.includes(id))
  const [first] = gone
  if (!first || !change((page) => operations.remove(page, ids))) return
  const { history } = get()
  undo(gone.length > 1 ? `已删除 ${gone.length} 个组件` : `已删除「${nameOf(first)}」`, () => {
    if (get().history.present === history.present) undoStep()
    else showWarning('之后又改过了，请用「历史」回到删除之前')
  })
}

export const moveTo = (ids: readonly string[], index: number): void =>
  void change((page) => operations.reorder(page, ids, index))

/** Where the selected components go when they are moved by one; undefined at the end of their zone. */
export function indexBeside(ids: readonly string[], by: -1 | 1): number | undefined {
  const components = all()
  const places = ids.map((id) => components.findIndex((component) => component.id === id)).filter((at) => at >= 0)
  if (!places.length) return undefined
  const [first, last] = [Math.min(...places), Math.max(...places)]
  const type = components[first]?.type ?? ''
  const [start, end] = rangeOf(components, type)
  if (ids.some((id) => placeOf(components.find((each) => each.id === id)?.type ?? '') !== placeOf(type)))
    return undefined
  if (by < 0) return first > start ? first - 1 : undefined
  return last + 1 < end ? last + 2 : undefined
}

export function moveBy(by: -1 | 1, ids = chosen()): void {
  const index = indexBeside(ids, by)
  if (index !== undefined) change((page) => operations.reorder(page, ids, index))
}

export const duplicateComponents = (ids = chosen()): void =>
  void (ids.length && change((page, stamp) => operations.duplicate(page, ids, stamp)))

/** All components go, the settings stay. */
export async function clearPage(): Promise<void> {
  if (await confirmDelete('确定清空页面所有组件吗？', '清空'))
    change((page) => operations.clear(page), { words: '清空页面' })
}

/** Chooses the next or the previous component. */
export function selectBeside(by: -1 | 1): void {
  const components = all()
  const at = components.findIndex(({ id }) => id === get().configName)
  const next = at < 0 ? components[by < 0 ? components.length - 1 : 0] : components[at + by]
  if (next) select([next.id])
}

/** All components of the flow. */
export const selectFlow = (): void =>
  select(
    all()
      .filter(({ type }) => (definitionOf(type)?.zone ?? 'flow') === 'flow')
      .map(({ id }) => id),
  )
