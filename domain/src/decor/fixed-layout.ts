import { BadInput, Refusal } from '../errors.ts'

/**
 * The groups of the fixed layout, for clients that draw no decorated pages, by the names under which they are stored: how many of each
 * are shown at least and at most, whether each needs a picture, and where their only save is another call, the permission of that one.
 */
export const fixedGroups = {
  index_menu: { title: '首页菜单', least: 5, most: 10, needsPic: true, right: 'admin:page:layout:index:menu:save' },
  index_banner: {
    title: '首页轮播图',
    least: 0,
    most: 10,
    needsPic: true,
    right: 'admin:page:layout:index:banner:save',
  },
  index_news: { title: '首页新闻', least: 1, most: 10, needsPic: false, right: 'admin:page:layout:index:news:save' },
  index_table: {
    title: '首页商品板块',
    least: 2,
    most: 4,
    needsPic: false,
    right: 'admin:page:layout:index:table:save',
  },
  user_menu: { title: '个人中心菜单', least: 0, most: 30, needsPic: true, right: 'admin:page:layout:user:menu:save' },
  user_banner: {
    title: '个人中心轮播图',
    least: 0,
    most: 10,
    needsPic: true,
    right: 'admin:page:layout:user:menu:save',
  },
  spread_banner: { title: '推广海报', least: 0, most: 10, needsPic: true, right: undefined },
} as const
export type FixedGroup = keyof typeof fixedGroups
export const fixedGroupNames = Object.keys(fixedGroups) as FixedGroup[]

/** What decides whether an item may stand in a group. */
export type FixedItem = { name: string; pic: string; show: boolean }

/**
 * @param field the item's place in the form, with a dot behind it; '' where the form is of one item
 * @throws {BadInput} for an item without a name, or without a picture where one is needed
 */
export function checkItem(group: FixedGroup, { name, pic }: FixedItem, field = ''): void {
  if (!name.trim()) throw new BadInput('请填写名称', `${field}name`)
  if (fixedGroups[group].needsPic && !pic) throw new BadInput('请上传图标', `${field}pic`)
}

const tooFew = (group: FixedGroup) => `设置数据不能小于${fixedGroups[group].least}条`
const tooMany = (group: FixedGroup) => `设置数据不能超过${fixedGroups[group].most}条`

/** Why so many shown items are too few or too many for a group; undefined where they are neither. */
export function countRefusal(group: FixedGroup, shown: number): string | undefined {
  const { least, most } = fixedGroups[group]
  if (shown < least) return tooFew(group)
  return shown > most ? tooMany(group) : undefined
}

/** @throws {Refusal} for too few or too many that are shown */
export function checkCount(group: FixedGroup, items: readonly Pick<FixedItem, 'show'>[]): void {
  const refusal = countRefusal(group, items.filter(({ show }) => show).length)
  if (refusal) throw new Refusal(refusal)
}

/**
 * Whether one item may be added, hidden or taken away: a group is filled one by one, so that only what takes it below its least is refused.
 * @param before how many are shown now
 * @throws {Refusal}
 */
export function checkChange(group: FixedGroup, before: number, after: number): void {
  const { least, most } = fixedGroups[group]
  if (after > before && after > most) throw new Refusal(tooMany(group))
  if (after < before && before >= least && after < least) throw new Refusal(tooFew(group))
}
