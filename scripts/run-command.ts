import { readConfig } from '../server/src/config.ts'
import { BackupError } from '../server/src/platform/data/backup/backup-file.ts'
import { databaseTrouble, explainStart } from '../server/src/start-trouble.ts'

/** Runs a command and prints its result: a refusal as one sentence, any other error in full. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    const explain = () => explainStart(error) ?? explainStart(databaseTrouble(error, readConfig(process.env), 'app'))
    console.error(error instanceof BackupError ? error.message : (explain() ?? error))
    process.exitCode = 1
  }
}
