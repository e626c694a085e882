import { BackupError } from '../server/src/platform/data/backup-file.ts'
import { explainStart } from '../server/src/start-trouble.ts'

/** Runs a command and prints its result: a refusal as one sentence, any other error in full. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    console.error(error instanceof BackupError ? error.message : (explainStart(error) ?? error))
    process.exitCode = 1
  }
}
