/** Where fans of the official account come from, as staff read it. */
export const fanSources = {
  code: '渠道码',
  search: '公众号搜索',
  program: '小程序里点关注',
  card: '名片分享',
  paid: '支付后关注',
  other: '其他',
} as const
export type FanSource = keyof typeof fanSources

/** What WeChat calls these sources; what is not here is 其他. */
const scenes: Readonly<Record<Exclude<FanSource, 'other'>, readonly string[]>> = {
  code: ['ADD_SCENE_QR_CODE'],
  search: ['ADD_SCENE_SEARCH'],
  program: ['ADD_SCENE_WXA'],
  card: ['ADD_SCENE_PROFILE_CARD', 'ADD_SCENE_PROFILE_LINK', 'ADD_SCENE_PROFILE_ITEM'],
  paid: ['ADD_SCENE_PAID'],
}

/** WeChat's words for a source; of 其他 those that it is not. */
export function scenesOf(source: FanSource): readonly string[] {
  return source === 'other' ? Object.values(scenes).flat() : scenes[source]
}

/** The source of a fan, by WeChat's word. */
export function fanSourceOf(scene: string): FanSource {
  const found = Object.entries(scenes).find(([, words]) => words.includes(scene))
  return (found?.[0] as FanSource | undefined) ?? 'other'
}

/** What a fan without a name is called: WeChat tells nobody's name any more. */
export function nameOfFan(openid: string): string {
  return `微信用户${openid.slice(-4)}`
}

/** What happened to a fan. */
export const fanMoves = { 1: '关注', 2: '取消关注', 3: '扫码' } as const
export type FanMove = keyof typeof fanMoves
/** Tags of an account, and how many fans WeChat tags in one call. */
export const MAX_TAGS = 100
export const TAGGED_AT_ONCE = 50
