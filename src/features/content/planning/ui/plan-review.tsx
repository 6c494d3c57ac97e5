import { FileInput, TextInput } from '@mantine/core';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import type { UploadItem } from '#src/features/content/media/ui/upload-items.ts';
import { UploadPicture } from '#src/features/content/media/ui/upload-picture.tsx';
import type { MediaLinks } from '#src/features/content/media/ui/use-media-token.ts';
import { CAPTION_MAXIMUM_LENGTH } from '#src/features/content/posts/posts.schema.ts';
import { formatInstant } from '#src/lib/locale/dates.ts';
import { readCsvFile } from '#src/ui/files/csv-file.ts';
import { timesOf, type Rhythm } from '../planning.rules.ts';
import styles from './plan-review.module.css';
import { readCaptions } from './read-captions.ts';

/** What the server refused of a file's caption, until it is changed. */
export type RefusedCaptions = Record<string, { caption: string; message: string }>;

type PlanReviewProps = {
  items: UploadItem[];
  rhythm: Rhythm;
  captions: Record<string, string>;
  links: MediaLinks;
  error: string | undefined;
  refused: RefusedCaptions;
  onChange: (captions: Record<string, string>) => void;
};

/** The posts that will be created: time, file and caption of each. */
export function PlanReview({ items, rhythm, captions, links, ...review }: PlanReviewProps) {
  const { error, refused, onChange } = review;
  const times = timesOf(rhythm, items.length);
  const errorOf = (key: string) => {
    const { caption, message } = refused[key] ?? {};
    if (message !== undefined && caption === (captions[key] ?? '')) return message;
    return error !== undefined && !captions[key]?.trim();
  };
  return (
    <>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <CaptionsFile items={items} onRead={(read) => onChange({ ...captions, ...read })} />
      <ol className={styles.posts} aria-label="Posts to create">
        {items.map((item, index) => (
          <li key={item.key} className={styles.post}>
            <div className={styles.picture}>
              <UploadPicture item={item} links={links} />
            </div>
            <div className={styles.facts}>
              <time dateTime={times[index]!.toISOString()}>
                {formatInstant(times[index]!, 'zonedTime', rhythm.timeZone)}
              </time>
              <span>{item.fileName}</span>
            </div>
            <TextInput
              aria-label={`Caption of ${item.fileName}`}
              placeholder="Caption"
              maxLength={CAPTION_MAXIMUM_LENGTH}
              error={errorOf(item.key)}
              value={captions[item.key] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...captions, [item.key]: value })
              }
            />
          </li>
        ))}
      </ol>
    </>
  );
}

type CaptionsFileProps = {
  items: UploadItem[];
  onRead: (captions: Record<string, string>) => void;
};

/** Reads the captions of the files from a CSV file. */
function CaptionsFile({ items, onRead }: CaptionsFileProps) {
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<{ text: string; isError?: boolean } | null>(null);
  async function choose(chosen: File | null) {
    setFile(chosen);
    setResult(null);
    if (!chosen) return;
    try {
      const { captions, unknown } = readCaptions(await readCsvFile(chosen), items);
      onRead(captions);
      const read = Object.keys(captions).length;
      const rest = unknown.length > 0 ? ` No file is named ${unknown.join(', ')}.` : '';
      setResult({ text: `${read} of ${items.length} captions read.${rest}` });
    } catch (error) {
      setResult({ text: (error as Error).message, isError: true });
    }
  }
  return (
    <FileInput
      className={styles.captions}
      label="Captions from a CSV file"
      description={
        result && !result.isError ? (
          <span role="status">{result.text}</span>
        ) : (
          'With the columns File and Caption'
        )
      }
      placeholder="Choose a file"
      leftSection={<FileSpreadsheet size={18} aria-hidden="true" />}
      accept=".csv,.tsv,.txt,text/csv"
      clearable
      value={file}
      error={result?.isError && result.text}
      onChange={(chosen) => void choose(chosen)}
    />
  );
}
