import { useQueries } from '@tanstack/react-query'
import { ALL_GROUPS, type Attachment, type AttachmentQuery, attachment } from '@zhanggui/contract/file/attachment.ts'
import type { FileType } from '@zhanggui/domain/file/file-type.ts'
import { useEffect, useState } from 'react'
import { read } from '../../api/read.ts'

/** The part of the library that is shown. */
export type MediaFilter = {
  /** A group, ungrouped files (0), or all files (-1). */
  groupId: number
  type: FileType
  name?: string | undefined
  sort: NonNullable<AttachmentQuery['sort']>
  recycled: boolean
  /** Only unused files, or only duplicates. */
  find?: AttachmentQuery['find']
}

export const wholeLibrary = { groupId: ALL_GROUPS, sort: 'time', recycled: false } as const

/** Files fetched per request. */
const PAGE = 72

/** Delay before the pages of a scroll position are fetched. */
const REST_MS = 100
/** Changes made here refetch at once; changes by others show after this time. */
const FRESH_MS = 30_000

export type MediaRows = {
  /** Undefined until the first page is loaded. */
  total: number | undefined
  /** Undefined until its page is loaded. */
  rowAt: (index: number) => Attachment | undefined
  error: Error | null
  retry: () => void
}

/** The files in a range of the library: the pages of that range, and the first page, which has the total. */
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
      // Pages scrolled past are drawn if cached, and not fetched.
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
