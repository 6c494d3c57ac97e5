import { ActionIcon, CopyButton } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import styles from './copyable-text.module.css';

/** The text to copy, and a name for it such as "Receipt". */
type CopyProps = { name: string; text: string };

/** A reference or number with a copy button. */
export function CopyableText({ name, text }: CopyProps) {
  return (
    <span className={styles.copied}>
      <code>{text}</code>
      <CopyIconButton name={name} text={text} size="sm" />
    </span>
  );
}

/** A copy button without the text. */
export function CopyIconButton({ name, text, size }: CopyProps & { size: 'sm' | 'lg' }) {
  return (
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
}
