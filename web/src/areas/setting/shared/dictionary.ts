import { useQuery } from '@tanstack/react-query'
import { type DictDetail, dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { dictValue } from '@zhanggui/domain/setting/dictionary.ts'
import { queryClient } from '../../../api/query-client.ts'
import { read } from '../../../api/read.ts'

const SHARED_FOR_MS = 5 * 60_000

/** A dictionary entry; numeric values are numbers. */
export type DictEntry = Omit<DictDetail, 'value'> & { value: number | string }

/** Entries by dictionary name, plus labels and entries by name and value. */
export type Dictionaries<Name extends string> = Record<Name, DictEntry[]> & {
  label: Record<Name, Record<string, string>>
  dict: Record<Name, Record<string, DictEntry>>
}

/**
 * Loads dictionaries, one request each; cached for five minutes and shared.
 * @throws {Error} when no name is given
 */
export async function loadDict<Name extends string>(names: readonly Name[]): Promise<Dictionaries<Name>> {
  if (!names?.length) throw new Error('need Dict names')
  const loaded = await Promise.all(names.map(async (name) => [name, await loadEntries(name)] as const))
  const each = <Value>(make: (entries: DictEntry[]) => Value) =>
    Object.fromEntries(loaded.map(([name, entries]) => [name, make(entries)])) as Record<Name, Value>
  return {
    ...each((entries) => entries),
    label: each((entries) => Object.fromEntries(entries.map(({ value, label }) => [String(value), label]))),
    dict: each((entries) => Object.fromEntries(entries.map((entry) => [String(entry.value), entry]))),
  }
}

/** The same as a hook: undefined until all dictionaries are loaded. */
export function useDict<Name extends string>(...names: Name[]): Dictionaries<Name> | undefined {
  return useQuery({
    queryKey: [dictDetail.list.object, 'loadDict', names],
    queryFn: () => loadDict(names),
    staleTime: SHARED_FOR_MS,
  }).data
}

async function loadEntries(name: string): Promise<DictEntry[]> {
  const { content = [] } = await queryClient.fetchQuery({
    ...read(dictDetail.list, { query: { dictName: name, page: 0, size: 9999 } }),
    staleTime: SHARED_FOR_MS,
  })
  return content.map((entry) => ({ ...entry, value: dictValue(entry.value) }))
}
