import type { Attachment } from '@zhanggui/contract/file/attachment.ts'
import { type FileType, fileTypes } from '@zhanggui/domain/file/file-type.ts'
import { useState } from 'react'
import { showWarning } from '../feedback/feedback.ts'
import { type MediaFilter, wholeLibrary } from './use-media.ts'

/** At most `max` files chosen from the library, in order: the state of a library to pick from. */
export function usePick(type: FileType, max: number) {
  const [filter, setFilter] = useState<MediaFilter>({ ...wholeLibrary, type })
  const [chosen, setChosen] = useState<readonly Attachment[]>([])
  function choose(rows: readonly Attachment[]) {
    if (rows.length <= max) setChosen(rows)
    // A single choice is replaced.
    else if (max === 1) setChosen(rows.slice(-1))
    else showWarning(`最多选择${max}${type === fileTypes.image ? '张' : '个'}`)
  }
  return {
    filter,
    onFilter: setFilter,
    chosen,
    onChoose: choose,
    /** A file just uploaded is chosen if there is room. */
    onUploaded: (row: Attachment) => setChosen((before) => (before.length < max ? [...before, row] : before)),
  }
}
