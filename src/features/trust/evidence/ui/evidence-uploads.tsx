import { useEffect, useId, useRef, useState } from 'react';
import { sendImage, uploadFailure } from '#src/features/content/page-images/ui/upload-image.ts';
import { call, client } from '#src/web/client.ts';
import {
  EVIDENCE_MIME_TYPES,
  evidenceTooLarge,
  MAXIMUM_EVIDENCE,
  MAXIMUM_EVIDENCE_BYTES,
  ownEvidenceSchema,
  TOKEN_HEADER,
  type OwnEvidence,
} from '../evidence.schema.ts';
import styles from './evidence.module.css';

const read = (token: string) => call(client.api['report-evidence'].$post({ json: { token } }));

const upload = async (token: string, file: File, onProgress: (percent: number) => void) =>
  ownEvidenceSchema.parse(
    await sendImage(`/report/evidence?name=${encodeURIComponent(file.name)}`, file, {
      onProgress,
      headers: { [TOKEN_HEADER]: token },
    }),
  );

/** The files that a party adds to a complaint, by the token of its private link. */
export function EvidenceUploads({ token }: { token: string }) {
  const [evidence, setEvidence] = useState<OwnEvidence>();
  const [failures, setFailures] = useState<string[]>([]);
  const [sending, setSending] = useState<{ fileName: string; percent: number }>();
  const input = useRef<HTMLInputElement>(null);
  const titleId = useId();

  useEffect(() => {
    let isCurrent = true;
    read(token).then(
      (found) => isCurrent && setEvidence(found),
      (error: Error) => isCurrent && setFailures([error.message]),
    );
    return () => {
      isCurrent = false;
    };
  }, [token]);

  async function add(files: File[]): Promise<void> {
    const isSmall = (file: File) => file.size <= MAXIMUM_EVIDENCE_BYTES;
    setFailures(files.filter((file) => !isSmall(file)).map(({ name }) => evidenceTooLarge(name)));
    // One after another: a slow connection then has whole files early.
    for (const file of files.filter(isSmall)) {
      const show = (percent: number) => setSending({ fileName: file.name, percent });
      show(0);
      try {
        setEvidence(await upload(token, file, show));
      } catch (error) {
        const { text } = uploadFailure(error);
        const failure = text.startsWith(file.name) ? text : `${file.name}: ${text}`;
        setFailures((earlier) => [...earlier, failure]);
      }
    }
    setSending(undefined);
  }

  if (!evidence && failures.length === 0) return null;
  const { files = [], mayAdd = false } = evidence ?? {};
  if (!mayAdd && files.length === 0 && failures.length === 0) return null;
  return (
    <section className={styles.evidence} aria-labelledby={titleId}>
      <h2 id={titleId}>Your files</h2>
      {mayAdd && (
        <p className={styles.hint}>
          Pictures and PDFs that show that you’re right, such as an original, a registration or a
          letter. Up to {MAXIMUM_EVIDENCE.reporter} files of at most 10 MB each; only our team sees
          them.
        </p>
      )}
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map(({ id, fileName }) => (
            <li key={id} dir="auto">
              {fileName}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={styles.hint}>
        {sending && `Uploading ${sending.fileName}… ${sending.percent}%`}
      </p>
      {failures.length > 0 && (
        <div role="alert">
          <ul className={styles.failures}>
            {failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        </div>
      )}
      {mayAdd && (
        // Not `disabled`, which would lose the focus.
        <button
          type="button"
          className="button button-quiet"
          aria-disabled={sending !== undefined}
          onClick={() => !sending && input.current?.click()}
        >
          Add Files
        </button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={EVIDENCE_MIME_TYPES.join(',')}
        data-testid="evidence-files"
        aria-label="Files for your report"
        onChange={({ currentTarget }) => {
          void add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </section>
  );
}
