import { Modal } from '@mantine/core';
import { Fragment } from 'react';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import styles from './shortcuts-dialog.module.css';

type Shortcut = [keys: string[], what: string];

const GROUPS: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      [['Ctrl K'], 'Search'],
      [['Ctrl B'], 'Collapse or expand the menu'],
      [['?'], 'Show these shortcuts'],
      [['Esc'], 'Close'],
    ],
  },
  {
    title: 'Lists',
    shortcuts: [
      [['/'], 'Search the list'],
      [['↑', '↓', 'Home', 'End'], 'Move between rows'],
      [['Enter'], 'Open the row'],
      [['X', 'Space'], 'Select the row, if it has a checkbox'],
      [['Shift X'], 'Select everything from the previous row'],
      [['Esc'], 'End the selection'],
      [['N'], 'Create: influencers, tasks, content, plans'],
    ],
  },
  {
    title: 'Records and forms',
    shortcuts: [
      [['A'], 'Accept the application or the work'],
      [['R'], 'Reject the application, or reply to the message'],
      [['T', 'E'], 'Insert a template, archive the message'],
      [['C'], 'Request changes to the work'],
      [['F'], 'Mark the work as failed'],
      [['M'], 'Move a post of the calendar'],
      [['K', '←'], 'Previous record'],
      [['J', '→'], 'Next record'],
      [['Ctrl Enter'], 'Save or send the form'],
      [['Ctrl S'], 'Save the draft of a new post'],
    ],
  },
];

type ShortcutsDialogProps = { opened: boolean; onClose: () => void };

/** The keyboard shortcuts of the back office. */
export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  return (
    <Modal
      title="Keyboard shortcuts"
      size="46rem"
      classNames={{ header: dialog.header!, title: dialog.title! }}
      opened={opened}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={styles.groups}>
        {GROUPS.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(([keys, what]) => (
                <div key={what}>
                  <dt>
                    {keys.map((key, index) => (
                      <Fragment key={key}>
                        {index > 0 && ' '}
                        <kbd>{key}</kbd>
                      </Fragment>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
