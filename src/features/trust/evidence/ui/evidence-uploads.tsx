import { call, client } from '#src/client/client.ts';
import {
  PrivateUploads,
  usePrivateUploads,
} from '#src/features/content/page-images/ui/private-uploads.tsx';
import {
  EVIDENCE_MIME_TYPES,
  evidenceTooLarge,
  MAXIMUM_EVIDENCE,
  MAXIMUM_EVIDENCE_BYTES,
  ownEvidenceSchema,
  TOKEN_HEADER,
} from '../evidence.schema.ts';

const isSmall = (file: File): boolean => file.size <= MAXIMUM_EVIDENCE_BYTES;

/** The files that a party adds to a complaint, by the token of its private link. */
export function EvidenceUploads({ token }: { token: string }) {
  const { stored, add, retry, failures, sending } = usePrivateUploads({
    token,
    read: () => call(client.api['report-evidence'].$post({ json: { token } })),
    address: '/report/evidence',
    headers: { [TOKEN_HEADER]: token },
    parse: (response) => ownEvidenceSchema.parse(response),
  });
  const { files = [], mayAdd = false } = stored ?? {};
  if (!mayAdd && files.length === 0 && failures.length === 0) return null;
  return (
    <PrivateUploads
      title="Your files"
      hint={
        mayAdd
          ? `Pictures and PDFs that show that you’re right, such as an original, a registration or a letter. Up to ${MAXIMUM_EVIDENCE.reporter} files of at most 10 MB each; only our team sees them.`
          : undefined
      }
      files={files}
      {...{ failures, sending }}
      adding={
        mayAdd
          ? {
              button: 'Add Files',
              input: 'Files for your report',
              testId: 'evidence-files',
              accept: EVIDENCE_MIME_TYPES,
            }
          : undefined
      }
      onAdd={(chosen) => {
        const refused = chosen.filter((file) => !isSmall(file));
        void add(
          chosen.filter(isSmall),
          refused.map(({ name }) => evidenceTooLarge(name)),
        );
      }}
      onRetry={!stored && failures.length > 0 ? retry : undefined}
    />
  );
}
