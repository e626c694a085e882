import type { Attachment } from '@zhanggui/contract/file/attachment.ts'
import type { DragEvent } from 'react'

/** Files of the library being dragged to a group. */
const KIND = 'application/x-zhanggui-media'

export function carryMedia({ dataTransfer }: DragEvent, rows: readonly Attachment[]): void {
  dataTransfer.setData(KIND, JSON.stringify(rows.map(({ id }) => id)))
  dataTransfer.effectAllowed = 'move'
}

export function carriesMedia({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(KIND)
}

export function carriedMedia({ dataTransfer }: DragEvent): number[] {
  const text = dataTransfer.getData(KIND)
  return text ? (JSON.parse(text) as number[]) : []
}
