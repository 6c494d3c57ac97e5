import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useEscape } from '#src/ui/elements/keyboard-shortcuts.ts';
import { InlineError } from '#src/ui/page/notice.tsx';
import type { ReplyTemplate } from '../../reply-templates.schema.ts';
import dialog from '#src/ui/dialogs/form-dialog.module.css';
import { replyTemplatesQuery } from './reply-templates-queries.ts';
import { TemplateDialog } from './template-dialog.tsx';
import styles from './templates-dialog.module.css';

type TemplatesDialogProps = { opened: boolean; onClose: () => void };

/** The templates of replies, to create, edit and delete them. */
export function TemplatesDialog({ opened, onClose }: TemplatesDialogProps) {
  const { data, isError, refetch } = useQuery({ ...replyTemplatesQuery, enabled: opened });
  const [edited, setEdited] = useState<ReplyTemplate | 'new' | null>(null);
  const root = useRef<HTMLDivElement>(null);
  useEscape(root, { opened: opened && edited === null, onEscape: onClose });
  return (
    <>
      <Modal
        ref={root}
        title="Reply templates"
        size="34rem"
        opened={opened}
        onClose={onClose}
        closeOnEscape={false}
        classNames={{ header: dialog.header!, title: dialog.title! }}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <p className={styles.about}>
          Everyone on the team shares them. {'{name}'} and {'{topic}'} are filled in when a template
          is inserted.
        </p>
        {!data && isError && (
          <InlineError text="Failed to fetch templates" onRetry={() => void refetch()} />
        )}
        <ul className={styles.templates}>
          {data?.map((template) => (
            <li key={template.id}>
              <div className={styles.template}>
                <bdi>{template.title}</bdi>
                <span className={styles.text} dir="auto">
                  {template.text}
                </span>
              </div>
              <Button
                variant="default"
                radius="xl"
                size="compact-md"
                aria-label={`Edit ${template.title}`}
                onClick={() => setEdited(template)}
              >
                Edit
              </Button>
            </li>
          ))}
        </ul>
        {data?.length === 0 && <p className={styles.about}>No templates yet.</p>}
        <Button
          radius="xl"
          leftSection={<Plus size={16} aria-hidden="true" />}
          onClick={() => setEdited('new')}
        >
          New Template
        </Button>
      </Modal>
      <TemplateDialog template={edited} onClose={() => setEdited(null)} />
    </>
  );
}
