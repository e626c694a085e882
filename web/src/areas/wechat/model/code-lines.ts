import { MAX_MINI_CODES } from '@zhanggui/contract/wechat/mini-code.ts'
import { MINI_SCENE } from '@zhanggui/domain/wechat/mini-code.ts'

/** A picture's name. */
const MAX_NAME = 60

export type CodeLine = { name: string; scene: string }

/** The line of a product: its name, and its id for the product's page. */
export const productLine = (id: number, name: string): string =>
  `${[...name.replace(/\s+/g, ' ')].slice(0, MAX_NAME).join('')} id=${id}`

/** Reads a list of codes: in each line what the picture is called, and after the last blank what it carries. */
export function readCodeLines(text: string): { codes: CodeLine[]; problem?: string } {
  const codes: CodeLine[] = []
  for (const [at, line] of text.split('\n').entries()) {
    const typed = line.trim()
    if (!typed) continue
    const [, name = typed, scene = typed] = /^(.*\S)\s+(\S+)$/.exec(typed) ?? []
    if (!MINI_SCENE.test(scene)) return { codes, problem: `第 ${at + 1} 行：参数为 1-32 位数字、字母或符号` }
    if ([...name].length > MAX_NAME) return { codes, problem: `第 ${at + 1} 行：图片名称不超过 ${MAX_NAME} 个字` }
    codes.push({ name, scene })
  }
  return codes.length > MAX_MINI_CODES ? { codes, problem: `一次最多 ${MAX_MINI_CODES} 张` } : { codes }
}
