import { type PageBlock, pageBlock } from '@zhanggui/contract/decor/page-block.ts'
import { checkPublish } from '@zhanggui/page-kit/check.ts'
import { partFields, valuesOf } from '@zhanggui/page-kit/component.ts'
import { update } from '@zhanggui/page-kit/operations.ts'
import { type Component, componentsOf, emptyPage, type Page } from '@zhanggui/page-kit/page.ts'
import { definitionOf } from '@zhanggui/page-kit/registry.ts'
import type { Path } from '@zhanggui/page-kit/values.ts'
import { Tabs } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../../api/use-write.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { DrawnOne } from '../designer/drawn-page.tsx'
import styles from './panel.module.css'
import { PanelFields } from './panel-fields.tsx'

const tabs = { content: '内容', style: '样式' } as const

/** A page that holds the block alone, so that it is edited and checked as on any other. */
function pageWith({ component, terminal }: PageBlock): Page {
  const held = component as unknown as Component
  return { ...emptyPage(4, terminal), value: { [held.id.slice(1)]: held } }
}

/** A shared block, edited for all pages that show it; it is drawn beside its fields as it will be. */
export function BlockDialog({ block, onClose }: { block: PageBlock; onClose: () => void }) {
  const [page, setPage] = useState(() => pageWith(block))
  const [tab, setTab] = useState<keyof typeof tabs>('content')
  const save = useWrite(pageBlock.update, { once: true, message: '已更新，用它的页面都变了', onSuccess: onClose })
  const [component] = componentsOf(page)
  const definition = component && definitionOf(component.type)
  if (!component || !definition) return null
  const issues = checkPublish(page).filter(({ componentId }) => componentId === component.id)
  const errors = issues.filter(({ level }) => level === 'error').length
  const values = valuesOf(component)
  const onChange = (path: Path, value: unknown) => setPage(update(page, component.id, path, value).page)
  return (
    <Dialog
      title={`改公共模块「${block.name}」`}
      width={860}
      asks
      okText={`改这里，${block.uses.length} 个页面一起变`}
      cancelText="取消"
      of={save}
      okButtonProps={{ disabled: block.isShown && errors > 0 }}
      onCancel={onClose}
      onOk={() => save.mutate({ body: { id: block.id, version: block.version, component: component as never } })}
    >
      <div className={styles.block}>
        <DrawnOne component={component} terminal={block.terminal} />
        <div>
          <Tabs
            className={styles.tabs}
            activeKey={tab}
            onChange={(key) => setTab(key as keyof typeof tabs)}
            items={Object.entries(tabs).map(([key, label]) => ({ key, label }))}
          />
          <PanelFields
            key={tab}
            tab={tab}
            fields={partFields(definition, 'props')}
            values={values.props}
            at={['props']}
            issues={issues}
            onChange={onChange}
          />
          {tab === 'style' && (
            <PanelFields
              fields={partFields(definition, 'box')}
              values={values.box}
              at={['box']}
              issues={issues}
              onChange={onChange}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}
