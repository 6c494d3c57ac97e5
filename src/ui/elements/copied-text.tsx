import { ActionIcon, CopyButton } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import styles from './copied-text.module.css';

/** What is copied, and what it is, as "Receipt". */
type CopyProps = { name: string; text: string };

/** A reference or a number with a button that copies it. */
export const CopiedText = ({ name, text }: CopyProps) => (
  <span className={styles.copied}>
    <code>{text}</code>
    <CopyIcon name={name} text={text} size="sm" />
  </span>
);

/** The button alone. */
export const CopyIcon = ({ name, text, size }: CopyProps & { size: 'sm' | 'lg' }) => (
  <CopyButton value={text}>
    {({ copied, copy }) => {
      const Icon = copied ? Check : Copy;
      return (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={size}
          aria-label={copied ? `${name} copied` : `Copy ${name}`}
          onClick={copy}
        >
          <Icon size={size === 'sm' ? 14 : 16} aria-hidden="true" />
        </ActionIcon>
      );
    }}
  </CopyButton>
);
