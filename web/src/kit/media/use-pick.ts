import type { Attachment } from '@zhanggui/contract/file/attachment.ts'
import { type FileType, fileTypes } from '@zhanggui/domain/file/file-type.ts'
import { useRef, useState } from 'react'
import { showWarning } from '../feedback/feedback.ts'
import { type MediaFilter, wholeLibrary } from './use-media.ts'

/** At most `max` files chosen from the library, in order: the state of a library to pick from. */
export function usePick(type: FileType, max: number) {
  const [filter, setFilter] = useState<MediaFilter>({ ...wholeLibrary, type })
  const [chosen, setChosen] = useState<readonly Attachment[]>([])
  /** Where the uploaded files stand in the order in which they were selected, by id. */
  const places = useRef(new Map<number, number>())
  function choose(rows: readonly Attachment[]) {
    if (rows.length <= max) setChosen(rows)
    // A single choice is replaced.
    else if (max === 1) setChosen(rows.slice(-1))
    else showWarning(`最多选择${max}${type === fileTypes.image ? '张' : '个'}`)
  }
  return {
    filter,
    onFilter: (change: Partial<MediaFilter>) => setFilter((filter) => ({ ...filter, ...change })),
    chosen,
    onChoose: choose,
    /** A file just uploaded is chosen if there is room, in the order of selection: small files arrive before large ones. */
    onUploaded: (row: Attachment, place = Number.POSITIVE_INFINITY) => {
      places.current.set(row.id, place)
      setChosen((before) => {
        if (before.length >= max) return before
        const next = before.findIndex(({ id }) => (places.current.get(id) ?? -1) > place)
        return next < 0 ? [...before, row] : before.toSpliced(next, 0, row)
      })
    },
  }
}
