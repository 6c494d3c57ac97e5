import { ActionIcon, CopyButton } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import styles from './copied-text.module.css';

/** A reference or a number with a button that copies it. @param name what it is, as "Receipt" */
export const CopiedText = ({ name, text }: { name: string; text: string }) => (
  <span className={styles.copied}>
    <code>{text}</code>
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={copied ? `${name} copied` : `Copy ${name}`}
          onClick={copy}
        >
          {copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
        </ActionIcon>
      )}
    </CopyButton>
  </span>
);
