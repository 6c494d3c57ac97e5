import { call, client } from '#src/client/client.ts';
import { IMAGE_MIME_TYPES } from '#src/features/content/page-images/page-images.schema.ts';
import { acceptImages } from '#src/features/content/page-images/ui/accept-images.ts';
import {
  PrivateUploads,
  usePrivateUploads,
} from '#src/features/content/page-images/ui/private-uploads.tsx';
import { MAXIMUM_PICTURES, portfolioSchema, TOKEN_HEADER } from '../portfolios.schema.ts';

const pictures = client.api['application-pictures'];

/** The photos that an applicant adds to a pending application, by the token of the private link. */
export function PortfolioUploads({ token }: { token: string }) {
  const { stored, add, change, retry, failures, sending } = usePrivateUploads({
    token,
    read: () => call(pictures.$post({ json: { token } })),
    address: '/application/pictures',
    headers: { [TOKEN_HEADER]: token },
    parse: (response) => portfolioSchema.parse(response),
  });
  const files = stored?.pictures ?? [];
  return (
    <PrivateUploads
      title="Photos of your work"
      hint={`Optional. Up to ${MAXIMUM_PICTURES} photos of at most 5 MB each, until we have decided. Only our team sees them.`}
      files={files}
      {...{ failures, sending }}
      summary={files.length > 0 ? `${files.length} of ${MAXIMUM_PICTURES} photos added` : undefined}
      adding={
        stored && {
          button: 'Add Photos',
          input: 'Photos of your work',
          testId: 'portfolio-files',
          accept: IMAGE_MIME_TYPES,
        }
      }
      onAdd={(chosen) => {
        const found = acceptImages('about', chosen, files.length, MAXIMUM_PICTURES);
        void add(found.accepted, found.refused);
      }}
      onRemove={(id) => change(() => call(pictures.removal.$post({ json: { token, id } })))}
      onRetry={!stored && failures.length > 0 ? retry : undefined}
    />
  );
}
