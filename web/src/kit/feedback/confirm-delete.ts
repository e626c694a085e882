import { confirm, showInfo } from './feedback.ts'

/**
 * Asks before a deletion: 确定{text}？ After a cancellation shows 已取消.
 * @returns whether to go on; never rejects
 */
export async function confirmDelete(text = '永久删除该数据'): Promise<boolean> {
  const agreed = await confirm({ content: `确定${text}？` })
  if (!agreed) showInfo('已取消')
  return agreed
}
