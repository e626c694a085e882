import { ConfigError } from '../server/src/config.ts'
import { BackupError } from '../server/src/platform/data/backup-file.ts'

/** Runs a command and prints its result: a refusal as one sentence, any other error in full. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    const isRefusal = error instanceof ConfigError || error instanceof BackupError
    console.error(isRefusal ? error.message : error)
    process.exitCode = 1
  }
}
