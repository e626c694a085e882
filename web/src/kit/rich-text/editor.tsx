import { Editor } from '@tiptap/core'
import { Selection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { Button, ConfigProvider, Form, Input, Progress } from 'antd'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { showError } from '../feedback/feedback.ts'
import richHtml from '../text/rich-html.module.css'
import { useUpload } from '../upload/upload.tsx'
import { pastedFiles } from '../upload/upload-limits.ts'
import { extensionsWith } from './extensions.ts'
import { cleanPasted, isPictureAlone } from './paste.ts'
import styles from './rich-text.module.css'
import { Toolbar } from './toolbar.tsx'
import { useEditorState } from './use-editor-state.ts'

export type RichTextEditorProps = {
  id?: string
  value?: string | null
  onChange?: (html: string) => void
  placeholder?: string
  /** Height in px, of the text alone. */
  minHeight?: number
  /** Maximum length in characters including tags, as the contract counts; shown when the text nears it. */
  maxLength?: number
  disabled?: boolean
}

/** Above this share of its limit the length is shown. */
const NEAR = 0.8

export default function RichTextEditor(props: RichTextEditorProps) {
  const { id, onChange, placeholder = '请输入内容', minHeight = 200, maxLength } = props
  const value = props.value ?? ''
  const { componentDisabled } = ConfigProvider.useConfig()
  const { status } = Form.Item.useStatus()
  const disabled = props.disabled ?? componentDisabled ?? false
  const [asSource, setAsSource] = useState(false)
  const [editor, setEditor] = useState<Editor>()
  const place = useRef<HTMLDivElement>(null)
  const { limits, share, send, cancel } = useUpload(['image'])
  /** The value last passed in or reported. */
  const known = useRef(value)

  const makeEditor = useEffectEvent(() => {
    known.current = value
    return new Editor({
      element: place.current,
      extensions: extensionsWith(placeholder),
      content: value,
      // A picture inserted before anyone has clicked into the text goes to its end.
      onCreate: ({ editor: made }) => made.commands.setTextSelection(made.state.doc.content.size),
      onUpdate: ({ editor: changed }) => report(changed),
      editorProps: {
        attributes: { class: `${richHtml.text} ${styles.text}`, role: 'textbox', 'aria-multiline': 'true' },
        transformPastedHTML: cleanPasted,
        handlePaste: (_view, { clipboardData }) => {
          const files = clipboardData ? pastedFiles(clipboardData) : []
          if (!files.length || !isPictureAlone(clipboardData?.getData('text/html') ?? '')) return false
          takeFiles(files)
          return true
        },
        handleDrop: (view, event, _slice, moved) => {
          const files = [...(event.dataTransfer?.files ?? [])]
          if (moved || !files.length) return false
          selectAt(view, event)
          takeFiles(files)
          return true
        },
      },
    })
  })
  const report = useEffectEvent((changed: Editor) => {
    known.current = changed.isEmpty ? '' : withoutLastBlanks(changed.getHTML())
    onChange?.(known.current)
  })
  const takeFiles = useEffectEvent((files: readonly File[]) => sendAll(files))

  useLayoutEffect(() => {
    const made = makeEditor()
    setEditor(made)
    return () => {
      setEditor(undefined)
      made.destroy()
    }
  }, [])

  useEffect(() => {
    if (!editor || asSource || value === known.current) return
    known.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value, asSource])

  useEffect(() => {
    editor?.setEditable(!disabled && !asSource, false)
  }, [editor, disabled, asSource])

  // A label works only with native form controls.
  useEffect(() => {
    const element = id ? document.querySelector(`label[for="${CSS.escape(id)}"]`) : null
    const focus = () => editor?.commands.focus()
    editor?.view.dom.setAttribute('aria-label', element?.textContent || placeholder)
    element?.addEventListener('click', focus)
    return () => element?.removeEventListener('click', focus)
  }, [editor, id, placeholder])

  /** Inserts pictures where the caret was when they were chosen, regardless of later typing. */
  async function sendAll(files: readonly File[]) {
    if (!editor || disabled) return
    if (share !== undefined) return showError('请等待正在上传的图片')
    let place = editor.state.selection.to
    const follow = ({ transaction }: { transaction: { mapping: { map: (place: number) => number } } }) => {
      place = transaction.mapping.map(place)
    }
    editor.on('transaction', follow)
    for (const file of files) {
      const row = await send(file)
      if (!row || editor.isDestroyed) break
      editor.commands.insertContentAt(place, { type: 'image', attrs: { src: row.url, alt: '' } })
    }
    editor.off('transaction', follow)
  }

  const nearLimit = maxLength !== undefined && value.length > maxLength * NEAR
  return (
    <div className={styles.frame} data-status={status} data-disabled={disabled || undefined}>
      {editor && (
        <Toolbar
          editor={editor}
          limits={limits}
          disabled={disabled}
          asSource={asSource}
          onSource={() => setAsSource(!asSource)}
          onFiles={sendAll}
        />
      )}
      {asSource && (
        <Input.TextArea
          aria-label="HTML 源代码"
          className={styles.source}
          variant="borderless"
          spellCheck={false}
          value={value}
          style={{ minHeight }}
          autoSize={{ minRows: 8, maxRows: 18 }}
          onChange={({ target }) => onChange?.(target.value)}
        />
      )}
      <div ref={place} hidden={asSource} className={styles.scroll} style={{ minHeight }} />
      <div className={styles.foot}>
        {share !== undefined && (
          <span className={styles.sending}>
            正在上传图片
            <Progress percent={Math.round(share * 100)} size="small" aria-label="上传进度" />
            <Button size="small" disabled={false} onClick={cancel}>
              取消
            </Button>
          </span>
        )}
        <span className={styles.count}>
          {editor && <Count editor={editor} />}
          {nearLimit && (
            <span className={value.length > maxLength ? styles.over : undefined}>
              {`，含格式 ${value.length} / ${maxLength}`}
            </span>
          )}
        </span>
      </div>
    </div>
  )
}

function Count({ editor }: { editor: Editor }) {
  return useEditorState(editor, ({ state }) => `${state.doc.textContent.replace(/\s/g, '').length} 字`)
}

function selectAt(view: EditorView, { clientX, clientY }: DragEvent) {
  const at = view.posAtCoords({ left: clientX, top: clientY })
  if (at) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))))
}

/** The editor keeps an empty last line to click into. */
function withoutLastBlanks(html: string): string {
  return html.replace(/(<p[^>]*><\/p>)+$/, '')
}
