import type { Attachment } from '@zhanggui/contract/file/attachment.ts'
import { type FileType, fileTypes } from '@zhanggui/domain/file/file-type.ts'
import { useState } from 'react'
import { showWarning } from '../feedback/feedback.ts'
import { type MediaFilter, wholeLibrary } from './use-media.ts'

/** Up to so many files chosen from the library, in order; the state that a library to pick from needs. */
export function usePick(type: FileType, most: number) {
  const [filter, setFilter] = useState<MediaFilter>({ ...wholeLibrary, type })
  const [chosen, setChosen] = useState<readonly Attachment[]>([])
  function choose(rows: readonly Attachment[]) {
    if (rows.length <= most) setChosen(rows)
    // One takes the place of the other.
    else if (most === 1) setChosen(rows.slice(-1))
    else showWarning(`最多选择${most}${type === fileTypes.image ? '张' : '个'}`)
  }
  return {
    filter,
    onFilter: setFilter,
    chosen,
    onChoose: choose,
    /** What was just uploaded is what one came for, as far as there is room. */
    onUploaded: (row: Attachment) => setChosen((before) => (before.length < most ? [...before, row] : before)),
  }
}
