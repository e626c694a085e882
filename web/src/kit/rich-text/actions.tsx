// The toolbar's actions on a text, without their look.
import AlignCenterOutlined from '@ant-design/icons/es/icons/AlignCenterOutlined'
import AlignLeftOutlined from '@ant-design/icons/es/icons/AlignLeftOutlined'
import AlignRightOutlined from '@ant-design/icons/es/icons/AlignRightOutlined'
import BoldOutlined from '@ant-design/icons/es/icons/BoldOutlined'
import ItalicOutlined from '@ant-design/icons/es/icons/ItalicOutlined'
import OrderedListOutlined from '@ant-design/icons/es/icons/OrderedListOutlined'
import StrikethroughOutlined from '@ant-design/icons/es/icons/StrikethroughOutlined'
import UnderlineOutlined from '@ant-design/icons/es/icons/UnderlineOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import type { ChainedCommands } from '@tiptap/core'
import type { ReactNode } from 'react'

/** The effect of a button on the text. */
export type Run = (chain: ChainedCommands) => ChainedCommands
/** A toggle button: pressed while the caret is in text it formats. */
export type Toggle = { label: string; icon: ReactNode; is: string | Record<string, string>; run: Run }
/** An entry of a menu. */
export type Choice = { key: string; label: string; run: Run }

/** The modifier key of shortcuts on this machine. */
export const command = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl+'

/** Character formats. */
export const marks: readonly Toggle[] = [
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
/** Paragraph formats. */
export const blocks: readonly Toggle[] = [
  { label: '左对齐', icon: <AlignLeftOutlined />, is: { textAlign: 'left' }, run: align('left') },
  { label: '居中', icon: <AlignCenterOutlined />, is: { textAlign: 'center' }, run: align('center') },
  { label: '右对齐', icon: <AlignRightOutlined />, is: { textAlign: 'right' }, run: align('right') },
  { label: '列表', icon: <UnorderedListOutlined />, is: 'bulletList', run: (chain) => chain.toggleBulletList() },
  { label: '编号列表', icon: <OrderedListOutlined />, is: 'orderedList', run: (chain) => chain.toggleOrderedList() },
  { label: '引用', icon: '❝', is: 'blockquote', run: (chain) => chain.toggleBlockquote() },
]
export const paragraph: Choice = { key: 'p', label: '正文', run: (chain) => chain.setParagraph() }
export const formats: readonly Choice[] = [
  paragraph,
  ...([1, 2, 3, 4] as const).map((level) => ({
    key: `h${level}`,
    label: `标题 ${level}`,
    run: (chain: ChainedCommands) => chain.setHeading({ level }),
  })),
]
const usualSize: Choice = { key: '', label: '默认字号', run: (chain) => chain.unsetFontSize() }
export const fontSizes: readonly Choice[] = [
  usualSize,
  ...['12px', '14px', '16px', '18px', '20px', '24px', '32px'].map((size) => ({
    key: size,
    label: size,
    run: (chain: ChainedCommands) => chain.setFontSize(size),
  })),
]
export const newTable: readonly Choice[] = [
  {
    key: 'insert',
    label: '插入表格',
    run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
]
export const tableActions: readonly Choice[] = [
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

function align(to: string): Run {
  return (chain) => chain.toggleTextAlign(to)
}
