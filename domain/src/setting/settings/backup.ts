import { bool, int, select, text } from './field.ts'

const enabled = { key: 'backup_enabled', in: [true] }

export const backup = {
  backup_enabled: bool('定时备份'),
  backup_cron: text('备份时间', {
    default: '30 4 * * *',
    required: true,
    pattern: /^([\d*/,-]{1,60} ){4}[\d*/,-]{1,60}$/,
    hint: '备份时间为五段 cron 表达式，如 0 3 * * *（每天 3 点）',
    visibleIf: enabled,
  }),
  backup_keep: int('保留份数', { default: 7, min: 1, max: 365, unit: '份', visibleIf: enabled }),
  backup_target: select(
    '备份位置',
    [
      ['local', '本机数据目录'],
      ['storage', '云存储'],
    ],
    { visibleIf: enabled },
  ),
}
