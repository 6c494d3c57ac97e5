import type { MailLinkProps } from '#src/ui/public/mail-link/mail-link-page.tsx';
import type { OwnRelease } from '../releases.schema.ts';

type DownloadSignedProps = Pick<MailLinkProps<OwnRelease>, 'record' | 'isBusy' | 'change'>;

/** Saves what was signed as a PDF; the token is sent in the body, because addresses are logged. */
export function DownloadSigned({ record, isBusy, change }: DownloadSignedProps) {
  async function download(token: string): Promise<OwnRelease> {
    const response = await fetch('/api/own-release/document.pdf', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    if (!response.ok) throw new Error('The download failed. Try again.');
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await response.blob());
    link.download = 'model-release.pdf';
    link.click();
    URL.revokeObjectURL(link.href);
    return record;
  }
  return (
    <button
      type="button"
      className="button"
      aria-disabled={isBusy}
      onClick={() => void change(download)}
    >
      Download Your Copy
    </button>
  );
}
