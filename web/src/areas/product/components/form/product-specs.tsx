import { useQuery } from '@tanstack/react-query'
import type { Rule } from '@zhanggui/contract/product/product-rule.ts'
import { productRule } from '@zhanggui/contract/product/product-rule.ts'
import type { Spec } from '@zhanggui/domain/product/product-rule.ts'
import type { Attr } from '@zhanggui/domain/product/product-sku.ts'
import { MAX_SKUS } from '@zhanggui/domain/product/product-sku.ts'
import { Alert, Button, Form, Input, Radio, Select, Space } from 'antd'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { Can } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { confirm } from '../../../../kit/feedback/feedback.ts'
import { ColumnHints, FieldHint } from '../../../../kit/form/field-hint.tsx'
import { useIsPhone } from '../../../../kit/page/use-is-phone.ts'
import { commissionHelp, skuHelp } from '../../field-help.ts'
import { countCombinations } from '../../model/sku-matrix.ts'
import type { SkuStore } from '../../model/sku-store.ts'
import { SkuGrid } from '../sku/sku-grid.tsx'
import { SpecEditor } from '../sku/spec-editor.tsx'
import styles from './product-form.module.css'

type Props = { store: SkuStore; seesCost: boolean; readOnly: boolean; onStock?: () => void }

/** Step 2 of the product form, 规格库存. */
export function ProductSpecs({ store, seesCost, readOnly, onStock }: Props) {
  const { specType, isSub, matrix } = useStore(store)
  const phone = useIsPhone()
  return (
    <>
      <Space size={[40, 0]} wrap>
        <Form.Item label="商品规格" required>
          <Radio.Group
            value={specType}
            onChange={({ target }) => store.setSpecType(target.value)}
            options={[
              { value: false, label: '单规格' },
              { value: true, label: '多规格' },
            ]}
          />
        </Form.Item>
        <Form.Item label="佣金设置" required extra={<FieldHint of={commissionHelp} />}>
          <Radio.Group
            value={isSub}
            onChange={({ target }) => store.setSub(target.value)}
            options={[
              { value: true, label: '单独设置' },
              { value: false, label: '默认设置' },
            ]}
          />
        </Form.Item>
      </Space>
      {specType && <Specs store={store} readOnly={readOnly} />}
      {(!specType || matrix.rows.length > 0) && (
        <>
          <SkuGrid store={store} seesCost={seesCost} readOnly={readOnly} onStock={onStock} />
          <ColumnHints of={skuHelp} />
          <p className={styles.hint}>
            图片留空时用商品封面图。
            {!phone && '方向键、回车在单元格间移动，Ctrl+D 复制上一行，可直接粘贴表格中的一块内容。'}
          </p>
        </>
      )}
    </>
  )
}

function Specs({ store, readOnly }: { store: SkuStore; readOnly: boolean }) {
  const { matrix, checked } = useStore(store)
  const specs = useMemo(() => matrix.attrs.map(toSpec), [matrix.attrs])
  const count = countCombinations(matrix.attrs)
  const missing = Math.min(count, MAX_SKUS) - matrix.rows.length
  return (
    <div className={styles.specs}>
      {!readOnly && <Templates store={store} specs={specs} />}
      {!readOnly && <SpecEditor value={specs} onChange={(next) => store.setAttrs(next.map(toAttr))} />}
      {count > MAX_SKUS && (
        <Alert type="error" showIcon title={`规格组合最多${MAX_SKUS}个，现在有${count}个，请减少规格值`} />
      )}
      {!readOnly && matrix.rows.length > 0 && (
        <div className={styles.tools}>
          <span>共 {matrix.rows.length} 个规格</span>
          {missing > 0 && count <= MAX_SKUS && (
            <Button size="small" onClick={store.addMissing}>
              补全 {missing} 个组合
            </Button>
          )}
          {checked.size > 0 && (
            <Button size="small" danger onClick={() => store.remove(checked)}>
              删除选中的 {checked.size} 个
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** 选择规格: replaces the specifications by those of a template, or saves them as a template. */
function Templates({ store, specs }: { store: SkuStore; specs: readonly Spec[] }) {
  const { data } = useQuery(read(productRule.list, { query: { limit: 100 }, silent: true }))
  const rules = data?.list ?? []

  async function take({ ruleName, ruleValue }: Rule) {
    const question = `用模板「${ruleName}」替换现在的规格？组合不同的规格会被删除。`
    if (specs.some(({ detail }) => detail.length) && !(await confirm({ content: question, okText: '替换' }))) return
    store.setAttrs(ruleValue.map(toAttr))
  }

  return (
    <div className={styles.tools}>
      <Select
        style={{ width: 240 }}
        aria-label="选择规格"
        placeholder="选择规格模板"
        value={null}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent="还没有规格模板"
        options={rules.map(({ id, ruleName }) => ({ value: id, label: ruleName }))}
        onSelect={(id) => {
          const rule = rules.find((one) => one.id === Number(id))
          if (rule) take(rule)
        }}
      />
      <Can do={productRule.save}>
        <SaveTemplate specs={specs.filter(({ value, detail }) => value && detail.length)} />
      </Can>
    </div>
  )
}

function SaveTemplate({ specs }: { specs: Spec[] }) {
  const [name, setName] = useState<string>()
  const save = useWrite(productRule.save, { message: '已存为模板', onSuccess: () => setName(undefined) })
  if (name === undefined)
    return (
      <Button disabled={!specs.length} onClick={() => setName('')}>
        另存为模板
      </Button>
    )
  const send = () => name.trim() && save.mutate({ body: { ruleName: name.trim(), ruleValue: specs } })
  return (
    <Space.Compact>
      <Input
        autoFocus
        maxLength={20}
        value={name}
        placeholder="规格名称"
        aria-label="模板名称"
        onChange={({ target }) => setName(target.value)}
        onPressEnter={(event) => {
          event.preventDefault()
          send()
        }}
      />
      <WriteButton type="primary" of={save} disabled={!name.trim()} onClick={send}>
        保存
      </WriteButton>
      <Button onClick={() => setName(undefined)}>取消</Button>
    </Space.Compact>
  )
}

function toSpec({ attrName, attrValues }: Attr): Spec {
  return { value: attrName, detail: [...attrValues] }
}

function toAttr({ value, detail }: Spec): Attr {
  return { attrName: value, attrValues: detail }
}
