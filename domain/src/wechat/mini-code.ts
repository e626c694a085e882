import { BadInput } from '../errors.ts'

/** Versions of a mini-program that a code may open. */
export const miniVersions = { release: '正式版', trial: '体验版', develop: '开发版' } as const
export type MiniVersion = keyof typeof miniVersions
export const miniVersionNames = ['release', 'trial', 'develop'] as const

export const MIN_CODE_WIDTH = 280
export const MAX_CODE_WIDTH = 1280
/** What a code can carry. */
export const MINI_SCENE = /^[0-9a-zA-Z!#$&'()*+,/:;=?@\-._~]{1,32}$/
/** A page of a mini-program: no slash before it, no query behind it. */
export const MINI_PAGE = /^[0-9a-zA-Z_-]+(\/[0-9a-zA-Z_-]+)*$/

/** The page of a product in the mini-program, which is told `id`. */
export const PRODUCT_PAGE = 'pages/goods/goods_details/index'

export type MiniCode = { path: string; scene: string; width: number; env: MiniVersion }

/**
 * Checks what WeChat would refuse.
 * @throws {BadInput}
 */
export function checkMiniCode({ path, scene }: Pick<MiniCode, 'path' | 'scene'>): void {
  if (!MINI_PAGE.test(path)) throw new BadInput('页面路径不以 / 开头，也不带 ? 后的参数', 'path')
  if (!MINI_SCENE.test(scene)) throw new BadInput("参数为1-32位数字、字母或 !#$&'()*+,/:;=?@-._~", 'scene')
}

/** Names of the pictures of several codes in one archive: what staff called them, each once. */
export function pictureNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const plain = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(0, 60) || '小程序码'
    const times = (seen.get(plain) ?? 0) + 1
    seen.set(plain, times)
    return times === 1 ? `${plain}.png` : `${plain}-${times}.png`
  })
}
