import type { z } from 'zod';
import type { Agency } from '#src/lib/agency.ts';
import { formatUtcDate } from '#src/lib/locale/dates.ts';
import type { Download } from '#src/platform/http/download.ts';
import { pdfFile } from '#src/platform/pdf/pdf-document.ts';
import { paragraphsOf } from '../agreement-text.rules.ts';
import { AGREEMENT_KIND_LABELS, type signedAgreementSchema } from '../agreements.schema.ts';
import { agencyNameOf } from './shown-text.ts';

type Signed = z.input<typeof signedAgreementSchema>;

const instantText = (at: Date | string) =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
const isText = (line: string | undefined): line is string => Boolean(line);

function signaturesOf(agreement: Signed, side: string): string[][] {
  const { signedName, signedAt, countersignedName, countersignedAt } = agreement;
  const signature = [
    side,
    signedName,
    instantText(signedAt),
    `${agreement.address}\n${agreement.userAgent}`,
  ];
  if (!countersignedAt) return [signature];
  const { countersignedAddress, countersignedUserAgent } = agreement;
  const from = `${countersignedAddress}\n${countersignedUserAgent}`;
  return [signature, ['For the agency', countersignedName!, instantText(countersignedAt), from]];
}

/** A signed agreement as a document, made from the stored text with all facts of its signatures. */
export function agreementPdf(agreement: Signed, agency: Agency): Download {
  const { id, kind, number, text, sha256, signedName, countersignedAt } = agreement;
  const isCreator = kind === 'creator-agreement';
  const side = isCreator ? 'Influencer' : 'Person depicted';
  return pdfFile({
    fileName: `${kind}-${id.slice(0, 8)}.pdf`,
    title: AGREEMENT_KIND_LABELS[kind],
    number: `Version ${number}, ${id}`,
    author: agency.name ?? 'Velvet Rope',
    createdAt: new Date(countersignedAt ?? agreement.signedAt),
    parties: [
      {
        label: 'Agency',
        lines: [agencyNameOf(agency), agency.address, agency.email].filter(isText),
      },
      { label: side, lines: [signedName, agreement.performer.fullName] },
    ],
    facts: [],
    text: paragraphsOf(text),
    table: {
      columns: [
        { label: 'Signature', width: 18 },
        { label: 'Typed name', width: 24 },
        { label: 'Signed', width: 22 },
        { label: 'IP address and browser', width: 36 },
      ],
      rows: signaturesOf(agreement, side),
    },
    totals: [],
    notes: [
      ...(agreement.terminatedOn
        ? [
            `Terminated as of ${formatUtcDate(agreement.terminatedOn)}. Reason: ${agreement.terminationReason}`,
          ]
        : []),
      ...(isCreator && !countersignedAt ? ['Not countersigned by the agency yet.'] : []),
      `SHA-256 of the text as it was shown: ${sha256}`,
      'Signed electronically by typing the full legal name. The text above is exactly the one that was shown.',
    ],
  });
}
