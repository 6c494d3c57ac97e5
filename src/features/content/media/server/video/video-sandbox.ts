import { execFile } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { seccompFilterFile } from './seccomp-filter.ts';

/** What isolates a process that reads untrusted files, the strongest first. */
export const ISOLATIONS = ['bubblewrap', 'bubblewrap-without-proc', 'landlock'] as const;
export type Isolation = (typeof ISOLATIONS)[number];

/** What contains such a process: an isolation, limits of its resources only, or nothing. */
export type Containment = Isolation | 'prlimit' | 'none';

type Access = { readable: string; writable: string };
type Command = { file: string; args: string[] };

const ROOT = fileURLToPath(new URL('../../../../../../', import.meta.url));
const GIGABYTE = 1024 ** 3;

// A video of 8K takes less than half of this memory. The address space is not limited, because V8
// reserves far more of it than it uses.
const LIMITS = [
  `--data=${4 * GIGABYTE}`,
  `--cpu=${24 * 60 * 60}`,
  `--fsize=${64 * GIGABYTE}`,
  '--nofile=256',
  '--core=0',
];

const SYSTEM = [
  '/usr',
  '/lib',
  '/lib64',
  '/bin',
  '/etc/ld.so.cache',
  path.dirname(realpathSync(process.execPath)),
];
const PROGRAM = ['src/features/content/media/server/video', 'node_modules', 'package.json'].map(
  (name) => path.join(ROOT, name),
);

/** Namespaces without network and other processes; only the program itself is there to be read. */
function bubblewrap({ readable, writable }: Access, { hasProc }: { hasProc: boolean }): string[] {
  return [
    'bwrap --unshare-all --die-with-parent --new-session --cap-drop ALL',
    // Where parts of /proc are masked, as in containers, the kernel permits no new one.
    hasProc ? '--proc /proc --dev /dev --tmpfs /tmp' : '--dev /dev --tmpfs /tmp',
  ]
    .flatMap((options) => options.split(' '))
    .concat(
      SYSTEM.flatMap((name) => ['--ro-bind-try', name, name]),
      PROGRAM.flatMap((name) => ['--ro-bind', name, name]),
      ['--ro-bind', readable, readable, '--bind', writable, writable, '--chdir', writable, '--'],
    );
}

/** Where namespaces are forbidden: rules of the process itself for files, and a filter of its system calls. */
function landlock({ readable, writable }: Access): string[] {
  const rule = (access: string, name: string) => [
    '--landlock-rule',
    `path-beneath:${access}:${name}`,
  ];
  const read = (name: string) => {
    const isFolder = statSync(name, { throwIfNoEntry: false })?.isDirectory();
    if (isFolder === undefined) return [];
    return rule(isFolder ? 'execute,read-file,read-dir' : 'execute,read-file', name);
  };
  return [
    ...'setpriv --no-new-privs --landlock-access fs --seccomp-filter'.split(' '),
    seccompFilterFile(),
    ...[...SYSTEM, ...PROGRAM].flatMap(read),
    ...rule('read-file,write-file', '/dev/null'),
    ...rule('read-file', '/dev/urandom'),
    ...rule('read-file', readable),
    ...rule('read-file,read-dir,write-file,make-reg,remove-file,truncate', writable),
    '--',
  ];
}

const WRAPPERS: Record<Exclude<Containment, 'none'>, (access: Access) => string[]> = {
  bubblewrap: (access) => bubblewrap(access, { hasProc: true }),
  'bubblewrap-without-proc': (access) => bubblewrap(access, { hasProc: false }),
  landlock,
  prlimit: () => [],
};

function contain(containment: Containment, command: Command, access: Access): Command {
  if (containment === 'none') return command;
  const wrapped = [...WRAPPERS[containment](access), command.file, ...command.args];
  return { file: 'prlimit', args: [...LIMITS, '--', ...wrapped] };
}

/** Whether a process can be contained in this way here. */
export async function canContain(containment: Containment): Promise<boolean> {
  const writable = await mkdtemp(path.join(tmpdir(), 'velvet-rope-probe-'));
  const access = { readable: path.join(ROOT, 'package.json'), writable };
  // Node starts inside, so that a machine that lacks a part of it is found here and not with a video.
  const { file, args, ...options } = containNode(containment, ['-v'], access);
  const hasStarted = await promisify(execFile)(file, args, options).then(
    () => true,
    () => false,
  );
  await rm(writable, { recursive: true, force: true });
  return hasStarted;
}

/** Whether a contained process reaches neither the network nor files of others. */
export function isIsolated(found: Containment): found is Isolation {
  return found !== 'prlimit' && found !== 'none';
}

/** The environment of the process: where its wrappers are found, and that OpenSSL reads no settings. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', OPENSSL_CONF: '/dev/null' };

let containment: Promise<Containment> | undefined;

/** Finds, once, the strongest containment that this machine supports. */
export function findContainment(): Promise<Containment> {
  return (containment ??= (async () => {
    for (const strong of [...ISOLATIONS, 'prlimit'] as const) {
      if (await canContain(strong)) return strong;
    }
    return 'none';
  })());
}

/** The command that runs Node with `args`, contained, with access to one file and one folder. */
export function containNode(containment: Containment, args: string[], access: Access) {
  const command = contain(containment, { file: process.execPath, args }, access);
  return { ...command, env: ENVIRONMENT, cwd: access.writable };
}
