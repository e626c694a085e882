import { confirm, showInfo } from './feedback.ts'

/** The question before a row of a list is deleted, where the screen asks none of its own. */
export const DELETE_ROW = '确定删除本条数据吗？'

/**
 * Asks before a deletion; every deletion asks by it. After a cancellation shows 已取消.
 * @returns whether to go on; never rejects
 */
export async function confirmDelete(question = '确定永久删除该数据？'): Promise<boolean> {
  const agreed = await confirm({ content: question })
  if (!agreed) showInfo('已取消')
  return agreed
}
