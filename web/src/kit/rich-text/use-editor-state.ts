import type { Editor } from '@tiptap/core'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * What a part of the screen shows of an editor; it is drawn again when that has become another.
 * @param select answers a text, as two texts are easily compared
 */
export function useEditorState(editor: Editor, select: (editor: Editor) => string): string {
  const watch = useCallback(
    (changed: () => void) => {
      editor.on('transaction', changed)
      return () => {
        editor.off('transaction', changed)
      }
    },
    [editor],
  )
  return useSyncExternalStore(watch, () => select(editor))
}
