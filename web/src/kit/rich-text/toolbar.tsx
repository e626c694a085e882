import AlignCenterOutlined from '@ant-design/icons/es/icons/AlignCenterOutlined'
import AlignLeftOutlined from '@ant-design/icons/es/icons/AlignLeftOutlined'
import AlignRightOutlined from '@ant-design/icons/es/icons/AlignRightOutlined'
import BgColorsOutlined from '@ant-design/icons/es/icons/BgColorsOutlined'
import BoldOutlined from '@ant-design/icons/es/icons/BoldOutlined'
import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import CodeOutlined from '@ant-design/icons/es/icons/CodeOutlined'
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import FontColorsOutlined from '@ant-design/icons/es/icons/FontColorsOutlined'
import ItalicOutlined from '@ant-design/icons/es/icons/ItalicOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import MinusOutlined from '@ant-design/icons/es/icons/MinusOutlined'
import OrderedListOutlined from '@ant-design/icons/es/icons/OrderedListOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import StrikethroughOutlined from '@ant-design/icons/es/icons/StrikethroughOutlined'
import TableOutlined from '@ant-design/icons/es/icons/TableOutlined'
import UnderlineOutlined from '@ant-design/icons/es/icons/UnderlineOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { attachment } from '@zhanggui/contract/attachment.ts'
import { Button, Dropdown, Input, Popover, Segmented, Space, Tooltip } from 'antd'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useCan } from '../can.tsx'
import { MaterialDialog } from '../material-picker.tsx'
import { ChooseButton } from '../upload.tsx'
import type { UploadLimits } from '../upload-limits.ts'
import { linkOf } from './paste.ts'
import styles from './rich-text.module.css'
import { useEditorState } from './use-editor-state.ts'

type Run = (chain: ChainedCommands) => ChainedCommands
type Toggle = { label: string; icon: ReactNode; is: string | Record<string, string>; run: Run }
type Choice = { key: string; label: string; run: Run }

const command = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl+'

const marks: readonly Toggle[] = [
  { label: `加粗（${command}B）`, icon: <BoldOutlined />, is: 'bold', run: (chain) => chain.toggleBold() },
  { label: `斜体（${command}I）`, icon: <ItalicOutlined />, is: 'italic', run: (chain) => chain.toggleItalic() },
  {
    label: `下划线（${command}U）`,
    icon: <UnderlineOutlined />,
    is: 'underline',
    run: (chain) => chain.toggleUnderline(),
  },
  { label: '删除线', icon: <StrikethroughOutlined />, is: 'strike', run: (chain) => chain.toggleStrike() },
]
const blocks: readonly Toggle[] = [
  { label: '左对齐', icon: <AlignLeftOutlined />, is: { textAlign: 'left' }, run: align('left') },
  { label: '居中', icon: <AlignCenterOutlined />, is: { textAlign: 'center' }, run: align('center') },
  { label: '右对齐', icon: <AlignRightOutlined />, is: { textAlign: 'right' }, run: align('right') },
  { label: '列表', icon: <UnorderedListOutlined />, is: 'bulletList', run: (chain) => chain.toggleBulletList() },
  { label: '编号列表', icon: <OrderedListOutlined />, is: 'orderedList', run: (chain) => chain.toggleOrderedList() },
  { label: '引用', icon: '❝', is: 'blockquote', run: (chain) => chain.toggleBlockquote() },
]
const paragraph: Choice = { key: 'p', label: '正文', run: (chain) => chain.setParagraph() }
const formats: readonly Choice[] = [
  paragraph,
  ...([1, 2, 3, 4] as const).map((level) => ({
    key: `h${level}`,
    label: `标题 ${level}`,
    run: (chain: ChainedCommands) => chain.setHeading({ level }),
  })),
]
const usualSize: Choice = { key: '', label: '默认字号', run: (chain) => chain.unsetFontSize() }
const fontSizes: readonly Choice[] = [
  usualSize,
  ...['12px', '14px', '16px', '18px', '20px', '24px', '32px'].map((size) => ({
    key: size,
    label: size,
    run: (chain: ChainedCommands) => chain.setFontSize(size),
  })),
]
const newTable: readonly Choice[] = [
  {
    key: 'insert',
    label: '插入表格',
    run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
]
const tableDeeds: readonly Choice[] = [
  { key: 'rowBefore', label: '在上方插入行', run: (chain) => chain.addRowBefore() },
  { key: 'rowAfter', label: '在下方插入行', run: (chain) => chain.addRowAfter() },
  { key: 'columnBefore', label: '在左侧插入列', run: (chain) => chain.addColumnBefore() },
  { key: 'columnAfter', label: '在右侧插入列', run: (chain) => chain.addColumnAfter() },
  { key: 'merge', label: '合并或拆分单元格', run: (chain) => chain.mergeOrSplit() },
  { key: 'header', label: '切换表头行', run: (chain) => chain.toggleHeaderRow() },
  { key: 'deleteRow', label: '删除行', run: (chain) => chain.deleteRow() },
  { key: 'deleteColumn', label: '删除列', run: (chain) => chain.deleteColumn() },
  { key: 'delete', label: '删除表格', run: (chain) => chain.deleteTable() },
]
const colours = [
  ...['#000000', '#595959', '#8c8c8c', '#bfbfbf', '#ffffff', '#f5222d', '#fa541c', '#fa8c16'],
  ...['#fadb14', '#52c41a', '#13c2c2', '#1890ff', '#2f54eb', '#722ed1', '#eb2f96', '#873800'],
]
/** Pictures of the library put in at once. */
const MOST_PICTURES = 50
const OWN_WIDTH = '原始'
const widths = ['25%', '50%', '75%', '100%', OWN_WIDTH]

function align(to: string): Run {
  return (chain) => chain.toggleTextAlign(to)
}

type ToolbarProps = {
  editor: Editor
  limits: UploadLimits
  disabled: boolean
  /** The text is edited as HTML: nothing but the way back is offered. */
  asSource: boolean
  onSource: () => void
  onFiles: (files: File[]) => void
}

/** The buttons above a text: one stop of the Tab key, from where the arrow keys lead on. */
export function Toolbar({ editor, limits, disabled, asSource, onSource, onFiles }: ToolbarProps) {
  const off = disabled || asSource
  const [inside, setInside] = useState(false)
  const [picking, setPicking] = useState(false)
  const mayPick = useCan(attachment.list)
  const state: ReturnType<typeof stateOf> = JSON.parse(
    useEditorState(editor, (current) => JSON.stringify(stateOf(current))),
  )
  const run = (deed: Run) => deed(editor.chain().focus()).run()
  const toggle = ({ label, icon, is, run: deed }: Toggle) => (
    <Tool key={label} label={label} pressed={editor.isActive(is)} disabled={off} onClick={() => run(deed)}>
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
      <PanelTool label="链接" icon={<LinkOutlined />} pressed={state.link !== undefined} disabled={off}>
        {(close) => (
          <AddressForm
            label="链接地址"
            initial={state.link}
            onDone={(href) => {
              run((chain) => putLink(chain, href, state.link === undefined && editor.state.selection.empty))
              close()
            }}
          >
            {state.link !== undefined && (
              <Button
                onClick={() => {
                  run((chain) => chain.extendMarkRange('link').unsetLink())
                  close()
                }}
              >
                取消链接
              </Button>
            )}
          </AddressForm>
        )}
      </PanelTool>
      <PanelTool label="图片" icon={<PictureOutlined />} pressed={state.width !== undefined} disabled={off}>
        {(close) => (
          <>
            {state.width !== undefined && (
              <Segmented
                aria-label="图片宽度"
                block
                options={widths}
                value={widths.includes(state.width) ? state.width : OWN_WIDTH}
                onChange={(width) => {
                  const attributes = { width: width === OWN_WIDTH ? null : width, height: null }
                  run((chain) => chain.updateAttributes('image', attributes))
                  close()
                }}
              />
            )}
            <ChooseButton
              limits={limits}
              multiple
              onFiles={(files) => {
                close()
                onFiles(files)
              }}
            >
              上传图片
            </ChooseButton>
            {mayPick && (
              <Button
                onClick={() => {
                  close()
                  setPicking(true)
                }}
              >
                从素材库选择
              </Button>
            )}
            <AddressForm
              label="图片地址"
              onDone={(src) => {
                run((chain) => chain.setImage({ src, alt: '' }))
                close()
              }}
            />
          </>
        )}
      </PanelTool>
      {menu('表格', state.inTable ? tableDeeds : newTable, undefined, <TableOutlined />)}
      <Tool label="HTML 源代码" pressed={asSource} disabled={disabled} onClick={onSource}>
        <CodeOutlined />
      </Tool>
      {picking && (
        <MaterialDialog
          most={MOST_PICTURES}
          onPick={(rows) =>
            run((chain) =>
              chain.insertContent(rows.map(({ url, name }) => ({ type: 'image', attrs: { src: url, alt: name } }))),
            )
          }
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}

/** What the toolbar shows of the place of the caret; it is drawn again when any of it changes. */
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

/** Links what is chosen; with nothing chosen the address itself is written. */
function putLink(chain: ChainedCommands, href: string, write: boolean): ChainedCommands {
  if (write) return chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
  return chain.extendMarkRange('link').setLink({ href })
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

type ToolProps = {
  label: string
  pressed?: boolean
  disabled: boolean
  onClick?: () => void
  className?: string
  children: ReactNode
}

/** The text keeps its selection while a button is pressed. */
function Tool({ label, pressed, disabled, onClick, className, children }: ToolProps) {
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        size="small"
        className={className}
        aria-label={label}
        aria-pressed={pressed}
        tabIndex={-1}
        disabled={disabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      >
        {children}
      </Button>
    </Tooltip>
  )
}

type MenuToolProps = Omit<ToolProps, 'onClick'> & {
  choices: readonly Choice[]
  chosen?: string | undefined
  onChoose: (run: Run) => void
}

function MenuTool({ choices, chosen, onChoose, children, ...tool }: MenuToolProps) {
  return (
    <Dropdown
      trigger={['click']}
      disabled={tool.disabled}
      menu={{
        items: choices.map(({ key, label }) => ({ key, label })),
        selectedKeys: chosen === undefined ? [] : [chosen],
        onClick: ({ key }) => {
          const choice = choices.find((one) => one.key === key)
          if (choice) onChoose(choice.run)
        },
      }}
    >
      <span>
        <Tool {...tool} className={styles.wide}>
          {children}
          <DownOutlined className={styles.more} />
        </Tool>
      </span>
    </Dropdown>
  )
}

type PanelToolProps = Omit<ToolProps, 'children' | 'onClick'> & {
  icon: ReactNode
  children: (close: () => void) => ReactNode
}

function PanelTool({ icon, children, ...tool }: PanelToolProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottom"
      open={open && !tool.disabled}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<div className={styles.panel}>{children(() => setOpen(false))}</div>}
    >
      <span>
        <Tool {...tool}>{icon}</Tool>
      </span>
    </Popover>
  )
}

type PaletteToolProps = {
  label: string
  icon: ReactNode
  disabled: boolean
  /** Without a colour: back to the usual one. */
  onChoose: (colour?: string) => void
}

function PaletteTool({ label, icon, disabled, onChoose }: PaletteToolProps) {
  return (
    <PanelTool label={label} icon={icon} disabled={disabled}>
      {(close) => (
        <>
          <div className={styles.swatches}>
            {colours.map((colour) => (
              <button
                key={colour}
                type="button"
                aria-label={colour}
                title={colour}
                style={{ background: colour }}
                onClick={() => {
                  onChoose(colour)
                  close()
                }}
              />
            ))}
          </div>
          <Button
            onClick={() => {
              onChoose()
              close()
            }}
          >
            恢复默认
          </Button>
        </>
      )}
    </PanelTool>
  )
}

type AddressFormProps = {
  label: string
  initial?: string | undefined
  onDone: (address: string) => void
  children?: ReactNode
}

function AddressForm({ label, initial = '', onDone, children }: AddressFormProps) {
  const [typed, setTyped] = useState(initial)
  const address = linkOf(typed)
  const wrong = typed.trim() !== '' && address === undefined
  return (
    <>
      <Space.Compact block>
        <Input
          aria-label={label}
          aria-invalid={wrong}
          placeholder={`${label}，如 https://`}
          inputMode="url"
          value={typed}
          status={wrong ? 'error' : ''}
          onChange={({ target }) => setTyped(target.value)}
          onPressEnter={(event) => {
            event.preventDefault()
            if (address) onDone(address)
          }}
        />
        <Button type="primary" disabled={!address} onClick={() => address && onDone(address)}>
          确定
        </Button>
      </Space.Compact>
      {children}
    </>
  )
}
