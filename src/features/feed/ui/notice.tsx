import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

type NoticeProps = {
  icon: LucideIcon;
  title: string;
  text?: string;
  /** An error is announced at once. */
  error?: boolean;
  children?: ReactNode;
};

/** What stands in place of posts: nothing there, nothing allowed, or a failure. */
export const Notice = ({ icon: Icon, title, text, error = false, children }: NoticeProps) => (
  <section className={styles.notice} role={error ? 'alert' : undefined}>
    <span className={styles.icon}>
      <Icon size={26} strokeWidth={1.5} aria-hidden="true" />
    </span>
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {children && <div className={styles.actions}>{children}</div>}
  </section>
);
