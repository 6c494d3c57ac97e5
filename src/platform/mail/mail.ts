import type { SendMailOptions } from 'nodemailer';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import type { Log } from '#src/platform/log/log.ts';
import { createMailFolder } from './mail-folder.ts';
import { mailHtml } from './mail-html.ts';
import { mailSchema, type Mail, type MailLink } from './mail-message.ts';
import { mailText } from './mail-text.ts';

/** The longest that one try may take; a server that does not answer gives up sooner. */
const TRY_MS = 120_000;
/** The longest that a server may be silent when it is asked whether it is there. */
const VERIFY_MS = 2_500;

/** Mails that wait to be sent, without secrets: those are made by the job that sends them. */
export const MAIL_QUEUE: Queue<typeof mailSchema> = {
  name: 'mail',
  data: mailSchema,
  // Tried again for about four hours.
  retries: { limit: 12, delay: 10, delayMax: 60 * 60 },
};

export type Mailer = {
  /** Has a mail sent by the worker, once the caller's transaction commits. */
  queue(db: Db, mail: Mail): Promise<void>;
  /**
   * Sends a mail now. Tries with the same id carry the same Message-ID, by which a mailbox knows
   * a mail that reached it twice. @throws Error when it could not be sent
   */
  send(mail: Mail, id: string): Promise<void>;
  /** Finds out whether mail could be sent now, within seconds. @throws Error when it could not */
  verify(): Promise<void>;
};

/** Makes the addresses of secret links, by their kind, from what they are for. */
export type SecretLinks = Record<string, (subject: string) => string>;

type Dependencies = {
  config: Pick<Config, 'dataDir' | 'publicUrl' | 'mail'>;
  log: Log;
  jobs: Pick<Jobs, 'enqueue'>;
  secretLinks: SecretLinks;
};

function openLink(links: SecretLinks, { label, kind, subject }: SecretLink): MailLink {
  const make = Object.hasOwn(links, kind) && links[kind];
  if (!make) throw new Error(`No mail has a link of the kind "${kind}"`);
  return { label, url: make(subject) };
}
type SecretLink = NonNullable<Mail['secretLink']>;

/** Mail by SMTP when a server is configured, else into files of the data folder. */
export function createMailer({ config, log, jobs, secretLinks }: Dependencies): Mailer {
  const { smtp, from } = config.mail;
  const domain = /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const deliver = smtp ? smtpDelivery(smtp) : createMailFolder(config.dataDir, log);
  return {
    queue: (db, mail) => jobs.enqueue(db, MAIL_QUEUE, mail),
    async send(mail, id) {
      const { to, replyTo, subject, secretLink, ...rest } = mailSchema.parse(mail);
      const content = { ...rest, link: secretLink && openLink(secretLinks, secretLink) };
      await deliver.send({
        from,
        // As an object it is one address, whatever stands in it.
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        subject,
        text: mailText(content, config.publicUrl),
        html: await mailHtml({ subject, ...content }, config.publicUrl),
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    verify: deliver.verify,
  };
}

function smtpDelivery({ host, port, secure, auth }: NonNullable<Config['mail']['smtp']>) {
  const options = {
    host,
    port,
    secure,
    ...(auth && { auth: { user: auth.user, pass: auth.password } }),
    // Without a password, a relay's own certificate is better than the plain text it would be otherwise.
    tls: { rejectUnauthorized: secure || Boolean(auth) },
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
  };
  // Loaded with the first mail, as it would make the start noticeably longer.
  const load = () => import('nodemailer');
  return {
    async send(message: SendMailOptions): Promise<void> {
      const { createTransport } = await load();
      await createTransport(options).sendMail({ ...message, signal: AbortSignal.timeout(TRY_MS) });
    },
    async verify(): Promise<void> {
      const { createTransport } = await load();
      const short = { connectionTimeout: VERIFY_MS, greetingTimeout: VERIFY_MS };
      const transport = createTransport({ ...options, ...short, socketTimeout: VERIFY_MS });
      try {
        await transport.verify();
      } finally {
        transport.close();
      }
    },
  };
}
