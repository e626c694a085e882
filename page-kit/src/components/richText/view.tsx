import type { Rich } from '../../data.ts'
import { RichText } from '../../parts/rich-text.tsx'
import type { ViewProps } from '../../view.tsx'
import type { richText } from './schema.ts'

/** What is served holds no HTML but that of its data: what is stored may have come from anybody's clipboard. */
export function RichTextView({ data }: Pick<ViewProps<typeof richText, Rich>, 'data'>) {
  return <RichText html={data?.html ?? ''} />
}
