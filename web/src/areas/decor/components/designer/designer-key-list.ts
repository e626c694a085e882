import { copyComponents, cutComponents, pasteComponents } from '../../model/clipboard.ts'
import {
  duplicateComponents,
  moveBy,
  removeComponents,
  selectBeside,
  selectFlow,
  toggleShown,
} from '../../model/page-acts.ts'
import { redoStep, select, setZoom, undoStep } from '../../model/page-store.ts'
import { MAX_ZOOM, MIN_ZOOM } from './canvas.tsx'
import type { useKeyboardLift } from './canvas-dnd.ts'
import { type DesignerKey, plainKey, withCtrl } from './designer-keys.ts'

type Acts = {
  lift: ReturnType<typeof useKeyboardLift>
  /** The zoom that is drawn: 1 for the size of a phone. */
  zoom: { readonly current: number }
  onSave: () => unknown
  onPublish: () => void
  onFind: () => void
  onHelp: () => void
}

/** The keys of the designer, in the order in which its help lists them. */
export function designerKeys({ lift, zoom, onSave, onPublish, onFind, onHelp }: Acts): DesignerKey[] {
  return [
    { label: 'Ctrl+S', act: '保存', is: withCtrl('s'), run: onSave, always: true },
    {
      label: 'Ctrl+Shift+S',
      act: '发布',
      is: withCtrl('s', true),
      run: onPublish,
    },
    { label: 'Ctrl+Z', act: '撤销', is: withCtrl('z'), run: undoStep },
    {
      label: 'Ctrl+Shift+Z',
      act: '重做',
      is: (event) => withCtrl('z', true)(event) || withCtrl('y')(event),
      run: redoStep,
    },
    {
      label: 'Ctrl+C',
      act: '复制组件',
      is: withCtrl('c'),
      run: () => (window.getSelection()?.toString() ? false : copyComponents()),
    },
    { label: 'Ctrl+X', act: '剪切组件', is: withCtrl('x'), run: cutComponents },
    { label: 'Ctrl+V', act: '粘贴组件', is: withCtrl('v'), run: pasteComponents },
    { label: 'Ctrl+D', act: '复制一份', is: withCtrl('d'), run: () => duplicateComponents() },
    {
      label: 'Delete',
      act: '删除',
      is: (event) => plainKey('Delete')(event) || plainKey('Backspace')(event),
      run: () => removeComponents(),
      plain: true,
    },
    { label: '↑', act: '选上一个', is: plainKey('ArrowUp'), run: () => lift.move(-1) || selectBeside(-1), plain: true },
    { label: '↓', act: '选下一个', is: plainKey('ArrowDown'), run: () => lift.move(1) || selectBeside(1), plain: true },
    { label: 'Alt+↑', act: '上移', is: plainKey('ArrowUp', true), run: () => moveBy(-1), plain: true },
    { label: 'Alt+↓', act: '下移', is: plainKey('ArrowDown', true), run: () => moveBy(1), plain: true },
    {
      label: '空格',
      act: '拿起、放下选中的组件',
      is: plainKey(' '),
      // Buttons are pressed by it.
      run: () => (document.activeElement?.closest('button') && !lift.lifted ? false : lift.turn()),
      plain: true,
    },
    { label: 'Ctrl+A', act: '选中所有组件', is: withCtrl('a'), run: selectFlow },
    { label: 'Ctrl+Shift+H', act: '隐藏或显示', is: withCtrl('h', true), run: () => toggleShown() },
    { label: 'Esc', act: '回到页面设置', is: plainKey('Escape'), run: () => lift.cancel() || select([]), plain: true },
    {
      label: '/',
      act: '找组件',
      is: plainKey('/'),
      run: onFind,
      plain: true,
    },
    {
      label: '?',
      act: '快捷键',
      is: (event) => event.key === '?' || event.key === '？',
      run: onHelp,
      plain: true,
    },
    { label: 'Ctrl+0', act: '适合窗口', is: withCtrl('0'), run: () => setZoom(undefined) },
    {
      label: 'Ctrl++',
      act: '放大',
      is: (event) => withCtrl('=')(event) || withCtrl('+')(event),
      run: () => setZoom(Math.min(MAX_ZOOM, Math.round(zoom.current * 10 + 1) * 10)),
    },
    {
      label: 'Ctrl+-',
      act: '缩小',
      is: withCtrl('-'),
      run: () => setZoom(Math.max(MIN_ZOOM, Math.round(zoom.current * 10 - 1) * 10)),
    },
  ]
}
