import { useEffect, useRef, useState } from 'react';
import { IMAGE_MIME_TYPES } from '#src/features/content/page-images/page-images.schema.ts';
import { acceptImages } from '#src/features/content/page-images/ui/accept-images.ts';
import { sendImage, uploadFailure } from '#src/features/content/page-images/ui/upload-image.ts';
import { call, client } from '#src/web/client.ts';
import {
  MAXIMUM_PICTURES,
  portfolioSchema,
  TOKEN_HEADER,
  type Portfolio,
} from '../portfolios.schema.ts';
import styles from './portfolio-uploads.module.css';

const read = (token: string) => call(client.api['application-pictures'].$post({ json: { token } }));

const remove = (token: string, id: string) =>
  call(client.api['application-pictures'].removal.$post({ json: { token, id } }));

const upload = async (token: string, file: File, onProgress: (percent: number) => void) =>
  portfolioSchema.parse(
    await sendImage(`/application/pictures?name=${encodeURIComponent(file.name)}`, file, {
      onProgress,
      headers: { [TOKEN_HEADER]: token },
    }),
  );

/** The photos that an applicant adds to a pending application, by the token of the private link. */
export function PortfolioUploads({ token }: { token: string }) {
  const [pictures, setPictures] = useState<Portfolio['pictures']>();
  const [failures, setFailures] = useState<string[]>([]);
  const [sending, setSending] = useState<{ fileName: string; percent: number }>();
  const [attempt, setAttempt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    let isCurrent = true;
    read(token).then(
      (portfolio) => isCurrent && setPictures(portfolio.pictures),
      (error: Error) => isCurrent && setFailures([error.message]),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, attempt]);

  async function add(files: File[]): Promise<void> {
    const { accepted, refused } = acceptImages(
      'about',
      files,
      pictures?.length ?? 0,
      MAXIMUM_PICTURES,
    );
    setFailures(refused);
    // One after another: a slow connection then has whole photos early.
    for (const file of accepted) {
      const show = (percent: number) => setSending({ fileName: file.name, percent });
      show(0);
      try {
        setPictures((await upload(token, file, show)).pictures);
      } catch (error) {
        const { text } = uploadFailure(error);
        const failure = text.startsWith(file.name) ? text : `${file.name}: ${text}`;
        setFailures((earlier) => [...earlier, failure]);
      }
    }
    setSending(undefined);
  }

  async function takeOut(id: string): Promise<void> {
    setFailures([]);
    try {
      setPictures((await remove(token, id)).pictures);
      // The pressed button no longer exists.
      button.current?.focus();
    } catch (error) {
      setFailures([(error as Error).message]);
    }
  }

  return (
    <section className={styles.portfolio} aria-labelledby="portfolio-title">
      <h2 id="portfolio-title">Photos of your work</h2>
      <p className={styles.hint}>
        Optional. Up to {MAXIMUM_PICTURES} photos of at most 5 MB each, until we have decided. Only
        our team sees them.
      </p>
      {pictures && pictures.length > 0 && (
        <ul className={styles.pictures}>
          {pictures.map(({ id, fileName }) => (
            <li key={id}>
              <span dir="auto">{fileName}</span>
              <button
                type="button"
                className="button button-quiet"
                aria-label={`Remove ${fileName}`}
                onClick={() => void takeOut(id)}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={styles.hint}>
        {sending
          ? `Uploading ${sending.fileName}… ${sending.percent}%`
          : pictures && pictures.length > 0
            ? `${pictures.length} of ${MAXIMUM_PICTURES} photos added`
            : ''}
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
      {pictures ? (
        // Not `disabled`, which would lose the focus.
        <button
          ref={button}
          type="button"
          className="button"
          aria-disabled={sending !== undefined}
          onClick={() => !sending && input.current?.click()}
        >
          Add Photos
        </button>
      ) : (
        failures.length > 0 && (
          <button type="button" className="button" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </button>
        )
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={IMAGE_MIME_TYPES.join(',')}
        data-testid="portfolio-files"
        aria-label="Photos of your work"
        onChange={({ currentTarget }) => {
          void add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </section>
  );
}
