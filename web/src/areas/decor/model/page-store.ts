import type { PageInfo } from '@zhanggui/contract/decor/page.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { changesBetween, isEmpty } from '@zhanggui/page-kit/changes.ts'
import type { Issue } from '@zhanggui/page-kit/check.ts'
import { type History, jump, record, redo, startHistory, throughout, undo } from '@zhanggui/page-kit/history.ts'
import { migratePage } from '@zhanggui/page-kit/migrate.ts'
import type { Change } from '@zhanggui/page-kit/operations.ts'
import {
  type Component,
  type ComponentMap,
  componentsOf,
  emptyPage,
  type Page,
  type Settings,
  settingFields,
  stampOf,
  type Terminal,
} from '@zhanggui/page-kit/page.ts'
import { filled } from '@zhanggui/page-kit/values.ts'
import { create } from 'zustand'
import { serverNow } from '../../../api/server-time.ts'
import { showWarning } from '../../../kit/feedback/feedback.ts'
import { randomKey } from '../../../kit/form/draft/window-key.ts'

/** How the draft stands on the server. */
export type SaveState =
  | { kind: 'saved'; at: Date | undefined }
  | { kind: 'dirty' }
  | { kind: 'saving' }
  /** No answer: kept in this browser, and sent again by itself. */
  | { kind: 'offline' }
  /** Refused, with the reason: sent again when something changes or staff ask for it. */
  | { kind: 'failed'; reason: string }

/** What the designer knows of the page besides its content. */
type Session = {
  id: number
  version: number
  /** The draft as the server holds it: what is saved is the difference, and a merge starts from it. */
  acked: Page
  /** The content of the page that is edited; everything else of the page is derived from its present state. */
  history: History
  /** The ids of the chosen components, the last one chosen at the end. */
  selection: readonly string[]
  saved: SaveState
  /** Percent; undefined fits the phone into the window. */
  zoom: number | undefined
  issues: readonly Issue[]
  /** Others who have the page open. */
  editors: readonly string[]
  readOnly: boolean
  /** Of this opening: the server keeps the draft as it was before its first save. */
  sessionKey: string
  /** The version in which it was kept; undefined until something was saved. */
  keptId: number | undefined
  /** Something is being dragged or uploaded: nothing is saved meanwhile. */
  busy: boolean
}

/** The page under the names that it has on the wire and in the database. */
type Fields = Settings & {
  pageName: string
  /** Components by their keys, which order them. */
  defaultArray: ComponentMap
  /** 1 小程序, 2 H5, 3 移动端. */
  terminal: Terminal
}

export type PageState = Session &
  Fields & {
    /** Whose panel is open: a component, or '' for the page itself. */
    configName: string
  }

const blank = emptyPage()

/** The page itself under its own names; every change of the history writes them anew. */
const fieldsOf = (page: Page) => ({
  ...(filled(settingFields, page.settings) as Settings),
  defaultArray: page.value,
  terminal: page.terminal,
})

const initial: PageState = {
  configName: '',
  pageName: '模板',
  ...fieldsOf(blank),
  id: 0,
  version: 0,
  acked: blank,
  history: startHistory(blank),
  selection: [],
  saved: { kind: 'saved', at: undefined },
  zoom: undefined,
  issues: [],
  editors: [],
  readOnly: false,
  sessionKey: '',
  keptId: undefined,
  busy: false,
}

/** The page that is open in the designer: one a window. */
export const usePageStore = create<PageState>(() => initial)

const get = () => usePageStore.getState()
const put = (change: Partial<PageState>) => usePageStore.setState(change)

/** The selected component and where it stands; undefined for the page itself. */
export function activeComponent({
  configName,
  history,
}: PageState): { component: Component; index: number } | undefined {
  const components = componentsOf(history.present)
  const index = components.findIndex(({ id }) => id === configName)
  const component = components[index]
  return component && { component, index }
}

/** The components in their order. */
export const componentsData = ({ history }: PageState): readonly Component[] => componentsOf(history.present)

/** The page of an answer, in the format of today. */
export function pageOf({
  terminal,
  type,
  settings,
  share,
  value,
}: Pick<PageInfo, 'terminal' | 'type' | 'settings' | 'share' | 'value'>): Page {
  return migratePage({
    terminal,
    type,
    settings: settings as Page['settings'],
    share: share as Page['share'],
    value: value as ComponentMap,
  })
}

/** Opens a page. @param readOnly whoever may look at it and not change it */
export function openPage(info: PageInfo, readOnly: boolean): void {
  const page = pageOf(info)
  put({
    ...initial,
    ...fieldsOf(page),
    id: info.id,
    version: info.version,
    pageName: info.name,
    acked: page,
    history: startHistory(page),
    readOnly,
    sessionKey: randomKey() + randomKey(),
  })
}

/** Leaves the page: nothing of it stays. */
export const leavePage = (): void => put(initial)

const present = (history: History, more: Partial<PageState> = {}) => {
  const there = new Set(componentsOf(history.present).map(({ id }) => id))
  const before = get()
  const selection = (more.selection ?? before.selection).filter((id) => there.has(id))
  put({ ...more, history, ...fieldsOf(history.present), selection, configName: selection.at(-1) ?? '' })
  noteDirty()
}

function noteDirty(): void {
  const { saved, history, acked } = get()
  const dirty = isDirty({ history, acked })
  // What is on its way, or waits for its answer, says so until then.
  if (saved.kind === 'saving' || saved.kind === 'offline') return
  if (dirty) put({ saved: { kind: 'dirty' } })
  else if (saved.kind !== 'saved') put({ saved: { kind: 'saved', at: undefined } })
}

/** Whether the draft differs from what the server holds. */
export const isDirty = ({ history, acked }: Pick<PageState, 'history' | 'acked'>): boolean =>
  history.present !== acked && !isEmpty(changesBetween(acked, history.present))

type Doing = {
  /** Of what is typed or dragged: quick changes of one value are one step. */
  key?: string
  words?: string
  /** The selection stays as it is, whatever was made. */
  stay?: boolean
}

/**
 * Does an operation of page-kit: one step of the history, or none if it changes nothing. A refusal is shown.
 * @returns whether the page took it
 */
export function change<Made extends Change>(
  run: (page: Page, stamp: number) => Made,
  { key, words, stay }: Doing = {},
): Made | undefined {
  const { history, readOnly } = get()
  if (readOnly) return undefined
  try {
    const now = serverNow()
    const made = run(history.present, stampOf(now, chance()))
    const next = record(history, made.page, { at: now.getTime(), ...(key && { key }), ...(words && { words }) })
    if (next !== history) present(next, stay ? {} : { selection: made.ids })
    else if (!stay) select(made.ids)
    return made
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    showWarning(error.message)
    return undefined
  }
}

/** 0 to 1: two designers who add in the same millisecond get different ids. */
const chance = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

export const undoStep = (): void => step(undo)
export const redoStep = (): void => step(redo)
/** Goes to where so many steps are done. */
export const jumpTo = (done: number): void => step((history) => jump(history, done))

function step(move: (history: History) => History): void {
  const { history, readOnly } = get()
  const next = move(history)
  if (readOnly || next === history) return
  const [before, after] = [history.present, next.present].map(
    (page) => new Map(componentsOf(page).map((each) => [each.id, each])),
  )
  const changed = [...(after ?? [])].flatMap(([id, component]) => (before?.get(id) === component ? [] : [id]))
  present(next, changed.length === 1 ? { selection: changed } : {})
}

/** Chooses components: the panel of the last one opens; none is the page itself. */
export function select(ids: readonly string[]): void {
  const { selection } = get()
  if (selection.length === ids.length && selection.every((id, index) => id === ids[index])) return
  put({ selection: ids, configName: ids.at(-1) ?? '' })
}

/** Adds a component to those that are chosen, or takes it out. */
export function alsoSelect(id: string): void {
  const { selection } = get()
  select(selection.includes(id) ? selection.filter((each) => each !== id) : [...selection, id])
}

/** Chooses all from the one chosen last to this one. */
export function selectUpTo(id: string): void {
  const { history, configName } = get()
  const ids = componentsOf(history.present).map((component) => component.id)
  const [from, to] = [ids.indexOf(configName), ids.indexOf(id)]
  const range = from < 0 ? [] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
  select([...range.filter((each) => each !== id), id])
}

/**
 * The server has taken a state of the draft.
 * @param sent what was sent
 * @param tidied components that it cut or cleaned; taken over where nothing was typed since
 */
export function ackDraft(
  sent: Page,
  {
    version,
    issues,
    tidied,
    keptId,
  }: { version: number; issues: readonly Issue[]; tidied: readonly Component[]; keptId?: number | null },
): void {
  const byId = new Map(tidied.map((component) => [component.id, component]))
  const acked = tidied.length ? withTidied(sent, byId) : sent
  const { history } = get()
  const known = new Map(componentsOf(sent).map((component) => [component.id, component]))
  const untouched = new Map(
    [...byId].filter(([id]) => componentsOf(history.present).some((each) => each.id === id && each === known.get(id))),
  )
  const page = untouched.size ? withTidied(history.present, untouched) : history.present
  put({
    version,
    issues,
    keptId: get().keptId ?? keptId ?? undefined,
    acked,
    history: { ...history, present: page },
    ...fieldsOf(page),
    saved: { kind: 'saved', at: serverNow() },
  })
  noteDirty()
}

function withTidied(page: Page, tidied: ReadonlyMap<string, Component>): Page {
  const entries = Object.entries(page.value).map(
    ([key, component]) => [key, tidied.get(component.id) ?? component] as const,
  )
  return { ...page, value: Object.fromEntries(entries) }
}

/**
 * Goes on from what somebody else saved: theirs is the base of what follows. Undo would take away what they made, so the history
 * begins anew.
 */
export function continueFrom(theirs: Page, version: number, merged: Page): void {
  put({ acked: theirs, version, saved: { kind: 'saved', at: undefined } })
  present(startHistory(merged))
}

/** Takes over a document that a call has put in place of the draft, as one step that can be undone. */
export function takeDocument(page: Page, version: number, words: string): void {
  const { history } = get()
  put({ acked: page, version, saved: { kind: 'saved', at: serverNow() } })
  present(record(history, page, { at: serverNow().getTime(), words }), { selection: [] })
}

/** The page is for another terminal now, which undo does not take back. */
export function setTerminal(terminal: Terminal, version: number): void {
  const { acked, history } = get()
  const moved = (page: Page): Page => ({ ...page, terminal })
  put({ acked: moved(acked), version })
  present(throughout(history, moved))
}

export const setSaved = (saved: SaveState): void => put({ saved })
export const setZoom = (zoom: number | undefined): void => put({ zoom })
export const setBusy = (busy: boolean): void => put({ busy })
export const setName = (pageName: string): void => put({ pageName })
export const setIssues = (issues: readonly Issue[]): void => put({ issues })
export function setEditors(names: readonly string[]): void {
  if (names.join() !== get().editors.join()) put({ editors: names })
}
