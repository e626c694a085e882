import { BadInput } from '@zhanggui/domain/errors.ts'

const DEFAULT_LIMIT = 20
const MOST_ROWS = 100_000

/** A page as it is read: from 1, and where it starts. */
export type Page = { page: number; limit: number; offset: number }

/**
 * Reads what a query says of its page: `limit` is 20 unless said and clamped to 100 (ER-30).
 * @param most larger where the requirements fix it (9999)
 * @throws {BadInput} when the page lies beyond 100,000 rows (ER-31)
 */
export function readPage({ page = 1, limit = DEFAULT_LIMIT }: { page?: number; limit?: number }, most = 100): Page {
  const clamped = Math.min(limit, most)
  if (page * clamped > MOST_ROWS) throw new BadInput('请缩小查询范围', 'page')
  return { page, limit: clamped, offset: (page - 1) * clamped }
}
