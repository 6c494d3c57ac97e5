import { readdirSync, readFileSync } from 'node:fs';
import type { Pool } from 'pg';

const TICK_MS = 10;

const stat = (pid: number | string) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');

const parentOf = (pid: number | string): number => Number(stat(pid)[1]);

/** Finds the parent of the process behind a connection. */
export async function postmasterOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return parentOf(rows[0]!.pid);
}

/** CPU time of a process in milliseconds. */
export function cpuOf(pid: number | string): number {
  const fields = stat(pid);
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function childrenOf(parent: number): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && parentOf(name) === parent;
    } catch {
      return false;
    }
  });
}

/** CPU time of ended child processes in milliseconds. */
function cpuOfEndedChildren(pid: number): number {
  const fields = stat(pid);
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

/** CPU time of a process and of its children that have ended, in milliseconds. */
export function cpuWithEndedChildren(pid: number): number {
  return cpuOf(pid) + cpuOfEndedChildren(pid);
}

/** A process that has ended since it was listed counts with the ended ones. */
function cpuIfAlive(pid: string): number {
  try {
    return cpuOf(pid);
  } catch {
    return 0;
  }
}

/** CPU time in milliseconds of a server and of all database processes, including ended ones. */
export function cpuOfServerAndDatabase(serverPid: number, postmasterPid: number): number {
  const children = childrenOf(postmasterPid).reduce((sum, pid) => sum + cpuIfAlive(pid), 0);
  return children + cpuOf(serverPid) + cpuOfEndedChildren(postmasterPid);
}

const memory = (pid: number, line: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) /
  1_024;

/** Resident memory in MiB. */
export function memoryOf(pid: number): number {
  return memory(pid, 'VmRSS');
}

/** Peak resident memory in MiB. */
export function peakMemoryOf(pid: number): number {
  return memory(pid, 'VmHWM');
}
