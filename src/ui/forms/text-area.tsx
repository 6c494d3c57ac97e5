import { InputBase, type TextareaProps } from '@mantine/core';
import styles from './text-area.module.css';

export type TextAreaProps = Omit<
  TextareaProps,
  'autosize' | 'resize' | 'bottomSection' | 'bottomSectionProps'
>;

/**
 * A field of several lines that grows with its text. Mantine's own measures the text in the page at each
 * key press, which calculates all styles.
 */
export function TextArea({ minRows = 2, maxRows, ...field }: TextAreaProps) {
  return (
    <InputBase
      component="textarea"
      multiline
      classNames={{ input: styles.input! }}
      style={{ '--min-rows': minRows, '--max-rows': maxRows }}
      {...field}
    />
  );
}
