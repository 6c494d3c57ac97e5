import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import type { Config } from '#src/platform/config/config.ts';
import type { Mailer } from '#src/platform/mail/mail.ts';
import { AGREEMENT_KIND_LABELS } from '../agreements.schema.ts';
import type { AgreementCopy } from './agreement-copies.ts';
import { agreementPdf } from './agreement-pdf.ts';
import { getSignedAgreement } from './signed-agreement-list.ts';

type Dependencies = {
  pool: Pool;
  mail: Pick<Mailer, 'send'>;
  config: Pick<Config, 'agency'>;
};

/** Mails a copy to whoever signed, unless the record has been deleted in the meantime. */
export async function sendAgreementCopy(
  { pool, mail, config }: Dependencies,
  { agreementId, to }: AgreementCopy,
  jobId: string,
): Promise<void> {
  const agreement = await getSignedAgreement(pool, null, agreementId);
  const pdf = agreementPdf(agreement, config.agency);
  const label = AGREEMENT_KIND_LABELS[agreement.kind].toLowerCase();
  const heading = `Your signed ${label}`;
  await mail.send(
    {
      to,
      subject: heading,
      heading,
      paragraphs: ['The signed document is attached to this email. Keep it for your records.'],
      facts: [{ label: 'SHA-256 of the text', value: agreement.sha256 }],
    },
    jobId,
    [
      {
        fileName: pdf.name,
        contentType: pdf.type,
        content: await buffer(Readable.from(pdf.chunks)),
      },
    ],
  );
}
