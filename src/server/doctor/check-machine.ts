import { randomBytes, randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { createVirusScan } from '#src/platform/antivirus/virus-scan.ts';
import type { Config } from '#src/platform/config/config.ts';
import { failed, ok, warning, type Diagnosis, type DoctorCheck } from './diagnosis.ts';

const WRITTEN_BYTES = 32 * 1024 ** 2;
/** Slower disks make videos wait, and the database with them. */
const SLOW_BYTES_PER_SECOND = 20e6;
/** Beside the reserve, for the first weeks of files. */
const LITTLE_BYTES = 10e9;
/** Codes of authenticator apps count for about as long, and S3 refuses requests after some minutes. */
const MAXIMUM_CLOCK_DIFFERENCE_SECONDS = 30;

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** The checks of the machine that the product runs on. */
export function checkMachine(config: Config): DoctorCheck[] {
  return [
    { name: 'Disk', run: () => checkDisk(config) },
    { name: 'Clock', run: () => checkClock(config) },
    { name: 'Virus scan', run: () => checkVirusScan(config) },
  ];
}

async function checkDisk({ dataDir, diskReserve }: Config): Promise<Diagnosis> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  if (free < diskReserve + WRITTEN_BYTES) {
    return failed(
      `${gigabytes(free)} are free in DATA_DIR, less than DISK_RESERVE_MB: uploads are refused`,
      'Free space, or set DATA_DIR to a larger disk.',
    );
  }
  const speed = await measureWriting(dataDir);
  const text = `${gigabytes(free)} are free in DATA_DIR, and ${(speed / 1e6).toFixed(0)} MB are written in a second`;
  if (speed < SLOW_BYTES_PER_SECOND) return warning(`Slow: ${text}`, 'Use a faster disk.');
  if (free < diskReserve + LITTLE_BYTES) {
    return warning(text, 'Use a larger disk, or STORAGE=s3 for the files.');
  }
  return ok(text);
}

/** Bytes per second that are safely on the disk. */
async function measureWriting(folder: string): Promise<number> {
  const name = path.join(folder, `doctor-${randomUUID()}`);
  const bytes = randomBytes(WRITTEN_BYTES);
  const file = await open(name, 'wx', 0o600);
  try {
    const started = performance.now();
    await file.writeFile(bytes);
    await file.datasync();
    return WRITTEN_BYTES / ((performance.now() - started) / 1000);
  } finally {
    await file.close();
    await rm(name, { force: true });
  }
}

/** Compares this clock with that of a server that the configuration names. */
async function checkClock({ storage, backup, payments }: Config): Promise<Diagnosis> {
  const s3 = storage.kind === 's3' ? storage : backup?.target.kind === 's3' && backup.target.s3;
  const stripe = payments.connected.some(({ kind }) => kind === 'stripe');
  const address =
    (s3 && (s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`)) ||
    (stripe && 'https://api.stripe.com');
  if (!address) return ok('No other server is configured whose clock could be compared');
  const { host } = new URL(address);
  const response = await fetch(address, { method: 'HEAD', redirect: 'manual' }).catch(() => null);
  const date = Date.parse(response?.headers.get('date') ?? '');
  if (!date) {
    return warning(
      `The clock was not compared: ${host} does not say what time it is`,
      'See whether the machine sets its clock: timedatectl.',
    );
  }
  const seconds = Math.round(Math.abs(Date.now() - date) / 1000);
  const text = `The clock differs by ${seconds} s from that of ${host}`;
  return seconds > MAXIMUM_CLOCK_DIFFERENCE_SECONDS
    ? failed(text, 'Let the machine set its clock: timedatectl set-ntp true.')
    : ok(text);
}

async function checkVirusScan({ clamd }: Config): Promise<Diagnosis> {
  if (!clamd) return ok('Uploaded files are not scanned: CLAMD_URL is not set');
  try {
    await createVirusScan(clamd)(Buffer.from('a harmless text'));
    return ok('ClamAV scans files');
  } catch {
    return failed(
      'ClamAV cannot be reached, so uploads would fail',
      'Start clamav-daemon, or correct CLAMD_URL.',
    );
  }
}
