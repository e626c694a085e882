import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { describe, expect, test } from 'vitest'
import { answer } from '../../../testing/fake-server.ts'
import { loadDict } from './dictionary.ts'

describe('dictionaries', () => {
  const entry = (label: string, value: string) => ({
    id: 1,
    version: 0,
    label,
    value,
    sort: 1,
    dict: { id: 1, name: 'sex' },
    color: '',
    enabled: true,
    remark: '',
    createTime: '2025-01-01 00:00:00',
  })

  test('are fetched once per name and shared, with numeric values as numbers', async () => {
    const requests = answer(dictDetail.list, ({ query }) => ({
      content: [entry(`${query.dictName}男`, '1'), entry('其他', '010')],
    }))
    const [both] = await Promise.all([loadDict(['sex', 'kind']), loadDict(['sex'])])
    await loadDict(['kind'])
    expect(requests.map(({ query }) => query)).toEqual([
      { dictName: 'sex', page: '0', size: '9999' },
      { dictName: 'kind', page: '0', size: '9999' },
    ])
    expect(both.sex.map(({ value }) => value)).toEqual([1, '010'])
    expect(both.label.kind).toEqual({ 1: 'kind男', '010': '其他' })
    expect(both.dict.sex['010']?.label).toBe('其他')
  })

  test('without a name throw an error', async () => {
    await expect(loadDict([])).rejects.toThrow('need Dict names')
  })
})
