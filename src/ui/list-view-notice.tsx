import { Button } from '@mantine/core';
import { RotateCcw, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './list-view-notice.module.css';
import list from './list-view.module.css';

type ListNoticeProps = { title: string; text?: string; icon?: LucideIcon; children?: ReactNode };

/** What stands in the place of a list's rows: what is missing, why, and what can be done. */
export const ListNotice = ({ title, text, icon: Icon, children }: ListNoticeProps) => (
  <div className={styles.notice}>
    {Icon && <Icon size={32} strokeWidth={1.4} aria-hidden="true" />}
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {children}
  </div>
);

/** The rows cannot be fetched. */
export const ListFailure = ({ title, onRetry }: { title: string; onRetry: () => void }) => (
  <div className={list.notice} role="alert">
    <ListNotice title={title} text="Check your connection, then try again.">
      <Button
        variant="default"
        radius="xl"
        leftSection={<RotateCcw size={16} aria-hidden="true" />}
        onClick={onRetry}
      >
        Try again
      </Button>
    </ListNotice>
  </div>
);

/** What was on this page is gone, or elsewhere by now. */
export const EndOfPages = ({ onFirstPage }: { onFirstPage: () => void }) => (
  <div className={list.notice}>
    <ListNotice title="Nothing is left on this page">
      <Button variant="default" radius="xl" onClick={onFirstPage}>
        To the first page
      </Button>
    </ListNotice>
  </div>
);
