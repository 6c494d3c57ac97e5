import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { toSlug } from '#src/lib/slug.ts';
import type { Log } from '#src/platform/log/log.ts';

/** What a mail server answered when it took a mail over; null without a server. */
export type Delivery = { reply: string | null };

const fileName = (subject: string): string => {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '');
  const slug = toSlug(subject).replaceAll(/-+/g, '-').slice(0, 60);
  return `${time}-${slug}.eml`;
};

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/**
 * Writes mail to .eml files in `<dataDir>/mail` when there is no SMTP server. Only the owner may read
 * the files, because they may contain one-time links.
 */
export function createMailFolder(dataDir: string, log: Log) {
  const folder = path.join(dataDir, 'mail');

  async function write(subject: string, content: Buffer): Promise<string> {
    const file = path.join(folder, fileName(subject));
    try {
      await writeFile(file, content, { mode: 0o600, flag: 'wx' });
      return file;
    } catch (error) {
      // Another mail has the same millisecond and subject; the next attempt gets a new name.
      if (isTaken(error)) return write(subject, content);
      throw error;
    }
  }

  const makeFolder = () => mkdir(folder, { recursive: true, mode: 0o700 });

  return {
    async send(message: SendMailOptions & { subject: string }): Promise<Delivery> {
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message: content } = await composer.sendMail(message);
      await makeFolder();
      const file = await write(message.subject, content as Buffer);
      log.info({ file }, 'a mail was written to a file, as SMTP_URL is not set');
      return { reply: null };
    },
    async verify(): Promise<void> {
      await makeFolder();
      const file = path.join(folder, `.check-${randomUUID()}`);
      await writeFile(file, '', { mode: 0o600 });
      await rm(file);
    },
  };
}
