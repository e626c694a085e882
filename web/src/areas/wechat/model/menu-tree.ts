import { MAX_BUTTONS, MAX_ITEMS, type MenuItem, type MenuKind, type WechatMenu } from '@zhanggui/domain/wechat/wechat-menu.ts'

/** An item of the menu with an id of its own while it is edited, as names change and may be equal. */
export type Entry = MenuItem & { id: string; below: Entry[] }

let last = 0
const newId = () => `item-${++last}`

/** The menu as it is edited. */
export function toTree({ button }: WechatMenu): Entry[] {
  return button.map(({ sub_button: below = [], ...item }) => ({
    ...item,
    id: newId(),
    below: below.map((each) => ({ ...each, id: newId(), below: [] })),
  }))
}

/** The menu as it is sent. */
export function toMenu(tree: readonly Entry[]): WechatMenu {
  const plain = ({ id: _1, below: _2, ...item }: Entry): MenuItem => item
  return {
    button: tree.map((entry) =>
      entry.below.length ? { name: entry.name, sub_button: entry.below.map(plain) } : plain(entry),
    ),
  }
}

/** Where an item stands: its place, and that of what it is below of. */
export type Place = { entry: Entry; parent: Entry | undefined; index: number }

export function placeOf(tree: readonly Entry[], id: string | undefined): Place | undefined {
  for (const [index, entry] of tree.entries()) {
    if (entry.id === id) return { entry, parent: undefined, index }
    const at = entry.below.findIndex((each) => each.id === id)
    const item = entry.below[at]
    if (item) return { entry: item, parent: entry, index: at }
  }
  return undefined
}

const withBelow = (tree: readonly Entry[], parent: Entry, below: Entry[]) =>
  tree.map((each) => (each.id === parent.id ? { ...each, below } : each))

export function put(tree: readonly Entry[], id: string, change: Partial<MenuItem>): Entry[] {
  return tree.map((entry) =>
    entry.id === id
      ? { ...entry, ...change }
      : { ...entry, below: entry.below.map((item) => (item.id === id ? { ...item, ...change } : item)) },
  )
}

/** Adds an item at the end of the bar, or below one of it. Returns its id too, to be edited next. */
export function add(tree: readonly Entry[], parent?: Entry): { tree: Entry[]; id: string } {
  const entry: Entry = { id: newId(), name: '', type: 'view', below: [] }
  if (!parent) return { tree: [...tree, entry], id: entry.id }
  return { tree: withBelow(tree, parent, [...parent.below, entry]), id: entry.id }
}

export const mayAdd = (tree: readonly Entry[], parent?: Entry): boolean =>
  parent ? parent.below.length < MAX_ITEMS : tree.length < MAX_BUTTONS

export function remove(tree: readonly Entry[], id: string): Entry[] {
  return tree
    .filter((entry) => entry.id !== id)
    .map((entry) => ({ ...entry, below: entry.below.filter((item) => item.id !== id) }))
}

/** Moves an item among its neighbours. */
export function move(tree: readonly Entry[], id: string, to: number): Entry[] {
  const place = placeOf(tree, id)
  if (!place) return [...tree]
  const { entry, parent, index } = place
  const moved = <Item>(list: readonly Item[], item: Item) => list.toSpliced(index, 1).toSpliced(to, 0, item)
  return parent ? withBelow(tree, parent, moved(parent.below, entry)) : moved(tree, entry)
}

/** Puts an item below another one of the bar, at the end. */
export function moveBelow(tree: readonly Entry[], id: string, parentId: string): Entry[] {
  const place = placeOf(tree, id)
  const target = tree.find((entry) => entry.id === parentId)
  if (!place || !target || !mayAdd(tree, target)) return [...tree]
  return remove(tree, id).map((entry) =>
    entry.id === parentId ? { ...entry, below: [...entry.below, place.entry] } : entry,
  )
}

/** What tapping does, as staff choose it: some of the platform's kinds are one choice. */
export const choices: readonly { key: string; title: string; kinds: readonly MenuKind[] }[] = [
  { key: 'view', title: '打开网页', kinds: ['view'] },
  { key: 'mini', title: '打开小程序', kinds: ['miniprogram'] },
  { key: 'click', title: '回复消息', kinds: ['click'] },
  { key: 'scan', title: '扫一扫', kinds: ['scancode_push', 'scancode_waitmsg'] },
  {
    key: 'send',
    title: '发图、位置',
    kinds: ['pic_photo_or_album', 'pic_sysphoto', 'pic_weixin', 'location_select'],
  },
  { key: 'content', title: '看图文、素材', kinds: ['article_view_limited', 'article_id', 'media_id'] },
]

export const choiceOf = (type: string | undefined) => choices.find(({ kinds }) => kinds.some((kind) => kind === type))

/** By what the platform counts taps of an item. */
export const keyOfTap = ({ type, key = '', url = '', pagepath = '' }: MenuItem): string =>
  type === 'view' ? url : type === 'miniprogram' ? pagepath : key
