import type { FreightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import {
  type AreaPath,
  type FreightType,
  freeModeNames,
  freeModes,
  freightUnits,
} from '@zhanggui/domain/product/freight.ts'
import { Button, Form, type FormInstance, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { FieldHint } from '../../../../kit/form/field-hint.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { AreasCascader } from '../../../setting/shared/area-cascader.tsx'
import { freightHelp } from '../../field-help.ts'
import { freightExample } from '../../model/freight-example.ts'
import styles from './freight.module.css'

type Rules = { form: FormInstance<Omit<FreightTemplate, 'id' | 'version'>>; type: FreightType }

const words: Record<FreightType, { first: string; renewal: string; free: string }> = {
  0: { first: '首件', renewal: '续件', free: '包邮件数' },
  1: { first: '首件', renewal: '续件', free: '包邮件数' },
  2: { first: '首件重量（kg）', renewal: '续件重量（kg）', free: '包邮重量（kg）' },
  3: { first: '首件体积（m³）', renewal: '续件体积（m³）', free: '包邮体积（m³）' },
}
const decimals: Record<FreightType, number> = { 0: 0, 1: 0, 2: 3, 3: 4 }

/** The charges by area. The first rule covers all other areas, unless only the areas listed pay. */
export function FreightRegions({ form, type, partly }: Rules & { partly: boolean }) {
  const rules = Form.useWatch('regionList', form) ?? []
  return (
    <Form.List name="regionList">
      {(fields, { add, remove }, { errors }) => (
        <section className={styles.rules} aria-label="运费">
          <h3>运费</h3>
          {fields.map(({ key, name }) => {
            const isDefault = rules[name]?.isDefault === true
            return (
              <div key={key} className={styles.rule}>
                {isDefault ? (
                  <Form.Item label="送达到">
                    <span className={styles.everywhere}>默认运费（其余全部地区）</span>
                  </Form.Item>
                ) : (
                  <Areas name={name} taken={takenBy(rules, name)} label="送达到" />
                )}
                <Form.Item name={[name, 'isDefault']} noStyle>
                  <Kept />
                </Form.Item>
                <Measure
                  name={[name, 'first']}
                  label={words[type].first}
                  type={type}
                  ask={`请输入${words[type].first}`}
                />
                <Money name={[name, 'firstPrice']} label="运费（元）" ask="请输入运费" />
                <Measure
                  name={[name, 'renewal']}
                  label={words[type].renewal}
                  type={type}
                  ask={`请输入${words[type].renewal}`}
                />
                <Money name={[name, 'renewalPrice']} label="续费（元）" ask="请输入续费" />
                <End>
                  {!isDefault && (
                    <Button danger type="link" onClick={() => remove(name)} aria-label={`删除第 ${name + 1} 条运费`}>
                      删除
                    </Button>
                  )}
                </End>
                <Worked type={type} of={rules[name]} isFirst={name === 0} />
              </div>
            )
          })}
          <Form.ErrorList errors={errors} />
          {partly && <span className={styles.everywhere}>没有列出的地区包邮</span>}
          <Button
            type="dashed"
            onClick={() =>
              add({ isDefault: false, areas: [], first: 1, firstPrice: undefined, renewal: 1, renewalPrice: undefined })
            }
          >
            添加区域
          </Button>
        </section>
      )}
    </Form.List>
  )
}

/** The areas with free delivery, and the threshold for it. */
export function FreightFrees({ form, type }: Rules) {
  const rules = Form.useWatch('freeList', form) ?? []
  return (
    <Form.List name="freeList">
      {(fields, { add, remove }) => (
        <section className={styles.rules} aria-label="指定包邮区域">
          <h3>指定包邮区域</h3>
          {fields.map(({ key, name }) => (
            <div key={key} className={`${styles.rule} ${styles.free}`}>
              <Areas name={name} taken={takenBy(rules, name)} label="选择区域" />
              <Measure name={[name, 'number']} label={words[type].free} type={type} />
              <Money name={[name, 'price']} label="包邮金额（元）" />
              <Form.Item name={[name, 'freeMode']} label="条件">
                <Select options={freeModes.map((value) => ({ value, label: freeModeNames[value] }))} />
              </Form.Item>
              <End>
                <Button danger type="link" onClick={() => remove(name)} aria-label={`删除第 ${name + 1} 条包邮`}>
                  删除
                </Button>
              </End>
            </div>
          ))}
          {fields.length > 0 && (
            <span className={styles.everywhere}>
              <FieldHint of={freightHelp.free} />
              数量和金额都为 0 时，该区域始终包邮
            </span>
          )}
          <Button type="dashed" onClick={() => add({ areas: [], number: 0, price: 0, freeMode: 'or' })}>
            添加指定包邮区域
          </Button>
        </section>
      )}
    </Form.List>
  )
}

/** The areas without delivery. */
export function NoDelivery({ on }: { on: boolean }) {
  return (
    <section aria-label="不配送区域">
      <Form.Item name="undelivery" label="不配送区域" valuePropName="checked" extra="收货地址在这些区域时不能下单">
        <Switch checkedChildren="开" unCheckedChildren="关" />
      </Form.Item>
      {/* Kept while switched off, so that it need not be chosen again. */}
      <Form.Item
        name={['noDeliveryList', 0, 'areas']}
        hidden={!on}
        rules={on ? [{ required: true, type: 'array', min: 1, message: '请至少选择一个区域' }] : []}
      >
        <AreasCascader taken={[]} />
      </Form.Item>
    </section>
  )
}

function Areas({ name, taken, label }: { name: number; taken: AreaPath[]; label: string }) {
  return (
    <Form.Item
      name={[name, 'areas']}
      label={label}
      rules={[{ required: true, type: 'array', min: 1, message: '请至少选择一个区域' }]}
    >
      <AreasCascader taken={taken} />
    </Form.Item>
  )
}

type NumberProps = { name: [number, string]; label: string; ask?: string }

/** Pieces, kg or m³; may be 0 unless `ask` is given. */
function Measure({ name, label, type, ask }: NumberProps & { type: FreightType }) {
  const min = ask ? 1 / 10 ** decimals[type] : 0
  return (
    <Form.Item name={name} label={label} rules={ask ? [{ required: true, message: ask }] : []}>
      <NumberInput
        min={min}
        max={99_999}
        precision={decimals[type] || 0}
        style={{ width: '100%' }}
        aria-label={`${label}，${freightUnits[type]}`}
      />
    </Form.Item>
  )
}

function Money({ name, label, ask }: NumberProps) {
  return (
    <Form.Item name={name} label={label} rules={ask ? [{ required: true, message: ask }] : []}>
      <NumberInput min={0} max={100_000} precision={2} style={{ width: '100%' }} />
    </Form.Item>
  )
}

/** Keeps a form value that staff do not edit. */
function Kept() {
  return null
}

type WorkedProps = { type: FreightType; of: Parameters<typeof freightExample>[1] | undefined; isFirst: boolean }

/** What the rule makes of an order, as it is typed; until then, at the first rule, what its fields mean. */
function Worked({ type, of: rule = {}, isFirst }: WorkedProps) {
  const text = freightExample(type, rule) ?? (isFirst && <FieldHint of={freightHelp.charge} />)
  return text && <p className={styles.example}>{text}</p>
}

function End({ children }: { children: ReactNode }) {
  return <span className={styles.end}>{children}</span>
}

/** The areas used by the other rules. */
function takenBy(rules: readonly { areas?: AreaPath[] }[], but: number): AreaPath[] {
  return rules.flatMap((rule, index) => (index === but ? [] : (rule?.areas ?? [])))
}
