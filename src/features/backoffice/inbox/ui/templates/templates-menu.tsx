import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FileText, Pencil } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { useRecordShortcuts } from '#src/ui/elements/keyboard-shortcuts.ts';
import { replyTemplatesQuery } from './reply-templates-queries.ts';

const ICON = 16;

type TemplatesMenuProps = {
  /** The open record; T opens the menu while it contains the focus. */
  record: RefObject<HTMLElement | null>;
  onInsert: (text: string) => void;
  onManage: () => void;
};

/** Inserts a template into a reply. */
export function TemplatesMenu({ record, onInsert, onManage }: TemplatesMenuProps) {
  const { data: templates = [] } = useQuery(replyTemplatesQuery);
  const [opened, setOpened] = useState(false);
  useRecordShortcuts({ t: () => setOpened(true) }, record);
  return (
    <Menu position="top-start" width={280} shadow="md" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Button
          variant="default"
          radius="xl"
          aria-keyshortcuts="t"
          leftSection={<FileText size={ICON} aria-hidden="true" />}
        >
          Templates
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="min(22rem, 60dvh)" style={{ overflowY: 'auto' }}>
        {templates.length === 0 && <Menu.Label>No templates yet</Menu.Label>}
        {templates.map(({ id, title, text }) => (
          <Menu.Item key={id} onClick={() => onInsert(text)}>
            <bdi>{title}</bdi>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Pencil size={ICON} />} onClick={onManage}>
          Manage templates
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
