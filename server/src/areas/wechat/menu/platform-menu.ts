import { isMenuKind, type MenuButton, type MenuItem, tidyMenu, type WechatMenu } from '@zhanggui/domain/wechat/wechat-menu.ts'

type Json = Record<string, unknown>

/** A menu as the platform tells it, and what of it cannot be published by us. */
export type PlatformMenu = { menu: WechatMenu; notes: string[] }

const WEBSITE_ONLY = '在公众平台网站上设置的内容不能由接口发布，请重新选择点了以后做什么'

/**
 * Reads the menu that fans see now: its form is another one than that in which it is published, and what was set on the
 * platform's own website has kinds of its own.
 */
export function readPlatformMenu(answer: Json): PlatformMenu {
  const notes: string[] = []
  const info = (answer.selfmenu_info ?? {}) as { button?: unknown }
  const button = listOf(info.button).map((each): MenuButton => {
    const below = listOf((each.sub_button as { list?: unknown } | undefined)?.list)
    if (!below.length) return readItem(each, notes)
    return { name: textOf(each.name), sub_button: below.map((item) => readItem(item, notes)) }
  })
  if (button.length && Number(answer.is_menu_open ?? 1) === 0) notes.unshift('公众平台上的自定义菜单已停用')
  return { menu: tidyMenu({ button }), notes }
}

function readItem(given: Json, notes: string[]): MenuItem {
  const name = textOf(given.name)
  const type = textOf(given.type)
  if (!isMenuKind(type)) {
    notes.push(`「${name}」${WEBSITE_ONLY}`)
    return { name }
  }
  const fields = ['key', 'url', 'appid', 'pagepath', 'media_id', 'article_id'] as const
  return { name, type, ...Object.fromEntries(fields.map((field) => [field, textOf(given[field])])) }
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
