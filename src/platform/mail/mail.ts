import type { SendMailOptions } from 'nodemailer';
import { z } from 'zod';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/db.ts';
import type { Jobs, Queue } from '#src/platform/jobs/jobs.ts';
import type { Log } from '#src/platform/log/log.ts';
import { createMailFolder, type Delivery } from './mail-folder.ts';
import { renderMailHtml } from './mail-html.ts';
import { mailSchema, type Mail, type MailLink, type SecretLink } from './mail-message.ts';
import { renderMailText } from './mail-text.ts';
import { sentMails } from './sent-mails.table.ts';

/** Timeout of one delivery attempt; connection timeouts are shorter. */
const ATTEMPT_TIMEOUT_MS = 120_000;
/** Timeout of the check whether the server is available. */
const VERIFY_TIMEOUT_MS = 2_500;
/** What is stored of a server's answer, which may be long. */
const REPLY_MAXIMUM_LENGTH = 500;

/** The queue of mails. It contains no secrets: the sending job creates them. */
export const MAIL_QUEUE: Queue<typeof mailSchema> = {
  name: 'mail',
  data: mailSchema,
  // Retries for about four hours.
  retries: { limit: 12, delay: 10, delayMax: 60 * 60 },
};

export type Mailer = {
  /** Queues a mail for the worker, in the caller's transaction. */
  queue(db: Db, mail: Mail): Promise<void>;
  /**
   * Sends a mail now. Attempts with the same id have the same Message-ID, by which mailboxes recognize
   * duplicates. @throws Error when the mail could not be sent
   */
  send(mail: Mail, id: string, attachments?: MailAttachment[]): Promise<void>;
  /** Checks within seconds whether mail can be sent. @throws Error when it cannot */
  verify(): Promise<void>;
};

/** A file that is sent with a mail. */
export type MailAttachment = { fileName: string; contentType: string; content: Buffer };

/** Functions that create the address of a secret link for its subject, by kind of link. */
export type SecretLinks = Record<string, (subject: string) => string>;

/** The addresses of a mail that its recipient can switch off. */
export type UnsubscribeAddresses = {
  preferencesUrl: string;
  /** The page with a button to unsubscribe. */
  pageUrl: string;
  /** Mail programs unsubscribe with one POST request to this address (RFC 8058). */
  oneClickUrl: string;
};

type Dependencies = {
  db: Db;
  config: Pick<Config, 'dataDir' | 'publicUrl' | 'mail'>;
  log: Log;
  jobs: Pick<Jobs, 'enqueue'>;
  secretLinks: SecretLinks;
  /** Creates the addresses for the subject of an unsubscribe link. */
  unsubscribeAddresses: (subject: string) => UnsubscribeAddresses;
};

/** Whether no further attempt can deliver a mail that failed: its recipient is refused for good. */
export function isUndeliverable(error: unknown): boolean {
  if (error instanceof z.ZodError) return true;
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return false;
  return error.code === 'EENVELOPE' && Number(error.responseCode) >= 500;
}

function openLink(links: SecretLinks, link: MailLink | SecretLink): MailLink {
  if (!('kind' in link)) return link;
  const { label, kind, subject } = link;
  const make = Object.hasOwn(links, kind) && links[kind];
  if (!make) throw new Error(`No mail has a link of the kind "${kind}"`);
  return { label, url: make(subject) };
}

/** Whether mails reach people: through a server, or in the demo, whose mails are files to look at. */
export function isMailConnected({ mail, demo }: Pick<Config, 'mail' | 'demo'>): boolean {
  return mail.smtp !== undefined || demo;
}

/** What a missing mail server changes; said at the start, by the system status and by `doctor`. */
export const NO_MAIL_SERVER =
  'No mail server is set up (SMTP_URL): emails are saved as files and not delivered, fans join without confirming their address, and nobody can reset a password by email';

/** Creates a mailer that uses the configured SMTP server, or else writes files to the data folder. */
export function createMailer(dependencies: Dependencies): Mailer {
  const { config, log, jobs, secretLinks, unsubscribeAddresses } = dependencies;
  const { smtp, from } = config.mail;
  const domain = /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const deliver = smtp ? smtpDelivery(smtp) : createMailFolder(config.dataDir, log);
  return {
    queue: (db, mail) => jobs.enqueue(db, MAIL_QUEUE, mail),
    async send(mail, id, attachments = []) {
      const { to, replyTo, subject, recordId, conversation, ...visible } = mailSchema.parse(mail);
      const { action, secretLink, optional, ...rest } = visible;
      const messageId = `<${id}@${domain}>`;
      const addresses = optional && unsubscribeAddresses(optional.subject);
      const content = {
        ...rest,
        action: action && openLink(secretLinks, action),
        link: secretLink && openLink(secretLinks, secretLink),
        unsubscribe: addresses && { reason: optional.reason, ...addresses },
      };
      const { reply } = await deliver.send({
        from,
        // An object is always a single address, whatever characters it contains.
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        subject,
        text: renderMailText(content, config.publicUrl),
        html: await renderMailHtml({ subject, ...content }, config.publicUrl),
        messageId,
        attachments: attachments.map(({ fileName, ...file }) => ({ filename: fileName, ...file })),
        ...(conversation && {
          inReplyTo: conversation.references.at(-1),
          references: conversation.references,
        }),
        headers: {
          ...(!conversation && { 'Auto-Submitted': 'auto-generated' }),
          ...(addresses && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        ...(addresses && { list: { unsubscribe: addresses.oneClickUrl } }),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      if (recordId && reply) {
        await recordSentMail(dependencies, { id, recordId, subject, messageId, reply });
      }
    },
    verify: deliver.verify,
  };
}

/** Stores what the server answered. The mail has left: an error here must not send it again. */
async function recordSentMail(
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  sent: typeof sentMails.$inferInsert,
): Promise<void> {
  try {
    await db.insert(sentMails).values(sent).onConflictDoNothing();
  } catch (error) {
    log.error({ err: error }, 'a sent mail could not be recorded');
  }
}

function smtpDelivery({ host, port, secure, auth }: NonNullable<Config['mail']['smtp']>) {
  const options = {
    host,
    port,
    secure,
    ...(auth && { auth: { user: auth.user, pass: auth.password } }),
    // Without a password, TLS with an unverified certificate is better than plain text.
    tls: { rejectUnauthorized: secure || Boolean(auth) },
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
  };
  // Loaded with the first mail, because loading slows down the start noticeably.
  const load = () => import('nodemailer');
  return {
    async send(message: SendMailOptions): Promise<Delivery> {
      const { createTransport } = await load();
      const { response } = await createTransport(options).sendMail({
        ...message,
        signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
      });
      return { reply: response.slice(0, REPLY_MAXIMUM_LENGTH) };
    },
    async verify(): Promise<void> {
      const { createTransport } = await load();
      const short = { connectionTimeout: VERIFY_TIMEOUT_MS, greetingTimeout: VERIFY_TIMEOUT_MS };
      const transport = createTransport({ ...options, ...short, socketTimeout: VERIFY_TIMEOUT_MS });
      try {
        await transport.verify();
      } finally {
        transport.close();
      }
    },
  };
}
