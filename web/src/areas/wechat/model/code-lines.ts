import { MAX_MINI_CODES } from '@zhanggui/contract/wechat/mini-code.ts'
import { MINI_SCENE } from '@zhanggui/domain/wechat/mini-code.ts'

export type CodeLine = { name: string; scene: string }

/** Reads a list of codes: in each line what the picture is called, and after the last blank what it carries. */
export function readCodeLines(text: string): { codes: CodeLine[]; problem?: string } {
  const codes: CodeLine[] = []
  for (const [at, line] of text.split('\n').entries()) {
    const typed = line.trim()
    if (!typed) continue
    const [, name = typed, scene = typed] = /^(.*\S)\s+(\S+)$/.exec(typed) ?? []
    if (!MINI_SCENE.test(scene)) return { codes, problem: `第 ${at + 1} 行：参数为 1-32 位数字、字母或符号` }
    if ([...name].length > 60) return { codes, problem: `第 ${at + 1} 行：图片名称不超过 60 个字` }
    codes.push({ name, scene })
  }
  return codes.length > MAX_MINI_CODES ? { codes, problem: `一次最多 ${MAX_MINI_CODES} 张` } : { codes }
}
