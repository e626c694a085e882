import { useQuery } from '@tanstack/react-query'
import { type RegionNode, region } from '@zhanggui/contract/setting/region.ts'
import type { AreaPath } from '@zhanggui/domain/product/freight.ts'
import { writtenNames } from '@zhanggui/domain/setting/area-name.ts'
import { Cascader, type FormRule } from 'antd'
import { useMemo } from 'react'
import { read } from '../../../api/read.ts'

type Option = { value: number; label: string; disabled: boolean; children?: Option[] }

/** The tree of regions rarely changes: it is fetched once for all fields. */
const treeQuery = { ...read(region.tree), staleTime: 10 * 60_000 }

type ManyProps = {
  id?: string
  value?: AreaPath[]
  onChange?: (areas: AreaPath[]) => void
  /** Areas used by other rules; they cannot be chosen. */
  taken: readonly AreaPath[]
}

/** Selects areas, as paths of ids; a whole province or city counts as one. */
export function AreasCascader({ id, value, onChange, taken }: ManyProps) {
  const { data, isPending } = useQuery(treeQuery)
  const leaves = taken.map((path) => path.at(-1)).join()
  const options = useMemo(() => toOptions(data ?? [], new Set(leaves.split(',').map(Number))), [data, leaves])
  return (
    <Cascader
      id={id}
      multiple
      showSearch
      showCheckedStrategy={Cascader.SHOW_PARENT}
      maxTagCount="responsive"
      loading={isPending}
      options={options}
      value={value}
      placeholder="请选择区域"
      onChange={(paths) => onChange?.(paths as AreaPath[])}
    />
  )
}

/** Selects a single place, as in an address. */
export function AreaCascader(props: {
  id?: string
  value?: AreaPath
  onChange?: (area: AreaPath | undefined) => void
}) {
  const { data, isPending } = useQuery(treeQuery)
  const options = useMemo(() => toOptions(data ?? [], new Set()), [data])
  return (
    <Cascader
      id={props.id}
      showSearch
      loading={isPending}
      options={options}
      value={props.value}
      placeholder="请选择省 / 市 / 区县"
      onChange={(path) => props.onChange?.(path as AreaPath | undefined)}
    />
  )
}

/** The national division, once it is known. */
export function useRegions(): readonly RegionNode[] {
  return useQuery(treeQuery).data ?? []
}

/** The ids down to a place; undefined for one that is not there. */
export function pathOf(regions: readonly RegionNode[], cityId: number): number[] | undefined {
  for (const { cityId: id, child = [] } of regions) {
    if (id === cityId) return [id]
    const below = pathOf(child, cityId)
    if (below) return [id, ...below]
  }
  return undefined
}

/** A place in an address is chosen down to where nothing lies below. */
export function useAreaRule(): FormRule {
  const regions = useRegions()
  return {
    required: true,
    validator: async (_, path: AreaPath | undefined) => {
      if (!path?.length) throw new Error('请选择所在地区')
      const below = path.reduce<readonly RegionNode[] | undefined>(
        (nodes, id) => nodes?.find(({ cityId }) => cityId === id)?.child,
        regions,
      )
      if (below?.some(({ isShow }) => isShow)) throw new Error('所在地区请选到最末一级')
    },
  }
}

/** The names of a place, from the province down. */
export function AreaName({ path = [] }: { path?: readonly number[] | undefined }) {
  const { data } = useQuery(treeQuery)
  const names: string[] = []
  let nodes = data
  for (const id of path) {
    const node = nodes?.find(({ cityId }) => cityId === id)
    if (node) names.push(node.name)
    nodes = node?.child
  }
  return writtenNames(names).join(' / ')
}

/** Everything inside a taken area is taken too. */
function toOptions(nodes: readonly RegionNode[], taken: ReadonlySet<number>, within = false): Option[] {
  return nodes.map(({ cityId, name, child }) => {
    const disabled = within || taken.has(cityId)
    return { value: cityId, label: name, disabled, ...(child && { children: toOptions(child, taken, disabled) }) }
  })
}
