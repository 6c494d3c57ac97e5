import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Log } from '#src/platform/log/log.ts';

/** What contains a process that reads untrusted files: everything, resources only, or nothing. */
export type Containment = 'bubblewrap' | 'prlimit' | 'none';

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

/** Namespaces without network and other processes; only the program itself is there to be read. */
function isolation({ readable, writable }: Access): string[] {
  const node = path.dirname(realpathSync(process.execPath));
  const program = ['src/features/content/media/server/video', 'node_modules', 'package.json'];
  const system = ['/usr', '/lib', '/lib64', '/bin', '/etc/ld.so.cache', node];
  return [
    '--unshare-all --die-with-parent --new-session --cap-drop ALL',
    '--proc /proc --dev /dev --tmpfs /tmp',
  ]
    .flatMap((options) => options.split(' '))
    .concat(
      system.flatMap((name) => ['--ro-bind-try', name, name]),
      program.flatMap((name) => ['--ro-bind', path.join(ROOT, name), path.join(ROOT, name)]),
      ['--ro-bind', readable, readable, '--bind', writable, writable, '--chdir', writable],
    );
}

function contain(containment: Containment, command: Command, access: Access): Command {
  if (containment === 'none') return command;
  const contained = [command.file, ...command.args];
  const isolated =
    containment === 'bubblewrap' ? ['bwrap', ...isolation(access), '--', ...contained] : contained;
  return { file: 'prlimit', args: [...LIMITS, '--', ...isolated] };
}

async function canContain(containment: Containment): Promise<boolean> {
  const access = { readable: path.join(ROOT, 'package.json'), writable: '/tmp' };
  const { file, args } = contain(containment, { file: process.execPath, args: ['-v'] }, access);
  // Node starts inside, so that a machine that lacks a part of it is found here and not with a video.
  return promisify(execFile)(file, args, { env: SEARCH_PATH }).then(
    () => true,
    () => false,
  );
}

/** The environment of the process: nothing but where its wrappers are found. */
const SEARCH_PATH = { PATH: '/usr/local/bin:/usr/bin:/bin' };

let containment: Promise<Containment> | undefined;

/** Finds, once, the strongest containment that this machine supports. */
export function findContainment(): Promise<Containment> {
  return (containment ??= (async () => {
    for (const strong of ['bubblewrap', 'prlimit'] as const) {
      if (await canContain(strong)) return strong;
    }
    return 'none';
  })());
}

/** The command that runs Node with `args`, contained, with access to one file and one folder. */
export async function containNode(args: string[], access: Access) {
  const command = contain(await findContainment(), { file: process.execPath, args }, access);
  return { ...command, env: SEARCH_PATH };
}

const MISSING = {
  prlimit:
    'bubblewrap (bwrap) is not installed or not permitted: videos are processed with limits of memory and time, but with access to the network and the files of this user',
  none: 'neither bubblewrap (bwrap) nor prlimit works here: videos are processed without limits, with access to the network and the files of this user',
};

/** Warns at start when videos are processed without full containment. */
export async function warnAboutContainment(log: Log): Promise<void> {
  const found = await findContainment();
  if (found !== 'bubblewrap') log.warn(MISSING[found]);
}
