import { confirm, showInfo } from './feedback.ts'

/**
 * Asks before something is deleted: 确定{text}？ Cancelling is answered with 已取消.
 * @returns whether to go on; never rejects
 */
export async function confirmDelete(text = '永久删除该数据'): Promise<boolean> {
  const agreed = await confirm({ content: `确定${text}？` })
  if (!agreed) showInfo('已取消')
  return agreed
}
