import { useQueries } from '@tanstack/react-query'
import { ALL_GROUPS, type Attachment, type AttachmentQuery, attachment } from '@zhanggui/contract/attachment.ts'
import type { FileType } from '@zhanggui/domain/file-type.ts'
import { read } from '../../api/read.ts'

/** What of the library is looked at. */
export type MediaFilter = {
  /** A group, none (0), or all of them (-1). */
  groupId: number
  type: FileType
  name?: string | undefined
  sort: NonNullable<AttachmentQuery['sort']>
  recycled: boolean
}

export const wholeLibrary = { groupId: ALL_GROUPS, sort: 'time', recycled: false } as const

/** Files fetched at once. */
const PAGE = 72

export type MediaRows = {
  /** Undefined while the first page is on its way. */
  total: number | undefined
  /** Undefined while its page is on its way. */
  rowAt: (index: number) => Attachment | undefined
  error: Error | null
  retry: () => void
}

/** The files of the library from one place to another: the pages these are on, and the first, which tells how many there are. */
export function useMedia({ groupId, type, name, sort, recycled }: MediaFilter, from: number, to: number): MediaRows {
  const pages = new Set([1])
  for (let page = Math.floor(from / PAGE) + 1; page <= Math.ceil(to / PAGE); page++) pages.add(page)
  const numbers = [...pages]
  const query = { groupId, type, name: name || undefined, sort, recycled, limit: PAGE }
  const results = useQueries({
    queries: numbers.map((page) => read(attachment.list, { query: { ...query, page }, silent: true })),
  })
  const known = new Map(numbers.map((page, index) => [page, results[index]?.data]))
  return {
    total: known.get(1)?.total,
    rowAt: (index) => known.get(Math.floor(index / PAGE) + 1)?.list[index % PAGE],
    error: results.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const { isError, refetch } of results) if (isError) refetch()
    },
  }
}
