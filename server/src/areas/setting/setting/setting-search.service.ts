import { MAX_FOUND, type SearchItem } from '@zhanggui/contract/setting/search.ts'
import type { Searcher } from '../search/search.service.ts'
import { spelledBy } from '../search/spelling.ts'
import { listGroups } from './setting.service.ts'

/** Settings by the labels of their groups and fields, also in pinyin, of the groups that the caller may read. */
export const settingSearcher: Searcher = {
  type: 'setting',
  async find(ctx, text) {
    const isSpelled = await spelledBy(text)
    const isFound = (label: string) => label.toLowerCase().includes(text.toLowerCase()) || isSpelled(label)
    const shown = listGroups(ctx)
    const whole = shown.filter(({ label }) => isFound(label))
    const parts = shown.flatMap(({ name, label, fields }) =>
      fields
        .filter((field) => isFound(field.label))
        .map((field) => item(field.key, field.label, label, `${name}&field=${field.key}`)),
    )
    return [...whole.map(({ name, label }) => item(name, label, '', name)), ...parts].slice(0, MAX_FOUND)
  },
}

const item = (id: string, title: string, sub: string, place: string): SearchItem => {
  return { id, title, sub, state: '', link: `/system/setting?group=${place}`, acts: [] }
}
