import type { Site } from '../../data.ts'
import { SearchField } from '../../parts/search-field.tsx'
import type { ViewProps } from '../../view.tsx'
import type { searchBar } from './schema.ts'

export function SearchBarView({ props, data }: Pick<ViewProps<typeof searchBar, Site>, 'props' | 'data'>) {
  return <SearchField look={props} words={data?.hotWords ?? []} />
}
