import BgColorsOutlined from '@ant-design/icons/es/icons/BgColorsOutlined'
import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import CodeOutlined from '@ant-design/icons/es/icons/CodeOutlined'
import FontColorsOutlined from '@ant-design/icons/es/icons/FontColorsOutlined'
import MinusOutlined from '@ant-design/icons/es/icons/MinusOutlined'
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import TableOutlined from '@ant-design/icons/es/icons/TableOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { UploadLimits } from '../upload/upload-limits.ts'
import {
  blocks,
  type Choice,
  command,
  fontSizes,
  formats,
  marks,
  newTable,
  paragraph,
  type Run,
  type Toggle,
  tableActions,
} from './actions.tsx'
import { LinkTool } from './link-tool.tsx'
import { OWN_WIDTH, PictureTool } from './picture-tool.tsx'
import styles from './rich-text.module.css'
import { MenuTool, PaletteTool, Tool } from './tools.tsx'
import { useEditorState } from './use-editor-state.ts'

type ToolbarProps = {
  editor: Editor
  limits: UploadLimits
  disabled: boolean
  /** Whether the text is edited as HTML: only the way back is offered. */
  asSource: boolean
  onSource: () => void
  onFiles: (files: File[]) => void
}

/** The buttons above a text: a single Tab stop; the arrow keys move between them. */
export function Toolbar({ editor, limits, disabled, asSource, onSource, onFiles }: ToolbarProps) {
  const off = disabled || asSource
  const [inside, setInside] = useState(false)
  const state: ReturnType<typeof stateOf> = JSON.parse(
    useEditorState(editor, (current) => JSON.stringify(stateOf(current))),
  )
  const run = (action: Run) => action(editor.chain().focus()).run()
  const toggle = ({ label, icon, is, run: action }: Toggle) => (
    <Tool key={label} label={label} pressed={editor.isActive(is)} disabled={off} onClick={() => run(action)}>
      {icon}
    </Tool>
  )
  const menu = (label: string, choices: readonly Choice[], chosen: string | undefined, face: ReactNode) => (
    <MenuTool label={label} choices={choices} chosen={chosen} disabled={off} onChoose={run}>
      {face}
    </MenuTool>
  )
  const format = formats.find(({ key }) => key === state.format) ?? paragraph
  const size = fontSizes.find(({ key }) => key === state.size)

  return (
    <div
      role="toolbar"
      aria-label="文字格式"
      className={styles.toolbar}
      tabIndex={inside ? -1 : 0}
      onFocus={({ target, currentTarget }) => {
        setInside(true)
        if (target === currentTarget) buttonsOf(currentTarget)[0]?.focus()
      }}
      onBlur={({ relatedTarget, currentTarget }) => setInside(currentTarget.contains(relatedTarget))}
      onKeyDown={handleArrows}
    >
      <Tool label={`撤销（${command}Z）`} disabled={off || !state.canUndo} onClick={() => run((chain) => chain.undo())}>
        <UndoOutlined />
      </Tool>
      <Tool label="重做" disabled={off || !state.canRedo} onClick={() => run((chain) => chain.redo())}>
        <RedoOutlined />
      </Tool>
      <i className={styles.divider} />
      {menu('段落格式', formats, format.key, format.label)}
      {menu('字号', fontSizes, state.size, size?.key ? size.label : '字号')}
      <i className={styles.divider} />
      {marks.map(toggle)}
      <PaletteTool
        label="文字颜色"
        icon={<FontColorsOutlined />}
        disabled={off}
        onChoose={(colour) => run((chain) => (colour ? chain.setColor(colour) : chain.unsetColor()))}
      />
      <PaletteTool
        label="背景颜色"
        icon={<BgColorsOutlined />}
        disabled={off}
        onChoose={(colour) =>
          run((chain) => (colour ? chain.setBackgroundColor(colour) : chain.unsetBackgroundColor()))
        }
      />
      <Tool label="清除格式" disabled={off} onClick={() => run((chain) => chain.unsetAllMarks().clearNodes())}>
        <ClearOutlined />
      </Tool>
      <i className={styles.divider} />
      {blocks.map(toggle)}
      <Tool label="分割线" disabled={off} onClick={() => run((chain) => chain.setHorizontalRule())}>
        <MinusOutlined />
      </Tool>
      <i className={styles.divider} />
      <LinkTool editor={editor} href={state.link} disabled={off} run={run} />
      <PictureTool limits={limits} width={state.width} disabled={off} run={run} onFiles={onFiles} />
      {menu('表格', state.inTable ? tableActions : newTable, undefined, <TableOutlined />)}
      <Tool label="HTML 源代码" pressed={asSource} disabled={disabled} onClick={onSource}>
        <CodeOutlined />
      </Tool>
    </div>
  )
}

/** The state of the caret shown in the toolbar, which redraws when any of it changes. */
function stateOf(editor: Editor) {
  const { level } = editor.getAttributes('heading')
  const { href } = editor.getAttributes('link')
  return {
    active: [...marks, ...blocks].map(({ is }) => editor.isActive(is)),
    format: level === undefined ? 'p' : `h${level}`,
    size: String(editor.getAttributes('textStyle').fontSize ?? ''),
    link: href === undefined ? undefined : String(href),
    width: editor.isActive('image') ? String(editor.getAttributes('image').width ?? OWN_WIDTH) : undefined,
    inTable: editor.isActive('table'),
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  }
}

function buttonsOf(toolbar: Element): HTMLButtonElement[] {
  return [...toolbar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
}

function handleArrows(event: KeyboardEvent) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  const buttons = buttonsOf(event.currentTarget)
  const at = buttons.indexOf(event.target as HTMLButtonElement)
  if (!step || at < 0) return
  event.preventDefault()
  buttons.at((at + step) % buttons.length)?.focus()
}
