import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import type { TObject } from '@zhanggui/contract/schema.ts'
import { Select, type SelectProps } from 'antd'
import { useMemo, useState } from 'react'
import type { CallArguments } from '../../api/call.ts'
import { read } from '../../api/read.ts'
import { debounce } from '../debounce.ts'

type Named = { id: number; name: string }
/** A route that finds named rows by keyword. */
type NamedList = Route<RouteSpec & { query: TObject }>

type Props<Row extends { id: number }> = Omit<SelectProps, 'options' | 'loading' | 'onSearch'> & {
  of: NamedList
  /** The filter that what is typed goes to, if not `keywords`. */
  by?: string
  /** Fixed filters of the list. */
  fixed?: Record<string, unknown>
  /** Names of selected rows that may not be among the first results. */
  known?: readonly Named[]
  /** How a row is called, if it has no `name`. */
  nameOf?: (row: Row) => string
  /** What is chosen of a row, if not its id. */
  idOf?: (row: Row) => number
  /** Which rows may be chosen; rows that may not are listed only if already chosen. */
  offers?: (row: Row) => boolean
}

/** A select over the rows of a list, limited to the first hundred that match the keyword. */
export function RemoteSelect<Row extends { id: number } = Named>({
  of,
  by = 'keywords',
  fixed,
  known = [],
  offers,
  nameOf,
  idOf = ({ id }) => id,
  ...props
}: Props<Row>) {
  const [keywords, setKeywords] = useState('')
  const search = useMemo(() => debounce(setKeywords, 300), [])
  const input = { query: { ...fixed, limit: 100, [by]: keywords.trim().slice(0, 32) || undefined }, silent: true }
  const { data, isFetching } = useQuery({
    ...read(of, ...([input] as unknown as CallArguments<NamedList>)),
    placeholderData: keepPreviousData,
  })
  const rows = (data as { list?: Row[] } | undefined)?.list ?? []
  const chosen = [props.value ?? []].flat()
  const isOffered = (row: Row) => offers?.(row) ?? true
  const options = rows
    .filter((row) => isOffered(row) || chosen.includes(idOf(row)))
    .map((row) => ({
      value: idOf(row),
      label: nameOf?.(row) ?? (row as unknown as Named).name,
      disabled: !isOffered(row),
    }))
  const others = known.filter(({ id }) => id && !rows.some((row) => idOf(row) === id))
  return (
    <Select
      allowClear
      placeholder="请选择"
      showSearch={{ filterOption: false, onSearch: search }}
      loading={isFetching}
      {...props}
      options={[...options, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  )
}
