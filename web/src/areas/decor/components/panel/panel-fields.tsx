import InfoCircleOutlined from '@ant-design/icons/es/icons/InfoCircleOutlined'
import type { Field } from '@zhanggui/page-kit/fields.ts'
import { isVisible, type Path } from '@zhanggui/page-kit/values.ts'
import { useId } from 'react'
import { Control } from './control.tsx'
import styles from './panel.module.css'
import type { FieldsProps, PanelIssue } from './panel-types.ts'

/** The fields of a schema as a form: label left, control right, what is wrong below it. Sections have a heading. */
export function PanelFields({ fields, values, at, issues, onChange, tab, disabled = false }: FieldsProps) {
  const shown = Object.entries(fields).filter(
    ([, field]) => (tab === undefined || (field.tab ?? 'content') === tab) && isVisible(field, values),
  )
  const sections = Map.groupBy(shown, ([, field]) => field.section ?? '')
  return [...sections].map(([section, inSection]) => (
    <section key={section} className={styles.section}>
      {(section || sections.size > 1) && <h3>{section || '内容'}</h3>}
      {inSection.map(([key, field]) => {
        const path = [...at, key]
        return (
          <Row
            key={key}
            field={field}
            value={values[key]}
            beside={values}
            path={path}
            issues={issues.filter((issue) => startsWith(issue.path, path))}
            onChange={onChange}
            disabled={disabled}
          />
        )
      })}
    </section>
  ))
}

const startsWith = (path: Path, start: Path) => start.every((step, index) => path[index] === step)

type RowProps = {
  field: Field
  value: unknown
  beside: Readonly<Record<string, unknown>>
  path: Path
  issues: readonly PanelIssue[]
  onChange: (path: Path, value: unknown) => void
  disabled: boolean
}

/** Controls that need the whole width. */
const wide: readonly Field['control'][] = ['list', 'html', 'ids']

function Row({ field, value, beside, path, issues, onChange, disabled }: RowProps) {
  const id = useId()
  const own = issues.filter((issue) => field.control !== 'list' || issue.path.length <= path.length)
  const isWide = wide.includes(field.control)
  return (
    <div className={styles.row} data-wide={isWide} data-path={path.join('.')}>
      <label htmlFor={id} className={styles.label}>
        {field.title}
        {field.needed && <b aria-hidden>*</b>}
      </label>
      <div className={styles.control}>
        <Control
          id={id}
          field={field}
          value={value}
          beside={beside}
          path={path}
          issues={issues}
          disabled={disabled}
          onChange={(next) => onChange(path, next)}
          onChangeAt={onChange}
          ItemFields={PanelFields}
        />
        {[...new Map(own.map((issue) => [issue.message, issue])).values()].map(({ level, message }) => (
          <p key={message} className={styles.issue} data-level={level} role={level === 'error' ? 'alert' : undefined}>
            {message}
          </p>
        ))}
        {field.help && (
          <p className={styles.help}>
            <InfoCircleOutlined aria-hidden /> {field.help}
          </p>
        )}
      </div>
    </div>
  )
}
