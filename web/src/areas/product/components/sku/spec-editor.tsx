import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { forbiddenInSpec, type Spec, specLimits } from '@zhanggui/domain/product/product-rule.ts'
import { Button, Input, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { showWarning } from '../../../../kit/feedback/feedback.ts'
import styles from './spec-editor.module.css'

/** A rename, for forms that keep data under the old name. `spec` is the specification's current name. */
export type SpecRename = { of: 'spec' | 'detail'; spec: string; from: string; to: string }

export type SpecEditorProps = {
  value?: readonly Spec[]
  /** @param rename the only change, if it was a rename */
  onChange?: (specs: Spec[], rename?: SpecRename) => void
  /** Maximum length of a specification's name. */
  nameLength?: number
  disabled?: boolean
}

/** Specifications and their values: add, rename, reorder by dragging and remove. */
export function SpecEditor({ value = [], onChange, nameLength = specLimits.nameLength, disabled }: SpecEditorProps) {
  const names = value.map((spec) => spec.value)
  const change = (at: number, spec: Spec, rename?: SpecRename) => onChange?.(value.toSpliced(at, 1, spec), rename)

  function isFree(name: string, own?: string): boolean {
    if (name === own || !names.includes(name)) return true
    showWarning('规格名重复')
    return false
  }

  return (
    <div className={styles.editor}>
      <Sortable
        ids={names}
        label="规格"
        vertical
        onMove={(from, to) => onChange?.(arrayMove([...value], from, to))}
        disabled={disabled}
      >
        {value.map((spec, at) => (
          <SpecBox
            key={spec.value}
            spec={spec}
            nameLength={nameLength}
            disabled={disabled}
            onName={(name) =>
              isFree(name, spec.value) &&
              change(at, { ...spec, value: name }, { of: 'spec', spec: name, from: spec.value, to: name })
            }
            onDetail={(detail, rename) =>
              change(at, { ...spec, detail }, rename && { of: 'detail', spec: spec.value, ...rename })
            }
            onRemove={() => onChange?.(value.toSpliced(at, 1))}
          />
        ))}
      </Sortable>
      {!disabled && value.length < specLimits.specs && (
        <NewSpec nameLength={nameLength} onAdd={(spec) => isFree(spec.value) && onChange?.([...value, spec])} />
      )}
    </div>
  )
}

function SpecBox(props: {
  spec: Spec
  nameLength: number
  disabled: boolean | undefined
  onName: (name: string) => void
  onDetail: (detail: string[], rename?: { from: string; to: string }) => void
  onRemove: () => void
}) {
  const { spec, nameLength, disabled, onName, onDetail, onRemove } = props
  const { setNodeRef, style, handle } = useSortableItem(spec.value)
  const { detail } = spec

  function handleAdd(typed: string) {
    const given = readDetails(typed)
    const added = given.filter((text) => !detail.includes(text))
    if (detail.length + added.length > specLimits.details) showWarning(`每个规格最多${specLimits.details}个规格值`)
    else if (added.length) onDetail([...detail, ...added])
    else if (given.length) showWarning('规格值重复')
  }

  function handleRename(at: number, typed: string) {
    const [to = ''] = readDetails(typed)
    const from = detail[at]
    if (!from || !to || to === from) return
    if (detail.includes(to)) showWarning('规格值重复')
    else onDetail(detail.toSpliced(at, 1, to), { from, to })
  }

  return (
    <section ref={setNodeRef} style={style} className={styles.spec} aria-label={`规格：${spec.value}`}>
      <div className={styles.head}>
        {!disabled && (
          <button type="button" {...handle} className={styles.handle} aria-label={`移动规格：${spec.value}`}>
            <HolderOutlined aria-hidden />
          </button>
        )}
        <NameInput value={spec.value} maxLength={nameLength} disabled={disabled} onSave={onName} />
        {!disabled && (
          <Button
            type="text"
            danger
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`删除规格：${spec.value}`}
            onClick={onRemove}
          />
        )}
      </div>
      <div className={styles.details}>
        <Sortable
          ids={detail}
          label="规格值"
          onMove={(from, to) => onDetail(arrayMove(detail, from, to))}
          disabled={disabled}
        >
          {detail.map((text, at) => (
            <Detail
              key={text}
              text={text}
              disabled={disabled}
              onRename={(typed) => handleRename(at, typed)}
              onRemove={() => onDetail(detail.toSpliced(at, 1))}
            />
          ))}
        </Sortable>
        {!disabled && <NewDetail of={spec.value} onAdd={handleAdd} />}
      </div>
    </section>
  )
}

/** The name of a specification, saved when the field loses focus. */
function NameInput(props: {
  value: string
  maxLength: number
  disabled: boolean | undefined
  onSave: (name: string) => void
}) {
  const { value, maxLength, disabled, onSave } = props
  const [typed, setTyped] = useState<string>()

  function save() {
    const name = typed?.trim()
    if (name && name !== value) onSave(name)
    setTyped(undefined)
  }

  return (
    <Input
      className={styles.name}
      variant="filled"
      aria-label={`规格名：${value}`}
      maxLength={maxLength}
      disabled={disabled}
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
      onPressEnter={(event) => {
        // Enter finishes the name and does not submit the surrounding form.
        event.preventDefault()
        save()
      }}
    />
  )
}

/** A value: dragged by its text, renamed by a click on it. */
function Detail(props: {
  text: string
  disabled: boolean | undefined
  onRename: (typed: string) => void
  onRemove: () => void
}) {
  const { text, disabled, onRename, onRemove } = props
  const { setNodeRef, style, handle } = useSortableItem(text)
  const [renaming, setRenaming] = useState(false)
  if (renaming)
    return (
      <DetailInput
        label={`规格值：${text}`}
        initial={text}
        onDone={(typed) => {
          setRenaming(false)
          onRename(typed)
        }}
      />
    )
  return (
    <Tag
      ref={setNodeRef}
      style={style}
      className={styles.detail}
      closable={!disabled && { 'aria-label': `删除规格值：${text}` }}
      onClose={onRemove}
    >
      {disabled ? (
        text
      ) : (
        <button
          type="button"
          {...handle}
          className={styles.text}
          aria-label={`规格值：${text}`}
          title="拖动排序，点击改名"
          onClick={() => setRenaming(true)}
        >
          {text}
        </button>
      )}
    </Tag>
  )
}

function NewDetail({ of: spec, onAdd }: { of: string; onAdd: (typed: string) => void }) {
  const [adding, setAdding] = useState(false)
  if (!adding)
    return (
      <Button
        size="small"
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        aria-label={`添加规格值：${spec}`}
        onClick={() => setAdding(true)}
      >
        添加
      </Button>
    )
  return (
    <DetailInput
      label={`新规格值：${spec}`}
      onNext={onAdd}
      onDone={(typed) => {
        setAdding(false)
        onAdd(typed)
      }}
    />
  )
}

/** The input for a value. Enter accepts it, and moves on to the next one if `onNext` is given; Escape cancels. */
function DetailInput(props: {
  label: string
  initial?: string
  onNext?: (typed: string) => void
  onDone: (typed: string) => void
}) {
  const { label, initial = '', onNext, onDone } = props
  const [typed, setTyped] = useState(initial)
  return (
    <Input
      autoFocus
      size="small"
      className={styles.input}
      aria-label={label}
      placeholder="回车添加，逗号分隔多个"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => onDone(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          onDone(initial)
        }
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        if (!onNext || !typed.trim()) return onDone(typed)
        onNext(typed)
        setTyped('')
      }}
    />
  )
}

/** 添加新规格: a specification with its first values. */
function NewSpec({ nameLength, onAdd }: { nameLength: number; onAdd: (spec: Spec) => void }) {
  const [typed, setTyped] = useState<{ name: string; details: string }>()
  if (!typed)
    return (
      <Button
        icon={<PlusOutlined aria-hidden />}
        style={{ alignSelf: 'start' }}
        onClick={() => setTyped({ name: '', details: '' })}
      >
        添加新规格
      </Button>
    )

  function handleAdd({ name, details }: { name: string; details: string }) {
    const detail = readDetails(details)
    if (!name.trim()) showWarning('请添加规格名称')
    else if (!detail.length) showWarning('请添加规格值')
    else {
      onAdd({ value: name.trim(), detail: detail.slice(0, specLimits.details) })
      setTyped(undefined)
    }
  }

  return (
    <div className={styles.newSpec}>
      <Input
        autoFocus
        aria-label="规格"
        prefix="规格"
        placeholder="如 颜色"
        maxLength={nameLength}
        value={typed.name}
        onChange={({ target }) => setTyped({ ...typed, name: target.value })}
      />
      <Input
        aria-label="规格值"
        prefix="规格值"
        placeholder="如 红,蓝"
        value={typed.details}
        onChange={({ target }) => setTyped({ ...typed, details: target.value })}
        onPressEnter={(event) => {
          event.preventDefault()
          handleAdd(typed)
        }}
      />
      <span className={styles.buttons}>
        <Button type="primary" onClick={() => handleAdd(typed)}>
          确定
        </Button>
        <Button onClick={() => setTyped(undefined)}>取消</Button>
      </span>
    </div>
  )
}

/** Values as typed or pasted, separated by commas, semicolons, tabs or line breaks. Warns of those with `"` or `\`. */
function readDetails(typed: string): string[] {
  const texts = typed
    .split(/[,，;；、\t\r\n]+/)
    .map((text) => [...text.trim()].slice(0, specLimits.detailLength).join(''))
    .filter(Boolean)
  const fit = texts.filter((text) => !forbiddenInSpec.test(text))
  if (fit.length < texts.length) showWarning('规格值不能含有 , " \\')
  return [...new Set(fit)]
}

/** Makes its items sortable by pointer and by keyboard. */
function Sortable(props: {
  ids: readonly string[]
  label: string
  vertical?: boolean
  disabled: boolean | undefined
  onMove: (from: number, to: number) => void
  children: ReactNode
}) {
  const { ids, label, vertical, disabled, onMove, children } = props
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      // Enter does not start a drag: it renames a value.
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] },
    }),
  )
  const placeOf = (id: unknown) => ids.indexOf(String(id)) + 1
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: {
          onDragStart: ({ active }) => `已拿起${label}${active.id}，按方向键移动，按空格放下，按 Esc 取消`,
          onDragOver: ({ over }) => (over ? `移到第${placeOf(over.id)}位` : ''),
          onDragEnd: ({ active, over }) => (over ? `${label}${active.id}放在第${placeOf(over.id)}位` : '已取消移动'),
          onDragCancel: () => '已取消移动',
        },
        screenReaderInstructions: { draggable: '按空格拿起，按方向键移动' },
      }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onMove(placeOf(active.id) - 1, placeOf(over.id) - 1)
      }}
    >
      <SortableContext
        items={[...ids]}
        disabled={disabled}
        strategy={vertical ? verticalListSortingStrategy : rectSortingStrategy}
      >
        {children}
      </SortableContext>
    </DndContext>
  )
}

function useSortableItem(id: string) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id })
  const style = { transform: CSS.Translate.toString(transform), transition, ...(isDragging && { zIndex: 1 }) }
  return { setNodeRef, style, handle: { ...attributes, ...listeners } }
}
