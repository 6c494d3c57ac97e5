import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './content-page.module.css';

type StudioNoticeProps = {
  title: string;
  text?: string;
  icon?: LucideIcon;
  /** An error is announced at once. */
  isError?: boolean;
  children?: ReactNode;
};

/** What stands in the place of posts, or of one. */
export const StudioNotice = ({
  title,
  text,
  icon: Icon,
  isError = false,
  children,
}: StudioNoticeProps) => (
  <section className={styles.notice} role={isError ? 'alert' : undefined}>
    {Icon && <Icon size={40} strokeWidth={1.3} aria-hidden="true" />}
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {children}
  </section>
);
