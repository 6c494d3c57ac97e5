import { useEffect, useId, useRef, useState } from 'react';
import styles from './private-uploads.module.css';
import { sendImage, uploadFailure } from './upload-image.ts';

type Sending = { fileName: string; percent: number };

type Access<Stored> = {
  /** Reads what is stored. */
  read: () => Promise<Stored>;
  /** The address that receives files, with `?name=`. */
  address: string;
  headers: Record<string, string>;
  /** The response to a file: what is stored then. @throws Error for another shape */
  parse: (response: unknown) => Stored;
  /** The secret of the private link. */
  token: string;
};

/** Reads and adds files by a private link, one after another. */
export function usePrivateUploads<Stored>({ token, ...access }: Access<Stored>) {
  const [stored, setStored] = useState<Stored>();
  const [failures, setFailures] = useState<string[]>([]);
  const [sending, setSending] = useState<Sending>();
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(access);
  useEffect(() => {
    latest.current = access;
  });

  useEffect(() => {
    let isCurrent = true;
    latest.current.read().then(
      (found) => isCurrent && setStored(found),
      (error: Error) => isCurrent && setFailures([error.message]),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, attempt]);

  /** Adds the accepted files; `refused` says why others are not sent. */
  async function add(accepted: File[], refused: string[]): Promise<void> {
    const { address, headers, parse } = latest.current;
    setFailures(refused);
    // One after another: a slow connection then has whole files early.
    for (const file of accepted) {
      const onProgress = (percent: number) => setSending({ fileName: file.name, percent });
      onProgress(0);
      try {
        const to = `${address}?name=${encodeURIComponent(file.name)}`;
        setStored(parse(await sendImage(to, file, { onProgress, headers })));
      } catch (error) {
        const { text } = uploadFailure(error);
        const failure = text.startsWith(file.name) ? text : `${file.name}: ${text}`;
        setFailures((earlier) => [...earlier, failure]);
      }
    }
    setSending(undefined);
  }

  /** Changes what is stored in another way. @returns whether that succeeded */
  async function change(work: () => Promise<Stored>): Promise<boolean> {
    setFailures([]);
    try {
      setStored(await work());
      return true;
    } catch (error) {
      setFailures([(error as Error).message]);
      return false;
    }
  }

  return {
    stored,
    failures,
    sending,
    add,
    change,
    retry() {
      setFailures([]);
      setAttempt(attempt + 1);
    },
  };
}

type PrivateUploadsProps = {
  title: string;
  hint: string | undefined;
  files: { id: string; fileName: string }[];
  failures: string[];
  sending: Sending | undefined;
  /** What is said while nothing is sent. */
  summary?: string | undefined;
  /** What the button and the input are called; no files can be added without it. */
  adding: { button: string; input: string; testId: string; accept: readonly string[] } | undefined;
  onAdd: (files: File[]) => void;
  /** Removes a file. */
  onRemove?: (id: string) => Promise<boolean>;
  /** Offered when nothing could be read. */
  onRetry: (() => void) | undefined;
};

/** The files of a private link: a list, the progress of an upload, failures and a button. */
export function PrivateUploads(props: PrivateUploadsProps) {
  const { title, hint, files, failures, sending, summary, adding, onAdd, onRemove, onRetry } =
    props;
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const titleId = useId();

  async function remove(id: string): Promise<void> {
    // The pressed button no longer exists.
    if (await onRemove?.(id)) button.current?.focus();
  }

  return (
    <section className={styles.uploads} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {hint && <p className={styles.hint}>{hint}</p>}
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map(({ id, fileName }) => (
            <li key={id}>
              <span dir="auto">{fileName}</span>
              {onRemove && (
                <button
                  type="button"
                  className="button button-quiet"
                  aria-label={`Remove ${fileName}`}
                  onClick={() => void remove(id)}
                >
                  Remove
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={styles.hint}>
        {sending ? `Uploading ${sending.fileName}… ${sending.percent}%` : summary}
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
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
      {adding && (
        <>
          {/* Not `disabled`, which would lose the focus. */}
          <button
            ref={button}
            type="button"
            className="button button-quiet"
            aria-disabled={sending !== undefined}
            onClick={() => !sending && input.current?.click()}
          >
            {adding.button}
          </button>
          <input
            ref={input}
            type="file"
            hidden
            multiple
            accept={adding.accept.join(',')}
            data-testid={adding.testId}
            aria-label={adding.input}
            onChange={({ currentTarget }) => {
              onAdd([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
        </>
      )}
    </section>
  );
}
