import { Alert, Button, Group } from '@mantine/core';
import { GitCompareArrows } from 'lucide-react';
import { useState, type ReactNode } from 'react';
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
  return (
    <MeanwhileNotice
      title={`${what} was changed meanwhile`}
      text="Your version is still in the form below, and is not saved."
    >
      {isOpen && (
        <section className={styles.present} aria-label="The present version">
          {children}
        </section>
      )}
      <Group gap="xs" mt="sm">
        {!isOpen && <Choice onClick={() => setIsOpen(true)}>See the present version</Choice>}
        <Choice onClick={() => onSettle('present')}>Use the present version</Choice>
        <Choice onClick={() => onSettle('mine')}>Go on with mine</Choice>
      </Group>
    </MeanwhileNotice>
  );
}

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

const Choice = ({ children, onClick }: { children: string; onClick: () => void }) => (
  <Button variant="default" size="xs" radius="xl" onClick={onClick}>
    {children}
  </Button>
);
