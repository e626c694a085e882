import type { Editor } from '@tiptap/core'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * A value derived from an editor; the component redraws when it changes.
 * @param select returns a string, as strings are compared easily
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
