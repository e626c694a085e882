/** Why the server cannot start or continue: one sentence for its operator, printed without a stack. */
export class StartError extends Error {}

/** The disk of the data folder is full: this may pass when somebody frees it. */
export class DiskFull extends StartError {}
