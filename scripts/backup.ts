// `npm run backup -- [file]`: writes the database and the local files into one sealed file; the server may be running.
import { backUp } from '../server/src/backup-command.ts'
import { readConfig } from '../server/src/config.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  const { path, rows, tables, files } = await backUp(readConfig(process.env), process.argv[2])
  return `已备份 ${Object.keys(tables).length} 张表、${rows} 行、${files} 个文件：${path}`
})
