import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { readMail } from './read-mail.ts';

type Received = ReturnType<typeof readMail> & {
  from: string;
  to: string[];
  user: string | undefined;
  secure: boolean;
};

/** The environment with a mail server for tests whose mails stay in the queue. */
export const UNUSED_SMTP = { SMTP_URL: 'smtp://127.0.0.1:9' };

/** Starts an SMTP server on the loopback interface with the user "desk" and the password "pa55word". */
export async function startSmtp(options: SMTPServerOptions = {}) {
  const mails: Received[] = [];
  let pendingRefusals = 0;
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      if (username === 'desk' && password === 'pa55word') done(null, { user: username });
      else done(new Error('wrong user or password'));
    },
    onData(stream, { envelope, user, secure }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusals < pendingRefusals) {
          refusals += 1;
          done(Object.assign(new Error('busy, come again'), { responseCode: 451 }));
          return;
        }
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        const mail = readMail(Buffer.concat(chunks).toString('utf8'));
        mails.push({ ...mail, from, to, secure, user: user as string | undefined });
        done();
      });
    },
    ...options,
  });
  // Some tests expect clients to reject the certificate.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    mails,
    /** Temporarily rejects this many mails. */
    refuse(count: number) {
      pendingRefusals += count;
    },
    refusals: () => refusals,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
}
