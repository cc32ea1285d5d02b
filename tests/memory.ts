import { readFileSync } from 'node:fs'

/** Resident memory in MB; 0 for a process that is gone. */
function resident(pid: number): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1_048_576
  } catch {
    return 0
  }
}

function family(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return [pid, ...(children ? children.split(' ').flatMap((child) => family(Number(child))) : [])]
  } catch {
    return []
  }
}

/** Looks at processes and all below them until stopped; `stop` gives the most that any one of them had, in MB. */
export function watchMemory(pids: readonly number[]) {
  let peak = 0
  const timer = setInterval(() => {
    for (const pid of pids.flatMap(family)) peak = Math.max(peak, resident(pid))
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return Math.round(peak)
    },
  }
}
