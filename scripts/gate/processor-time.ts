import { readdirSync, readFileSync } from 'node:fs'

/** Seconds of processors. */
export type ProcessorTime = { user: number; system: number }

/** A process as the kernel tells of it; times are ticks, with those of the children that it waited for. */
export type Process = { pid: number; parent: number; started: string; user: number; system: number }

/** The same on every Linux, whatever the kernel's own clock. */
const TICKS_PER_SECOND = 100
const SAMPLE_MS = 1000

/**
 * Measures what this process and everything it starts take of the processors. A process hands its time on to the one that waits for
 * its end. A database whose server was killed has nobody who waits, so what descends from us is looked at every second, and what it
 * was seen to have taken counts as well.
 * @returns undefined on systems without /proc
 */
export function measureProcessorTime(): { read: () => ProcessorTime; stop: () => void } | undefined {
  if (process.platform !== 'linux') return undefined
  const family = followFamily(process.pid)
  const timer = setInterval(() => family(readProcesses()), SAMPLE_MS)
  timer.unref()
  return { read: () => family(readProcesses()), stop: () => clearInterval(timer) }
}

/** Adds up the times of a process and its descendants from one look at all processes to the next. */
export function followFamily(pid: number): (processes: readonly Process[]) => ProcessorTime {
  /** Those of the last look. */
  let known: ReadonlyMap<string, Process> = new Map()
  /** What had ended without anybody waiting for it. */
  const lost = { user: 0, system: 0 }
  return (processes) => {
    const byPid = new Map(processes.map((each) => [each.pid, each]))
    const isOurs = memberOf(pid, byPid, known)
    const now = new Map(processes.filter(isOurs).map((each) => [keyOf(each), each]))
    for (const [key, ended] of known) {
      if (now.has(key) || isWaitedFor(ended, known, pid)) continue
      lost.user += ended.user
      lost.system += ended.system
    }
    known = now
    const sum = [lost, ...now.values()].reduce((total, { user, system }) => ({
      user: total.user + user,
      system: total.system + system,
    }))
    return { user: sum.user / TICKS_PER_SECOND, system: sum.system / TICKS_PER_SECOND }
  }
}

/** Whether a process descends from `pid`, or did when it was last looked at. */
function memberOf(pid: number, byPid: ReadonlyMap<number, Process>, known: ReadonlyMap<string, Process>) {
  return (each: Process): boolean => {
    const seen = new Set<number>()
    for (let at: Process | undefined = each; at && !seen.has(at.pid); at = byPid.get(at.parent)) {
      if (at.pid === pid || known.has(keyOf(at))) return true
      seen.add(at.pid)
    }
    return false
  }
}

/** Whether what an ended process took was handed on, from parent to parent, to one of us that lives. */
function isWaitedFor(ended: Process, known: ReadonlyMap<string, Process>, pid: number): boolean {
  const byPid = new Map([...known.values()].map((each) => [each.pid, each]))
  const seen = new Set<number>()
  for (let at: Process | undefined = ended; at && !seen.has(at.pid); at = byPid.get(at.parent)) {
    if (at.parent === pid) return true
    seen.add(at.pid)
  }
  return false
}

/** A number is given to another process some time after its owner ended. */
function keyOf({ pid, started }: Process): string {
  return `${pid} ${started}`
}

function readProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [parseProcess(readFileSync(`/proc/${name}/stat`, 'utf8'))]
      } catch {
        // It ended meanwhile.
        return []
      }
    })
}

/** Reads a line of `/proc/<pid>/stat`; the name in it may contain spaces and brackets. */
export function parseProcess(line: string): Process {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const number = (index: number) => Number(fields[index])
  return {
    pid: Number.parseInt(line, 10),
    parent: number(1),
    user: number(11) + number(13),
    system: number(12) + number(14),
    started: fields[19] ?? '',
  }
}
