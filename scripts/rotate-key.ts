// `npm run rotate-key`: seals the secrets in the database with a new key; no server may be running. With `-- --lost` the old
// key need not be there.
import { readConfig } from '../server/src/config.ts'
import { rotateKey } from '../server/src/rotate-command.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  const { sealed, unreadable, keyId, oldKey } = await rotateKey(readConfig(process.env), {
    lost: process.argv.includes('--lost'),
  })
  return [
    `已用新密钥 ${keyId} 重新加密 ${sealed} 处内容${unreadable ? `；${unreadable} 处用原密钥也无法解密，保持不变` : ''}。`,
    oldKey
      ? `原密钥保存为 ${oldKey}：恢复旧备份时需要它，请妥善保管。`
      : '请把 APP_SECRET_KEY 换成 APP_SECRET_KEY_NEXT 的值再启动服务器；恢复旧备份时需要原密钥。',
    '两步验证的恢复码已全部失效，请通知相关人员重新生成。',
  ].join('\n')
})
