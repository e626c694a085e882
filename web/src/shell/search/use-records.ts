import { useQuery } from '@tanstack/react-query'
import { SHORTEST_SEARCH, search } from '@zhanggui/contract/setting/search.ts'
import { useEffect, useState } from 'react'
import { read } from '../../api/read.ts'

/** The server is asked once the text has stayed the same for this long. */
const PAUSE_MS = 200
const NONE: never[] = []

/** The records that a text finds: asked for after a pause in typing, and never those of another text. */
export function useRecords(text: string) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const isLong = [...text].length >= SHORTEST_SEARCH
  const query = useQuery({
    ...read(search.find, { query: { q: asked }, silent: true }),
    enabled: isLong && asked === text,
    gcTime: 0,
  })
  const isCurrent = isLong && asked === text
  return {
    groups: (isCurrent && query.data?.groups) || NONE,
    loading: isLong && (asked !== text || query.isPending),
    failed: isCurrent && query.isError && !query.isFetching,
    again: () => void query.refetch(),
  }
}
