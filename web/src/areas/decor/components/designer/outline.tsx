import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined'
import type { Issue } from '@zhanggui/page-kit/check.ts'
import { nameOf } from '@zhanggui/page-kit/diff.ts'
import { type Component, componentsOf } from '@zhanggui/page-kit/page.ts'
import { titleOf } from '@zhanggui/page-kit/registry.ts'
import { Input } from 'antd'
import { type MouseEvent, memo, useState } from 'react'
import { renameComponent, toggleShown } from '../../model/page-acts.ts'
import { alsoSelect, select, selectUpTo, usePageStore } from '../../model/page-store.ts'
import { periodOf } from '../../model/page-words.ts'
import { DragSource, type DropZone } from './canvas-dnd.ts'
import styles from './left.module.css'
import { TypeIcon } from './type-icon.tsx'

/** The components in their order, by name. */
export function Outline({ zone, issues }: { zone: DropZone; issues: readonly Issue[] }) {
  const page = usePageStore(({ history }) => history.present)
  const selection = usePageStore((state) => state.selection)
  const readOnly = usePageStore((state) => state.readOnly)
  const components = componentsOf(page)
  if (!components.length) return <p className={styles.nothing}>页面上还没有组件</p>
  return (
    <div
      className={styles.rows}
      data-designer-keys
      ref={(node) => {
        zone.scroller.current = node
      }}
    >
      <DragSource id="outline" disabled={readOnly}>
        <ul>
          {components.map((component) => (
            <Row
              key={component.id}
              component={component}
              chosen={selection.includes(component.id)}
              readOnly={readOnly}
              level={levelOf(issues, component.id)}
            />
          ))}
        </ul>
      </DragSource>
      <span
        className={styles.line}
        ref={(node) => {
          zone.line.current = node
        }}
      />
    </div>
  )
}

function levelOf(issues: readonly Issue[], id: string): Issue['level'] | undefined {
  const own = issues.filter(({ componentId }) => componentId === id)
  return own.some(({ level }) => level === 'error') ? 'error' : own[0]?.level
}

type RowProps = { component: Component; chosen: boolean; readOnly: boolean; level: Issue['level'] | undefined }

const Row = memo(function Row({ component, chosen, readOnly, level }: RowProps) {
  const [naming, setNaming] = useState<string>()
  const { id, type, isShow, alias, rule } = component
  const name = nameOf(component)
  const period = periodOf(rule)
  function handleClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey) alsoSelect(id)
    else if (event.shiftKey) selectUpTo(id)
    else select([id])
  }
  function finish() {
    if (naming !== undefined && naming.trim() !== alias) renameComponent(id, naming)
    setNaming(undefined)
  }
  return (
    <li className={styles.row} data-row-of={id} data-chosen={chosen} data-off={!isShow}>
      {!readOnly && <HolderOutlined className={styles.handle} aria-hidden />}
      <TypeIcon type={type} size={16} />
      {naming === undefined ? (
        <button
          type="button"
          className={styles.name}
          aria-pressed={chosen}
          onClick={handleClick}
          onDoubleClick={() => !readOnly && setNaming(alias)}
        >
          {name}
          {alias && <small>{titleOf(type)}</small>}
          {period && <small>{period}</small>}
        </button>
      ) : (
        <Input
          autoFocus
          size="small"
          aria-label={`${titleOf(type)}的别名`}
          placeholder={titleOf(type)}
          maxLength={20}
          value={naming}
          onChange={({ target }) => setNaming(target.value)}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Enter') finish()
            if (event.key === 'Escape') setNaming(undefined)
          }}
        />
      )}
      {level && (
        <i className={styles.dot} data-level={level} role="img" aria-label={level === 'error' ? '有错误' : '有提醒'} />
      )}
      <button
        type="button"
        className={styles.eye}
        disabled={readOnly}
        aria-label={`${isShow ? '隐藏' : '显示'}${name}`}
        onClick={() => toggleShown([id])}
      >
        {isShow ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
      </button>
    </li>
  )
})
