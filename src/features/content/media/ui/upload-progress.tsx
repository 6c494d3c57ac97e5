import { Check, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { RetryUpload, UploadBar } from '#src/ui/files/upload-state.tsx';
import { bytesText, timeLeftText } from './transfer-rate.ts';
import type { UploadItem } from './upload-items.ts';
import styles from './upload-progress.module.css';
import type { Uploads } from './use-uploads.ts';

type UploadProgressProps = { item: UploadItem; uploads: Uploads };

const percentOf = ({ sent, fileSize }: UploadItem) => Math.floor((sent / fileSize) * 100);

/** The progress of a file as text and bar, with its actions. */
export function UploadProgress({ item, uploads }: UploadProgressProps) {
  const { key, state, failure } = item;
  switch (state) {
    case 'waiting':
      return (
        <>
          <Bar item={item} />
          <Line text="Waiting" detail={bytesText(item.fileSize)} />
        </>
      );
    case 'uploading':
      return (
        <>
          <Bar item={item} />
          <Line text={item.isReconnecting ? 'Reconnecting…' : `${percentOf(item)}%`}>
            <Action item={item} label="Pause" onClick={() => uploads.pause(key)}>
              <Pause size={14} fill="currentColor" aria-hidden="true" />
            </Action>
          </Line>
          <Speed item={item} />
        </>
      );
    case 'paused':
      return (
        <>
          <Bar item={item} />
          <Line text={`Paused at ${percentOf(item)}%`}>
            <Action item={item} label="Resume" onClick={() => uploads.resume(key)}>
              <Play size={14} fill="currentColor" aria-hidden="true" />
            </Action>
          </Line>
        </>
      );
    case 'interrupted':
      return (
        <>
          <Bar item={item} />
          <p className={styles.interrupted}>
            {percentOf(item)}% uploaded. Choose the file again to continue.
          </p>
        </>
      );
    case 'processing':
      return (
        <>
          <Bar item={item} />
          <Line text="Processing…" />
        </>
      );
    case 'ready':
      return (
        <p className={styles.line} data-ready>
          <Check size={14} aria-hidden="true" /> Ready
          <span>{bytesText(item.fileSize)}</span>
        </p>
      );
    case 'failed':
      return (
        <>
          <p className={styles.reason}>{failure}</p>
          {(item.local || item.mediaId) && (
            <RetryUpload fileName={item.fileName} onClick={() => void uploads.retry(item)} />
          )}
        </>
      );
  }
}

const Bar = ({ item }: { item: UploadItem }) => (
  // The duration of processing is unknown.
  <UploadBar
    fileName={item.fileName}
    percent={item.state === 'processing' ? null : percentOf(item)}
  />
);

type LineProps = { text: string; detail?: string; children?: ReactNode };
const Line = ({ text, detail, children }: LineProps) => (
  <div className={styles.line}>
    {text}
    {detail && <span>{detail}</span>}
    {children}
  </div>
);

function Speed({ item }: { item: UploadItem }) {
  const { bytesPerSecond, fileSize, sent } = item;
  const left = timeLeftText(fileSize - sent, bytesPerSecond);
  return (
    <p className={styles.speed}>
      {bytesPerSecond
        ? `${bytesText(bytesPerSecond)}/s${left ? ` · ${left}` : ''}`
        : bytesText(fileSize)}
    </p>
  );
}

type ActionProps = { item: UploadItem; label: string; onClick: () => void; children: ReactNode };
const Action = ({ item, label, onClick, children }: ActionProps) => (
  <button
    type="button"
    className={styles.action}
    aria-label={`${label} ${item.fileName}`}
    title={label}
    onClick={onClick}
  >
    {children}
  </button>
);
