import { fileTypes } from '@zhanggui/domain/file/file-type.ts'
import type { Image } from '@zhanggui/page-kit/fields.ts'
import { noImage } from '@zhanggui/page-kit/fields.ts'
import { Checkbox, Input, Segmented, Select, Switch } from 'antd'
import { WireTimePicker } from '../../../../kit/form/dates/wire-time-picker.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { MaterialPicker } from '../../../../kit/media/material-picker.tsx'
import { RichTextEditor } from '../../../../kit/rich-text/rich-text-editor.tsx'
import { ColourField, GradientField, ToneField } from './colour-field.tsx'
import { IdsField } from './ids-field.tsx'
import { ImageField } from './image-field.tsx'
import { LinkField } from './link-field.tsx'
import { ListField } from './list-field.tsx'
import styles from './panel.module.css'
import type { ControlProps } from './panel-types.ts'
import { Slider } from './slider.tsx'

/** So many words of a choice stand side by side; more are a select. */
const MOST_SEGMENTS = 4
const MOST_LETTERS = 13

/** What a field is edited with, by its declaration alone. */
export function Control(props: ControlProps) {
  const { id, field, value, disabled, onChange } = props
  const { title, maxLength, minimum = 0, maximum = 0, unit } = field
  const words = [...(field.words ?? [])].map(([key, label]) => ({
    value: key,
    label,
  }))
  switch (field.control) {
    case 'text':
      return (
        <Input
          id={id}
          value={value as string}
          maxLength={maxLength}
          disabled={disabled}
          showCount={(maxLength ?? 99) <= 60}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'area':
      return (
        <Input.TextArea
          id={id}
          autoSize={{ minRows: 2, maxRows: 6 }}
          value={value as string}
          maxLength={maxLength}
          disabled={disabled}
          showCount
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'number':
      return (
        <NumberInput
          id={id}
          value={value as number}
          min={minimum}
          max={maximum}
          precision={0}
          suffix={unit}
          disabled={disabled}
          onChange={(next) => typeof next === 'number' && onChange(next)}
        />
      )
    case 'slider':
      return (
        <span className={styles.slider}>
          <Slider
            label={title}
            min={minimum}
            max={maximum}
            value={value as number}
            disabled={disabled ?? false}
            onChange={onChange}
          />
          <NumberInput
            id={id}
            value={value as number}
            min={minimum}
            max={maximum}
            precision={0}
            suffix={unit}
            controls={false}
            disabled={disabled}
            onChange={(next) => typeof next === 'number' && onChange(next)}
          />
        </span>
      )
    case 'choice': {
      const letters = words.reduce((sum, { label }) => sum + label.length, 0)
      if (words.length <= MOST_SEGMENTS && letters <= MOST_LETTERS)
        return (
          <Segmented
            id={id}
            aria-label={title}
            options={words}
            value={value as string}
            disabled={disabled}
            onChange={onChange}
          />
        )
      return (
        <Select
          id={id}
          style={{ width: '100%' }}
          options={words}
          value={value as string}
          disabled={disabled}
          onChange={onChange}
        />
      )
    }
    case 'checks':
      return (
        <Checkbox.Group
          className={styles.checks}
          options={words}
          value={value as string[]}
          disabled={disabled}
          onChange={onChange}
        />
      )
    case 'switch':
      return <Switch id={id} checked={value as boolean} disabled={disabled} onChange={onChange} />
    case 'colour':
      return <ColourField id={id} title={title} value={value as string} disabled={disabled} onChange={onChange} />
    case 'tone':
      return <ToneField id={id} title={title} value={value as string} disabled={disabled} onChange={onChange} />
    case 'gradient':
      return <GradientField id={id} title={title} value={value as string[]} disabled={disabled} onChange={onChange} />
    case 'image':
      return (
        <ImageField
          id={id}
          title={title}
          size={field.size}
          value={(value as Image | undefined) ?? noImage}
          disabled={disabled}
          onChange={onChange}
        />
      )
    case 'video':
      return (
        <MaterialPicker
          id={id}
          type={fileTypes.video}
          size={96}
          value={value as string}
          disabled={disabled}
          onChange={(next) => onChange(String(next))}
        />
      )
    case 'link':
      return <LinkField id={id} title={title} value={value as string} disabled={disabled} onChange={onChange} />
    case 'ids':
      return (
        <IdsField
          id={id}
          title={title}
          of={field.of}
          max={field.maxItems ?? 20}
          value={value as number[]}
          disabled={disabled}
          onChange={onChange}
        />
      )
    case 'html':
      return <RichTextEditor id={id} value={value as string} onChange={onChange} disabled={disabled} />
    case 'moment':
      return (
        <WireTimePicker
          id={id}
          value={(value as string) || null}
          disabled={disabled}
          onChange={(next) => onChange(next ?? '')}
        />
      )
    case 'list':
      return <ListField {...props} />
  }
}
