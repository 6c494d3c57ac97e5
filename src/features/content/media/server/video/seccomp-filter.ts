import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

type Architecture = 'x64' | 'arm64';

/** The architectures of Linux's audit.h. */
const AUDIT_ARCHITECTURES: Record<Architecture, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };

/** System calls that are refused, by number, on x64 and arm64. */
const REFUSED: Record<string, [x64: number, arm64: number]> = {
  // Network, and the sockets of databases.
  socket: [41, 198],
  socketpair: [53, 199],
  connect: [42, 203],
  bind: [49, 200],
  listen: [50, 201],
  // A way around the rules for sockets.
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  // Other processes of this user, and what they share.
  kill: [62, 129],
  tkill: [200, 130],
  tgkill: [234, 131],
  rt_sigqueueinfo: [129, 138],
  rt_tgsigqueueinfo: [297, 240],
  pidfd_open: [434, 434],
  pidfd_send_signal: [424, 424],
  pidfd_getfd: [438, 438],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  shmget: [29, 194],
  shmat: [30, 196],
  shmctl: [31, 195],
  semget: [64, 190],
  semop: [65, 193],
  semctl: [66, 191],
  semtimedop: [220, 192],
  msgget: [68, 186],
  msgsnd: [69, 189],
  msgrcv: [70, 188],
  msgctl: [71, 187],
  mq_open: [240, 180],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // Parts of the kernel that reading a video needs never.
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
};

/** Allowed for the process itself only, which is 0. */
const OWN_PROCESS_ONLY: [x64: number, arm64: number] = [302, 261]; // prlimit64

const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const RETURN = 0x06;
const KILL = 0x80000000;
const REFUSE = 0x00050001; // EPERM
const ALLOW = 0x7fff0000;
/** Where seccomp_data has the number of the call, the architecture and the first argument. */
const OFFSETS = { number: 0, architecture: 4, firstArgument: 16 };
/** Numbers from here on belong to x32, whose calls are the same. */
const X32 = 0x40000000;

/** The filter as a classic BPF program, for `setpriv --seccomp-filter`. */
function seccompFilter(architecture: Architecture): Buffer {
  const at = architecture === 'x64' ? 0 : 1;
  const step = (code: number, value: number, ifTrue = 0, ifFalse = 0) => {
    const bytes = Buffer.alloc(8);
    bytes.writeUInt16LE(code, 0);
    bytes.writeUInt8(ifTrue, 2);
    bytes.writeUInt8(ifFalse, 3);
    bytes.writeUInt32LE(value, 4);
    return bytes;
  };
  return Buffer.concat([
    step(LOAD, OFFSETS.architecture),
    step(JUMP_IF_EQUAL, AUDIT_ARCHITECTURES[architecture], 1, 0),
    step(RETURN, KILL),
    step(LOAD, OFFSETS.number),
    step(JUMP_IF_AT_LEAST, X32, 0, 1),
    step(RETURN, KILL),
    ...Object.values(REFUSED).flatMap((numbers) => [
      step(JUMP_IF_EQUAL, numbers[at]!, 0, 1),
      step(RETURN, REFUSE),
    ]),
    step(JUMP_IF_EQUAL, OWN_PROCESS_ONLY[at], 0, 3),
    step(LOAD, OFFSETS.firstArgument),
    step(JUMP_IF_EQUAL, 0, 1, 0),
    step(RETURN, REFUSE),
    step(RETURN, ALLOW),
  ]);
}

let file: string | undefined;

/** The path of a file with the filter, until this process ends. @throws Error on other architectures */
export function seccompFilterFile(): string {
  if (file) return file;
  const { arch } = process;
  if (arch !== 'x64' && arch !== 'arm64') throw new Error(`there is no filter for ${arch}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'velvet-rope-seccomp-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  file = path.join(folder, 'filter');
  writeFileSync(file, seccompFilter(arch), { mode: 0o600 });
  return file;
}
