import { store } from '@zhanggui/contract/store/store.ts'
import { RemoteSelect } from '../../../kit/form/remote-select.tsx'

type Props = {
  id?: string
  value?: number
  onChange?: (id: number | undefined) => void
  placeholder?: string
  /** The names of stores that may not be among the first results. */
  known?: readonly { id: number; name: string }[]
}

/** Selects a store outside the recycle bin. */
export function StoreSelect(props: Props) {
  return <RemoteSelect of={store.list} fixed={ALL} {...props} />
}

const ALL = { status: -1 }
