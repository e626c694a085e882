// `npm run restore -- file`: restores a backup into an empty data folder or database; no server may be running.
import { restore } from '../server/src/backup-command.ts'
import { ConfigError, readConfig } from '../server/src/config.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  const [file] = process.argv.slice(2)
  if (!file) throw new ConfigError('请写明备份文件：npm run restore -- 备份文件.gz')
  const { rows, tables, files } = await restore(readConfig(process.env), file)
  return `已恢复 ${Object.keys(tables).length} 张表、${rows} 行、${files} 个文件。现在可以启动服务器。`
})
