import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SHORTEST_SEARCH, search } from '@zhanggui/contract/setting/search.ts'
import { useEffect, useState } from 'react'
import { read } from '../../api/read.ts'

/** The server is asked once the text has stayed the same for this long. */
const PAUSE_MS = 200
const NONE: never[] = []

/**
 * The records that a text finds: asked for after a pause in typing, and never those of another text; `before` are those of the
 * text before, which keep their place until then.
 * @param held the text is still being composed, as pinyin is
 */
export function useRecords(text: string, held: boolean) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => setAsked(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, held])
  const isLong = [...text].length >= SHORTEST_SEARCH
  const isCurrent = isLong && asked === text
  const query = useQuery({
    ...read(search.find, { query: { q: asked }, silent: true }),
    enabled: isCurrent,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const isAnswered = isCurrent && query.isSuccess && !query.isPlaceholderData
  const loading = isLong && !isAnswered && !(isCurrent && query.isError && !query.isFetching)
  const found = query.data?.groups ?? NONE
  return {
    groups: isAnswered ? found : NONE,
    before: loading ? found : NONE,
    loading,
    failed: isCurrent && !query.isFetching && query.error ? query.error : undefined,
    again: () => void query.refetch(),
  }
}
