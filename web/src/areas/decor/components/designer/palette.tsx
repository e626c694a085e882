import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { type Definition, groups } from '@zhanggui/page-kit/define.ts'
import { componentsOf, MAX_COMPONENTS } from '@zhanggui/page-kit/page.ts'
import { whyNotAdd } from '@zhanggui/page-kit/placement.ts'
import { components, isOffered } from '@zhanggui/page-kit/registry.ts'
import { Input, type InputRef, Tooltip } from 'antd'
import { type RefObject, useState } from 'react'
import { addComponent } from '../../model/page-acts.ts'
import { usePageStore } from '../../model/page-store.ts'
import { DragSource } from './canvas-dnd.ts'
import styles from './left.module.css'
import { TypeIcon } from './type-icon.tsx'

/** From so many components on it is said how many a page has. */
const NEARLY_FULL = 80

/** What can be added: two a row; what the page does not take is grey, and says why. */
export function Palette({ search }: { search: RefObject<InputRef | null> }) {
  const [typed, setTyped] = useState('')
  const page = usePageStore(({ history }) => history.present)
  const readOnly = usePageStore((state) => state.readOnly)
  const there = componentsOf(page)
  const hidden = there.filter(({ isShow }) => !isShow).length
  const word = typed.trim()
  const offered = components.filter((each) => isOffered(each, page.type) && each.title.includes(word))
  return (
    <>
      <Input
        ref={search}
        allowClear
        className={styles.search}
        prefix={<SearchOutlined aria-hidden />}
        suffix={<kbd>/</kbd>}
        placeholder="找组件"
        aria-label="找组件"
        maxLength={20}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={() => offered.length === 1 && offered[0] && addComponent(offered[0].type)}
      />
      {there.length >= NEARLY_FULL && (
        <p className={styles.count}>
          {there.length}/{MAX_COMPONENTS}（含已隐藏 {hidden}）
        </p>
      )}
      <DragSource id="palette" disabled={readOnly}>
        {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => {
          const tiles = offered.filter((each) => each.group === group)
          return (
            tiles.length > 0 && (
              <section key={group} className={styles.group}>
                <h3>{groups[group]}</h3>
                <div className={styles.tiles}>
                  {tiles.map((definition) => (
                    <Tile
                      key={definition.type}
                      definition={definition}
                      count={there.filter(({ type }) => type === definition.type).length}
                      why={readOnly ? '仅查看' : whyNotAdd(page, definition.type)}
                    />
                  ))}
                </div>
              </section>
            )
          )
        })}
      </DragSource>
      {!offered.length && <p className={styles.nothing}>没有「{word}」这个组件</p>}
    </>
  )
}

function Tile({ definition, count, why }: { definition: Definition; count: number; why: string | undefined }) {
  const { type, title, most } = definition
  const isLimited = Number.isFinite(most)
  const tile = (
    <button
      type="button"
      className={styles.tile}
      data-tile={type}
      aria-disabled={why !== undefined}
      aria-description={why}
      aria-label={title}
      onClick={() => why === undefined && addComponent(type)}
    >
      <TypeIcon type={type} />
      <span>{title}</span>
      {isLimited && (why === undefined || count > 0) && (
        <em>
          {count}/{most}
        </em>
      )}
    </button>
  )
  return why ? <Tooltip title={why}>{tile}</Tooltip> : tile
}
