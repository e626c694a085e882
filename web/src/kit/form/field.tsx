import type { Static, TSchema } from '@zhanggui/contract/schema.ts'
import { type Pasted, readPasted } from '@zhanggui/domain/keyword.ts'
import { Form, type FormItemProps, Input, Select, Switch } from 'antd'
import type { ReactElement } from 'react'
import type { Values } from '../dialog/version-conflict.tsx'
import { type FieldHelp, FieldHint } from './field-hint.tsx'
import { fieldProblem, rulesOf } from './form-rules.ts'
import { NumberInput } from './number-input.tsx'

/** An object of the contract, with any of its fields required. */
export type Fields = TSchema & { properties: Record<string, TSchema> }

type Shape = {
  type?: string
  title?: string
  enum?: readonly (string | number)[]
  maxLength?: number
  minimum?: number
  maximum?: number
  yuan?: boolean
  pasted?: Pasted
}

/** What is pasted is more than what is kept of it: 手机号：+86 139 1234 0001. */
const PASTED_LENGTH = 64

export type FieldProps<Body extends Fields> = Omit<FormItemProps<Values>, 'name' | 'children'> & {
  /** The contract's body the field belongs to: label, rules and the default control come from it. */
  of: Body
  name: keyof Static<Body> & string
  /** The part of an object chosen here: `id` of `dept: {id}`. */
  at?: string
  /** A sentence and an example below it, above `extra`. */
  hint?: Omit<FieldHelp, 'title'>
  /** A control that replaces the default one for the field's type. */
  children?: ReactElement
}

/** A field of a form, as the contract describes it. */
export function Field<Body extends Fields>({ of, name, at, hint, children, ...item }: FieldProps<Body>) {
  const schema = of.properties[name] as TSchema
  const { type, title, pasted } = schema as Shape
  return (
    <Form.Item<Values>
      name={at ? [name, at] : [name]}
      label={title}
      rules={rulesOf(schema, item.required === true, typeof item.label === 'string' ? item.label : title)}
      {...(pasted && { normalize: (typed: unknown) => tidied(pasted, schema, typed) })}
      valuePropName={type === 'boolean' && !children ? 'checked' : 'value'}
      {...item}
      extra={
        hint ? (
          <>
            <FieldHint of={hint} />
            {item.extra}
          </>
        ) : (
          item.extra
        )
      }
    >
      {children ?? usualControl(schema)}
    </Form.Item>
  )
}

/** What fits once it is read is shown as it is read; what is still being typed stays. */
function tidied(pasted: Pasted, schema: TSchema, typed: unknown): unknown {
  if (typeof typed !== 'string' || !typed.trim() || fieldProblem(schema, typed)) return typed
  return readPasted(pasted, typed)
}

function usualControl(schema: TSchema): ReactElement {
  const field = schema as Shape
  if (field.enum) return <Select allowClear options={field.enum.map((value) => ({ value, label: value }))} />
  if (field.type === 'boolean') return <Switch checkedChildren="启用" unCheckedChildren="停用" />
  if (field.type === 'integer' || field.type === 'number')
    return (
      <NumberInput
        style={{ width: '100%' }}
        min={field.minimum}
        max={field.maximum}
        precision={field.yuan ? 2 : field.type === 'integer' ? 0 : undefined}
        prefix={field.yuan ? '¥' : undefined}
      />
    )
  const max = field.maxLength ?? 0
  return max > 200 ? (
    <Input.TextArea maxLength={max} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
  ) : (
    <Input maxLength={(field.pasted ? PASTED_LENGTH : max) || undefined} allowClear />
  )
}
