import { useQueries } from '@tanstack/react-query'
import { ALL_GROUPS, type Attachment, type AttachmentQuery, attachment } from '@zhanggui/contract/file/attachment.ts'
import type { FileType } from '@zhanggui/domain/file/file-type.ts'
import { useEffect, useState } from 'react'
import { read } from '../../api/read.ts'

/** What of the library is looked at. */
export type MediaFilter = {
  /** A group, none (0), or all of them (-1). */
  groupId: number
  type: FileType
  name?: string | undefined
  sort: NonNullable<AttachmentQuery['sort']>
  recycled: boolean
  /** Only what nothing uses, or what is there more than once. */
  find?: AttachmentQuery['find']
}

export const wholeLibrary = { groupId: ALL_GROUPS, sort: 'time', recycled: false } as const

/** Files fetched at once. */
const PAGE = 72

/** How long one rests somewhere before its pages are fetched. */
const REST_MS = 100
/** Changes made here fetch anew at once; those of others are seen after this. */
const FRESH_MS = 30_000

export type MediaRows = {
  /** Undefined while the first page is on its way. */
  total: number | undefined
  /** Undefined while its page is on its way. */
  rowAt: (index: number) => Attachment | undefined
  error: Error | null
  retry: () => void
}

/** The files of the library from one place to another: the pages these are on, and the first, which tells how many there are. */
export function useMedia(
  { groupId, type, name, sort, recycled, find }: MediaFilter,
  from: number,
  to: number,
): MediaRows {
  const [rested, setRested] = useState({ from, to })
  useEffect(() => {
    const timer = setTimeout(() => setRested({ from, to }), REST_MS)
    return () => clearTimeout(timer)
  }, [from, to])
  const wanted = new Set([1, ...pagesOf(rested.from, rested.to)])
  const numbers = [...new Set([...wanted, ...pagesOf(from, to)])]
  const query = { groupId, type, name: name || undefined, sort, recycled, find, limit: PAGE }
  const results = useQueries({
    queries: numbers.map((page) => ({
      ...read(attachment.list, { query: { ...query, page }, silent: true }),
      // Pages that only fly past are drawn if they are known, and not fetched.
      enabled: wanted.has(page),
      staleTime: FRESH_MS,
    })),
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

function pagesOf(from: number, to: number): number[] {
  const first = Math.floor(from / PAGE) + 1
  return Array.from({ length: Math.max(0, Math.ceil(to / PAGE) - first + 1) }, (_, index) => first + index)
}
