import { confirm, showInfo } from './feedback.ts'

/**
 * Asks before a deletion; every deletion asks by it. After a cancellation shows 已取消.
 * @param question verb, number and object, then what goes with it: 删除 3 个岗位？
 * @param act what its button says: 删除 3 个
 * @returns whether to go on; never rejects
 */
export async function confirmDelete(question: string, act = '删除'): Promise<boolean> {
  const agreed = await confirm({ content: question, okText: act })
  if (!agreed) showInfo('已取消')
  return agreed
}
