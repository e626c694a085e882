import { componentsOf, type Page } from '@zhanggui/page-kit/page.ts'
import { pageOf, type Template } from '@zhanggui/page-kit/templates/template.ts'
import { templates } from '@zhanggui/page-kit/templates/templates.ts'
import { type CSSProperties, useMemo } from 'react'
import { useCanvasData } from '../../model/canvas-data.ts'
import { DrawnPage } from './drawn-page.tsx'
import styles from './template-cover.module.css'

const PHONE_WIDTH = 375
const STAMP = 1_767_225_600_000_000
const none = new Map<number, never>()

type Given = { of: string; width: number; height: number }

/** A page takes no drawings by themselves: they take the place of addresses that it takes. */
const ADDRESS = 'https://drawing.invalid/'

function drawnOf(template: Template): Page {
  const names = Object.keys(template.pictures)
  const page = pageOf(template, (name) => ADDRESS + names.indexOf(name), STAMP)
  const value = JSON.stringify(page.value).replaceAll(new RegExp(`${ADDRESS}(\\d+)`, 'g'), (_, index: string) => {
    const { svg = '' } = template.pictures[names[Number(index)] ?? ''] ?? {}
    return `data:image/svg+xml,${encodeURIComponent(svg)}`
  })
  return { ...page, value: JSON.parse(value) }
}

/** The top of a template that came with the product, with the shop's own products: its pictures are drawings, stored once it is used. */
export default function TemplateCover({ of: key, width, height }: Given) {
  const template = templates.find((each) => each.key === key)
  const page = useMemo(() => template && drawnOf(template), [template])
  const data = useCanvasData(page ? componentsOf(page) : [], 3)
  if (!page) return null
  const scale = width / PHONE_WIDTH
  const style = { '--scale': scale, '--phone-height': `${Math.round(height / scale)}px`, width, height }
  return (
    <div className={styles.cover} style={style as CSSProperties} inert>
      <div>
        <DrawnPage page={page} data={data} blocks={none} title={page.settings.pageTitle ?? ''} />
      </div>
    </div>
  )
}
