import { Alert, Button, Group } from '@mantine/core';
import { GitCompareArrows } from 'lucide-react';
import { useState, type MouseEvent, type ReactNode } from 'react';
import styles from './changed-meanwhile.module.css';

/** Which version a form goes on with. */
export type Take = 'present' | 'mine';

type ChangedMeanwhileProps = {
  /** What was changed, as in "This user". */
  what: string;
  onSettle: (take: Take) => void;
  /** The present version, to be looked at. */
  children: ReactNode;
};

/** Told when someone else saved first; what was typed stays in the form. */
export function ChangedMeanwhile({ what, onSettle, children }: ChangedMeanwhileProps) {
  const [isOpen, setIsOpen] = useState(false);
  const settle = (take: Take) => (event: MouseEvent) => {
    // The notice goes away; one goes on where one typed.
    event.currentTarget.closest('form')?.querySelector<HTMLElement>('input, textarea')?.focus();
    onSettle(take);
  };
  return (
    <MeanwhileNotice
      title={`${what} was changed meanwhile`}
      text="Your version is still in the form below, and is not saved."
    >
      {isOpen && (
        <section
          ref={takeFocus}
          tabIndex={-1}
          className={styles.present}
          aria-label="The present version"
        >
          {children}
        </section>
      )}
      <Group gap="xs" mt="sm">
        {!isOpen && <Choice onClick={() => setIsOpen(true)}>See the present version</Choice>}
        <Choice onClick={settle('present')}>Use the present version</Choice>
        <Choice onClick={settle('mine')}>Go on with mine</Choice>
      </Group>
    </MeanwhileNotice>
  );
}

/** The button that led here cannot be pressed any more, or is gone: the focus would be lost. */
const takeFocus = (place: HTMLElement | null) => place?.focus();

type DeletedMeanwhileProps = { what: string; onStartAnew: () => void; startAnew: string };

/** Told when someone else deleted it. */
export const DeletedMeanwhile = ({ what, startAnew, onStartAnew }: DeletedMeanwhileProps) => (
  <MeanwhileNotice
    title={`${what} was deleted meanwhile`}
    text="What you typed is still in the form below."
  >
    <Group gap="xs" mt="sm">
      <Choice onClick={onStartAnew}>{startAnew}</Choice>
    </Group>
  </MeanwhileNotice>
);

type MeanwhileNoticeProps = { title: string; text: string; children?: ReactNode };

/** Says over a form what has become of the record since it was opened. */
export const MeanwhileNotice = ({ title, text, children }: MeanwhileNoticeProps) => (
  <Alert
    ref={takeFocus}
    tabIndex={-1}
    className={styles.notice!}
    variant="outline"
    color="gold"
    icon={<GitCompareArrows size={18} />}
    title={title}
    role="alert"
  >
    <p>{text}</p>
    {children}
  </Alert>
);

type ChoiceProps = { children: string; onClick: (event: MouseEvent) => void };

const Choice = ({ children, onClick }: ChoiceProps) => (
  <Button variant="default" size="xs" radius="xl" onClick={onClick}>
    {children}
  </Button>
);
